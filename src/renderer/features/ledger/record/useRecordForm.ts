/** A ticket being entered: its form, what is wrong with it, and the act of recording it, which loses nothing when it fails. */
import { computed, shallowRef } from 'vue'
import type { Failure } from '../../../../shared/failure.ts'
import { allTickets } from '../../../../shared/model/ticket/ledger-filter.ts'
import { majorText } from '../../../../shared/model/ticket/money.ts'
import type { TicketDraft } from '../../../../shared/model/ticket/ticket-draft.ts'
import { bridge } from '../../../bridge.ts'
import { useDraft } from '../../../drafts.ts'
import { useBoardStore } from '../../board/board-store.ts'
import type { TicketSource } from '../../../navigation-store.ts'
import { useTicketDraftsStore } from '../ticket/ticket-drafts-store.ts'
import { boardLegs, typedLegs, blankLeg, type TypedLeg } from './leg-draft.ts'
import { termsOf, type TermsErrors, type TermsForm } from './terms-form.ts'

/** `begun`: what the form starts with. */
export function useRecordForm(source: TicketSource, begun: TermsForm) {
  const board = useBoardStore()
  const draft = useDraft(useTicketDraftsStore().recordings, draftKey(source), recordForm(begun))
  const { form } = draft
  const slip = computed(() => board.legs)
  const errors = shallowRef<TermsErrors>({})
  const failure = shallowRef<Failure>()
  const isRecording = shallowRef(false)

  function read(): Omit<TicketDraft, 'uid'> | undefined {
    const terms = termsOf(form.value)
    const keys = slip.value.map(({ line }) => line.key)
    const legs = legsOf(source, form.value, keys)
    const hasLegs = legs.kind === 'parlay' || legs.legs.length > 0
    errors.value = { ...(terms.ok ? {} : terms.errors), ...(!hasLegs && { legs: 'Enter a leg.' }) }
    return terms.ok && hasLegs ? { ...terms.terms, legs } : undefined
  }

  /** Whether it is in the ledger now. */
  async function record(): Promise<boolean> {
    const ticket = read()
    failure.value = undefined
    if (ticket === undefined || isRecording.value) return false
    isRecording.value = true
    const uid = form.value.uid || crypto.randomUUID()
    form.value = { ...form.value, uid }
    const outcome = await bridge().ledger.record({ ...ticket, uid })
    isRecording.value = false
    if (outcome.ok) draft.forget()
    else refuse(outcome.failure)
    return outcome.ok
  }

  function refuse(why: Failure): void {
    if (why.kind === 'invalid') errors.value = { [why.field]: why.sentence }
    else failure.value = why
  }

  /** The stake of the last ticket is the likeliest for the next. */
  async function fillStake(): Promise<void> {
    const last = await lastStake()
    if (last !== undefined && form.value.stake === '') draft.setInitial(last)
  }

  return { draft, form, slip, errors, failure, isRecording, record, fillStake }
}

/** `slip`: the keys of its legs. */
function legsOf(
  source: TicketSource,
  { isOfSlip, typed, format }: RecordForm,
  slip: readonly string[],
): TicketDraft['legs'] {
  if (source.kind === 'hand')
    return { kind: 'hand', legs: isOfSlip ? boardLegs(slip) : typedLegs(typed, format) }
  const { parlayId, quoteId } = source.cell
  return { kind: 'parlay', parlayId, quoteId }
}

async function lastStake(): Promise<Pick<TermsForm, 'stake' | 'currency'> | undefined> {
  const last = await bridge().ledger.page({ filter: allTickets, after: null, limit: 1 })
  const line = last.ok ? last.value.lines[0] : undefined
  return line && { stake: majorText(line.stakeMinor, line.currency), currency: line.currency }
}

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
