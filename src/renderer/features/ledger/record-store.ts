/** What is to be recorded as a ticket: other parts of the screen ask through this, and the window shows the dialog. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { DeskLeg } from '../../../shared/model/parlay/parlay.ts'
import type { QuotedPrice } from '../../../shared/model/price/quote.ts'
import { createDrafts } from '../../drafts.ts'
import type { RecordForm } from './record/record-form.ts'

/** A parlay of the desk at a book, and the price taken there with the quote it came from. */
export interface RecordedCell {
  readonly parlayId: number
  readonly bookId: string
  readonly quoteId: number | null
  readonly price: QuotedPrice | null
  /** To be shown and taken over; the legs that are recorded are read where the parlay is kept. */
  readonly legs: readonly DeskLeg[]
  readonly tags: readonly string[]
}
export type RecordWish = { readonly kind: 'cell'; readonly cell: RecordedCell } | { readonly kind: 'hand' }

export const useRecordStore = defineStore('record-ticket', () => {
  /** Undefined while nothing is being recorded. */
  const wish = shallowRef<RecordWish>()
  /** Tickets entered and not recorded. */
  const drafts = createDrafts<RecordForm>()

  /** While a ticket is being entered it stays: what was typed is not lost to a key pressed twice. */
  function ask(next: RecordWish): void {
    wish.value ??= next
  }
  const fromCell = (cell: RecordedCell): void => ask({ kind: 'cell', cell })
  const byHand = (): void => ask({ kind: 'hand' })

  function close(): void {
    wish.value = undefined
  }

  return { wish, drafts, fromCell, byHand, close }
})
