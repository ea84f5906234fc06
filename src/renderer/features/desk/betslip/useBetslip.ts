/**
 * Opens a betslip in steps: recheck the price, ask the user when it got worse or is gone, open the link, ask when its
 * host is new. One betslip at a time, the one requested last; answers after a cancel are ignored. The link always
 * belongs to the quote that the user saw or accepted.
 */
import { shallowReadonly, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { Recheck } from '../../../../shared/model/parlay/desk.ts'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import type { QuotedPrice } from '../../../../shared/model/price/quote.ts'
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
type MovedAgainst = Extract<Recheck, { kind: 'worse' | 'gone' }>
type BetslipState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'rechecking'; readonly cell: CellAddress }
  | { readonly kind: 'moved'; readonly cell: CellAddress; readonly recheck: MovedAgainst }
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
  /** Called when a betslip that still waited for its price was replaced by another. */
  readonly onReplaced: () => void
}

export function useBetslip({ onOpened, onFailed, onMoved, onReplaced }: BetslipOptions) {
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
    if (recheck.kind === 'worse' || recheck.kind === 'gone') {
      state.value = { kind: 'moved', cell, recheck }
      onMoved()
    } else await openLink({ cell, quoteId: recheck.quoteId, price: recheck.now }, 'no')
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

  return { state: shallowReadonly(state), start, open, cancel }
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

/** The link that the user is asked about. */
function findTarget(state: BetslipState): BetslipTarget | undefined {
  if (state.kind === 'unapproved') return state.target
  if (state.kind !== 'moved') return undefined
  const { cell, recheck } = state
  const price = recheck.kind === 'worse' ? recheck.now : recheck.before
  return recheck.quoteId === null || price === null ? undefined : { cell, quoteId: recheck.quoteId, price }
}
