/** What the user does to parlays and links, and the one line that tells how it went. */
import { shallowReadonly, shallowRef, type ShallowRef } from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
import { bridge } from '../../bridge.ts'
import { useDeskStore, type CellAddress } from './desk-store.ts'
import { legsShort } from './leg-short.ts'

export type Notice =
  | { readonly kind: 'said'; readonly text: string; readonly undo?: () => Promise<void> }
  | { readonly kind: 'failed'; readonly failure: Failure }

export interface DeskActs {
  readonly notice: Readonly<ShallowRef<Notice | undefined>>
  readonly tell: (notice: Notice | undefined) => void
  /** Prices one row, or with null the whole desk. */
  readonly price: (parlayId: number | null) => Promise<void>
  readonly copyLink: (cell: CellAddress) => Promise<void>
  /** Removes at once; the notice offers to put the parlay back. */
  readonly remove: (parlayId: number) => Promise<void>
}

export function useDeskActs(): DeskActs {
  const desk = useDeskStore()
  const notice = shallowRef<Notice>()

  function tell(next: Notice | undefined): void {
    notice.value = next
  }

  function report<T>(outcome: Outcome<T>, told: (value: T) => Notice | undefined): void {
    tell(outcome.ok ? told(outcome.value) : { kind: 'failed', failure: outcome.failure })
  }

  async function price(parlayId: number | null): Promise<void> {
    report(await bridge().desk.price({ parlayId, bookId: null }), ({ calls }) =>
      calls > 0
        ? undefined
        : { kind: 'said', text: 'Nothing to price: no book that is on carries all legs.' },
    )
  }

  async function copyLink(cell: CellAddress): Promise<void> {
    report(await bridge().links.copy({ ...cell }), ({ host }) => ({
      kind: 'said',
      text: `Link to ${host} copied.`,
    }))
  }

  async function remove(parlayId: number): Promise<void> {
    const legs = desk.rowRef(parlayId)?.value.legs ?? []
    report(await bridge().desk.removeParlay({ parlayId }), () => ({
      kind: 'said',
      text: `Removed ${legsShort(legs)}.`,
      undo: () => putBack(parlayId),
    }))
  }

  async function putBack(parlayId: number): Promise<void> {
    report(await bridge().desk.restoreParlay({ parlayId }), () => undefined)
  }

  return { notice: shallowReadonly(notice), tell, price, copyLink, remove }
}
