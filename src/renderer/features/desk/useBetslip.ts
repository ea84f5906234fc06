/**
 * The way to a betslip: recheck the price, ask when it got worse or went, open the link, ask when its host is new.
 * One at a time; cancelling makes a late answer count for nothing.
 */
import { shallowReadonly, shallowRef, type ShallowRef } from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
import type { Recheck } from '../../../shared/model/desk.ts'
import { bridge } from '../../bridge.ts'
import type { CellAddress } from './desk-store.ts'

export type BetslipState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'rechecking' | 'opening'; readonly cell: CellAddress }
  | { readonly kind: 'moved'; readonly cell: CellAddress; readonly recheck: MovedAgainst }
  | { readonly kind: 'unapproved'; readonly cell: CellAddress; readonly host: string; readonly url: string }
export type MovedAgainst = Extract<Recheck, { kind: 'worse' | 'gone' }>

interface BetslipOptions {
  readonly onOpened: (cell: CellAddress, host: string) => void
  readonly onFailed: (failure: Failure) => void
}

export interface Betslip {
  readonly state: Readonly<ShallowRef<BetslipState>>
  /** Rechecks the cell's price and goes on to its betslip; nothing while another one is under way. */
  readonly start: (cell: CellAddress) => Promise<void>
  /** Opens the link of the cell asked about. */
  readonly open: (approve: 'no' | 'once' | 'always') => Promise<void>
  readonly cancel: () => void
}

export function useBetslip({ onOpened, onFailed }: BetslipOptions): Betslip {
  const state = shallowRef<BetslipState>({ kind: 'idle' })

  /** Waits for an answer; undefined when the user has cancelled meanwhile, or when it failed and that was said. */
  async function answerOf<T>(step: BetslipState, asked: Promise<Outcome<T>>): Promise<T | undefined> {
    state.value = step
    const outcome = await asked
    if (state.value !== step) return undefined
    state.value = { kind: 'idle' }
    if (outcome.ok) return outcome.value
    if (outcome.failure.kind === 'link-unapproved' && step.kind === 'opening') {
      const { host, url } = outcome.failure
      state.value = { kind: 'unapproved', cell: step.cell, host, url }
    } else onFailed(outcome.failure)
    return undefined
  }

  async function start(cell: CellAddress): Promise<void> {
    if (state.value.kind !== 'idle') return
    const recheck = await answerOf({ kind: 'rechecking', cell }, bridge().desk.recheck({ ...cell }))
    if (recheck === undefined) return
    if (recheck.kind === 'worse' || recheck.kind === 'gone') state.value = { kind: 'moved', cell, recheck }
    else await openCell(cell, 'no')
  }

  async function open(approve: 'no' | 'once' | 'always'): Promise<void> {
    if (state.value.kind !== 'idle') await openCell(state.value.cell, approve)
  }

  async function openCell(cell: CellAddress, approve: 'no' | 'once' | 'always'): Promise<void> {
    const opened = await answerOf({ kind: 'opening', cell }, bridge().links.open({ ...cell, approve }))
    if (opened !== undefined) onOpened(cell, opened.host)
  }

  function cancel(): void {
    state.value = { kind: 'idle' }
  }

  return { state: shallowReadonly(state), start, open, cancel }
}
