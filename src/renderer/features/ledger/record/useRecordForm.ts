/** Form of a new ticket: terms, legs, errors, and recording. A failure keeps the form. */
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Failure } from '../../../../shared/failure.ts'
import { allTickets, newestFirst } from '../../../../shared/model/ticket/ledger-filter.ts'
import type { LegView } from '../../../../shared/model/parlay/parlay.ts'
import { majorText } from '../../../../shared/model/ticket/money.ts'
import { exactMoney } from '../../../../shared/model/ticket/money-text.ts'
import type { TicketDraft } from '../../../../shared/model/ticket/ticket-draft.ts'
import { bridge } from '../../../bridge.ts'
import { useDraft } from '../../../drafts.ts'
import { parseMinor } from '../../../format/money.ts'
import { convertedPrice } from '../../../format/price-text.ts'
import { useAccountStore } from '../../account/account-store.ts'
import { useAccountsStore } from '../../accounts/accounts-store.ts'
import { useBoardStore } from '../../board/board-store.ts'
import { useSettingsStore } from '../../settings/settings-store.ts'
import type { TicketSource } from '../../../navigation-store.ts'
import { useTicketDraftsStore, type RecordForm } from '../ticket/ticket-drafts-store.ts'
import { findTermsDoubts, useDoubts } from './doubts.ts'
import { blankLeg, toTypedLegs } from './leg-draft.ts'
import { toPlainPrice } from './promoted-terms.ts'
import { parseTerms, type NamedBook, type Terms, type TermsErrors, type TermsForm } from './terms-form.ts'
import { useTwiceDoubts } from './typed-twice.ts'

interface RecordedTicket {
  readonly ticketId: number
  /** Stake, book and price. */
  readonly text: string
}

export function useRecordForm(source: TicketSource, initial: TermsForm) {
  const draft = useRecordDraft(source, initial)
  const { form } = draft
  const errors = shallowRef<TermsErrors>({})
  const failure = shallowRef<Failure>()
  const { books, readUsed, listAccounts } = useKnownBooks()
  const isRecording = shallowRef(false)
  const { doubts, asked, confirm } = useRecordDoubts(source, form, books)

  function parse(): Omit<TicketDraft, 'uid'> | undefined {
    const terms = parseTerms(form.value, books.value, listAccounts)
    const legs = toDraftLegs(source, form.value)
    const hasLegs = legs.kind === 'parlay' || legs.legs.length > 0
    errors.value = { ...(terms.ok ? {} : terms.errors), ...(!hasLegs && { legs: 'Add at least one leg.' }) }
    return terms.ok && hasLegs ? { ...terms.terms, legs } : undefined
  }

  // Removes an error once its field is changed.
  watch(form, () => Object.keys(errors.value).length > 0 && parse())

  /** Returns the ticket when it is in the ledger. */
  async function record(): Promise<RecordedTicket | undefined> {
    const ticket = parse()
    failure.value = undefined
    if (ticket === undefined || isRecording.value) return undefined
    isRecording.value = true
    form.value = { ...form.value, uid: form.value.uid || crypto.randomUUID() }
    const outcome = (await confirm()) ? await recordTicket({ ...ticket, uid: form.value.uid }) : undefined
    isRecording.value = false
    if (outcome?.ok) draft.forget()
    else if (outcome) showFailure(outcome.failure)
    return outcome?.ok ? { ticketId: outcome.value.ticketId, text: describeTerms(ticket) } : undefined
  }

  function showFailure(given: Failure): void {
    if (given.kind === 'invalid') errors.value = { [given.field]: given.sentence }
    else failure.value = given
  }

  /** Proposes the stake of the last ticket, and reads the known books. Returns true if a stake was proposed. */
  async function fill(): Promise<boolean> {
    const [last] = await Promise.all([readLastStake(), readUsed()])
    if (last === undefined || form.value.stake !== '') return false
    draft.setInitial(last)
    return true
  }

  return { draft, form, books, errors, failure, doubts, asked, isRecording, record, fill }
}

