/**
 * Opens a betslip in steps: recheck the price, ask the user when it got worse, is gone or may be an error, open the link,
 * ask when its host is new. One betslip at a time, the one requested last; answers after a cancel are ignored. The link
 * always belongs to the quote that the user saw or accepted; while the user is asked, that is the newest one known.
 */
import { shallowReadonly, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import { compareRecheck, type Recheck } from '../../../../shared/model/parlay/desk.ts'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import { findPrice, type Quote, type QuotedPrice } from '../../../../shared/model/price/quote.ts'
import { bridge } from '../../../bridge.ts'

/** The quote whose link is to be opened, and its price. */
interface BetslipTarget {
  readonly cell: CellAddress
  readonly quoteId: number
  readonly price: QuotedPrice
}
export interface OpenedLink extends BetslipTarget {
  readonly host: string
}
/** The question whether to open a bet slip, by the newest quote known. */
export interface PriceQuestion {
  readonly cell: CellAddress
  /** The newest price compared with the one that the user saw. */
  readonly recheck: Recheck
  /** The newest quote, and its time (epoch ms); later ones replace it. */
  readonly newest: { readonly id: number; readonly at: number }
}
type BetslipState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'rechecking'; readonly cell: CellAddress }
  | ({ readonly kind: 'asked' } & PriceQuestion)
  | { readonly kind: 'opening'; readonly target: BetslipTarget }
  | {
      readonly kind: 'unapproved'
      readonly target: BetslipTarget
      readonly host: string
      readonly url: string
    }

/** Permission to open a link whose host is new. */
type Approval = 'no' | 'once' | 'always'

interface BetslipOptions {
  readonly onOpened: (opened: OpenedLink) => void
  readonly onFailed: (failure: Failure) => void
  /** Called when the price got worse or is gone, and the user is asked. */
  readonly onMoved: () => void
  /** Called when there was no price on screen and there is none now. */
  readonly onNone: (cell: CellAddress) => void
  /** Called when a betslip that still waited for its price was replaced by another. */
  readonly onReplaced: () => void
  /** True for a price so far from the other books' that it may be an error. */
  readonly isSuspect: (target: BetslipTarget, at: number) => boolean
}

export function useBetslip({ onOpened, onFailed, onMoved, onNone, onReplaced, isSuspect }: BetslipOptions) {
  const { state, waitFor } = useSteps(onFailed)

  /**
   * Rechecks a price against the quote on screen, then opens its betslip. Replaces the recheck of another cell; does
   * nothing during one of the same cell, or while a link is being opened or the user is asked.
   */
  async function start(cell: CellAddress, seenId: number | null): Promise<void> {
    if (state.value.kind === 'rechecking' && !isSame(state.value.cell, cell)) onReplaced()
    else if (state.value.kind !== 'idle') return
    const answer = bridge().desk.recheck({ ...cell, seenId })
    const recheck = await waitFor({ kind: 'rechecking', cell }, answer)
    if (recheck === undefined) return
    if (recheck.kind === 'gone' && recheck.before === null) {
      if (recheck.failure === null) onNone(cell)
      else onFailed(recheck.failure)
      return
    }
    const question = toQuestion(cell, recheck, seenId)
    const target = findRechecked(cell, recheck)
    const isAgainst = recheck.kind === 'worse' || recheck.kind === 'gone'
    if (target && !isAgainst && !isSuspect(target, question.newest.at)) return openLink(target, 'no')
    state.value = { kind: 'asked', ...question }
    if (isAgainst) onMoved()
  }

  /** Takes a quote of the cell that the user is asked about, if it is newer than the one in the question. */
  function follow(cell: CellAddress, quote: Quote): void {
    const asked = state.value
    if (asked.kind !== 'asked' || !isSame(asked.cell, cell) || quote.id <= asked.newest.id) return
    state.value = { kind: 'asked', ...toNext(asked, quote) }
  }

  /** Opens the link that the user was asked about. */
  async function open(approve: Approval): Promise<void> {
    const target = findTarget(state.value)
    if (target !== undefined) await openLink(target, approve)
  }

  async function openLink(target: BetslipTarget, approve: Approval): Promise<void> {
    const { cell, quoteId } = target
    const answer = bridge().links.open({ ...cell, quoteId, approve })
    const opened = await waitFor({ kind: 'opening', target }, answer)
    if (opened !== undefined) onOpened({ ...target, host: opened.host })
  }

  function cancel(): void {
    state.value = { kind: 'idle' }
  }

  return { state: shallowReadonly(state), start, follow, open, cancel }
}

/** The step that a betslip is at, and the way from one to the next. */
function useSteps(onFailed: BetslipOptions['onFailed']) {
  const state = shallowRef<BetslipState>({ kind: 'idle' })

  /** Waits for an answer; undefined after the user cancelled, or after a reported failure. */
  async function waitFor<T>(step: BetslipState, answer: Promise<Outcome<T>>): Promise<T | undefined> {
    state.value = step
    const outcome = await answer
    if (state.value !== step) return undefined
    state.value = { kind: 'idle' }
    if (outcome.ok) return outcome.value
    if (outcome.failure.kind === 'link-unapproved' && step.kind === 'opening') {
      const { host, url } = outcome.failure
      state.value = { kind: 'unapproved', target: step.target, host, url }
    } else onFailed(outcome.failure)
    return undefined
  }

  return { state, waitFor }
}

const isSame = (one: CellAddress, other: CellAddress | undefined): boolean =>
  one.parlayId === other?.parlayId && one.bookId === other.bookId

/** The step under way of a cell's betslip. */
export function findBusyStep(
  state: BetslipState,
  cell: CellAddress | undefined,
): 'rechecking' | 'opening' | undefined {
  if (state.kind === 'rechecking') return isSame(state.cell, cell) ? state.kind : undefined
  return state.kind === 'opening' && isSame(state.target.cell, cell) ? state.kind : undefined
}

/** The cell's answer to a recheck is newer than the quote seen, and than its own `quoteId` where the price is gone. */
const toQuestion = (cell: CellAddress, recheck: Recheck, seenId: number | null): PriceQuestion => ({
  ...{ cell, recheck },
  newest: { id: Math.max(recheck.quoteId ?? 0, seenId ?? 0), at: Date.now() },
})

/** The question by a newer quote: compared with the price that the user saw, or with the last one where it has none. */
function toNext({ cell, recheck }: PriceQuestion, quote: Quote): PriceQuestion {
  const last = findRechecked(cell, recheck)
  const first = 'before' in recheck ? recheck.before : recheck.now
  const seen = findPrice(quote) === undefined ? last?.price : first
  const next = compareRecheck(seen ? toQuote(last?.quoteId ?? quote.id, seen) : undefined, quote)
  return { cell, recheck: next, newest: { id: quote.id, at: quote.at } }
}

const toQuote = (id: number, price: QuotedPrice): Quote => ({
  ...{ id, at: 0 },
  outcome: { kind: 'priced', price, links: null, limits: null },
})

/** The link that the user is asked about. */
function findTarget(state: BetslipState): BetslipTarget | undefined {
  if (state.kind === 'unapproved') return state.target
  return state.kind === 'asked' ? findRechecked(state.cell, state.recheck) : undefined
}

/** The link of the rechecked price, or of the last one before where it is gone. */
function findRechecked(cell: CellAddress, recheck: Recheck): BetslipTarget | undefined {
  const price = recheck.kind === 'gone' ? recheck.before : recheck.now
  return recheck.quoteId === null || price === null ? undefined : { cell, quoteId: recheck.quoteId, price }
}
