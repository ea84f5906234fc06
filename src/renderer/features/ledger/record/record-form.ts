/** A ticket being entered: its terms, its legs where they are entered by hand, and the name it is sent under. */
import type { TicketSource } from '../../../navigation-store.ts'
import { blankLeg, type TypedLeg } from './leg-draft.ts'
import type { TermsForm } from './terms-form.ts'

export interface RecordForm extends TermsForm {
  readonly typed: readonly TypedLeg[]
  /** The legs are those of the slip. */
  readonly isOfSlip: boolean
  /** Given at the first try and the same for every other, so that one ticket comes of them. */
  readonly uid: string
}

export const recordForm = (terms: TermsForm): RecordForm => ({
  ...terms,
  typed: [blankLeg, blankLeg],
  isOfSlip: false,
  uid: '',
})

/** What a draft is about: a cell, or a ticket of any kind by hand. */
export const draftKey = (source: TicketSource): string =>
  source.kind === 'hand' ? 'by hand' : `${source.cell.parlayId} at ${source.cell.bookId}`