/** Doubts of the form; those of a ticket recorded twice are looked up at each `confirm`. */
function useRecordDoubts(
  source: TicketSource,
  form: Readonly<Ref<RecordForm>>,
  books: Readonly<Ref<readonly NamedBook[]>>,
) {
  const twice = useTwiceDoubts(
    () => form.value,
    () => books.value,
  )
  const { confirm, ...asking } = useDoubts(() => [
    ...findTermsDoubts(form.value, books.value),
    ...twice.doubts.value,
  ])
  const confirmNow = async () => {
    if (source.kind === 'hand') await twice.read()
    return confirm()
  }
  return { ...asking, confirm: confirmNow }
}

function useRecordDraft(source: TicketSource, initial: TermsForm) {
  const blank = { ...initial, typed: [blankLeg, blankLeg], usesSlip: false, uid: '' }
  return useDraft<RecordForm>(useTicketDraftsStore().recordings, toDraftKey(source), blank)
}

/** `$40.00 at Bravo, +480`. */
function describeTerms({ stake, currency, bookName, price }: Terms): string {
  const stakeMinor = parseMinor(stake, currency)
  const amount = stakeMinor === undefined ? `${stake} ${currency}` : exactMoney(stakeMinor, currency)
  return `${amount} at ${bookName}, ${convertedPrice(price.text, price.format, price.format)}`
}

/** Proposes the ticket's account for the next one at its book. */
async function recordTicket(ticket: TicketDraft) {
  const { remember } = useAccountsStore()
  const outcome = await bridge().ledger.record(ticket)
  if (outcome.ok) remember(ticket.accountId)
  return outcome
}

/** Books of the settings, then others that tickets were taken at; and their accounts. */
function useKnownBooks() {
  const settings = useSettingsStore()
  const used = shallowRef<readonly NamedBook[]>([])
  const books = computed<readonly NamedBook[]>(() => [...settings.books, ...used.value])
  async function readUsed(): Promise<void> {
    const choices = await bridge().ledger.choices()
    if (choices.ok) used.value = choices.value.books
  }
  return { books, readUsed, listAccounts: useAccountsStore().listFor }
}

/** Legs that the source knows; none of a typed ticket. */
export function findLegs(source: TicketSource): readonly LegView[] {
  if (source.kind === 'cell') return source.cell.legs
  return source.kind === 'hedge' ? [source.bet.leg] : []
}

/** The reason to doubt the price of the form; null unless it is the suspect one of the cell. */
export function findWarning(
  source: TicketSource,
  form: Pick<RecordForm, 'price' | 'format' | 'plainPrice' | 'plainFormat'>,
): string | null {
  if (source.kind !== 'cell' || source.cell.price === null) return null
  const { text, format } = toPlainPrice(form)
  const isSame = text.trim() === source.cell.price.text && format === source.cell.price.format
  return isSame ? source.cell.warning : null
}

function toDraftLegs(source: TicketSource, form: RecordForm): TicketDraft['legs'] {
  const { usesSlip, typed, format } = form
  if (source.kind === 'cell') {
    const { parlayId, quoteId } = source.cell
    const warning = findWarning(source, form)
    return { kind: 'parlay', parlayId, quoteId, ...(warning !== null && { priceWarning: warning }) }
  }
  if (source.kind === 'hedge')
    return { kind: 'hand', legs: [{ kind: 'selection', selectionKey: source.bet.leg.key }] }
  if (!usesSlip) return { kind: 'hand', legs: toTypedLegs(typed, format) }
  const legs = useBoardStore().legs.map(({ line }) => ({
    kind: 'selection' as const,
    selectionKey: line.key,
  }))
  return { kind: 'hand', legs }
}

async function readLastStake(): Promise<Pick<TermsForm, 'stake' | 'currency'> | undefined> {
  const last = await bridge().ledger.page({ filter: allTickets, sort: newestFirst, after: null, limit: 1 })
  const line = last.ok ? last.value.lines[0] : undefined
  return line && { stake: majorText(line.stakeMinor, line.currency), currency: line.currency }
}

/** Key of a draft: one per cell, one per hedged ticket and book, and one per profile for typed tickets. */
function toDraftKey(source: TicketSource): string {
  if (source.kind === 'cell') return `${source.cell.parlayId} at ${source.cell.bookId}`
  if (source.kind === 'hedge') return `hedge of ${source.bet.ticketId} at ${source.bet.bookId}`
  return `typed for ${useAccountStore().state?.activeId ?? ''}`
}
