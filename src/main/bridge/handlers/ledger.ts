import type { Handlers } from '../../../shared/contract.ts'
import { Refusal } from '../../../shared/failure.ts'
import type { WindowName } from '../../../shared/model/settings/windows.ts'
import { answerAfter } from '../answer-after.ts'
import type { Book } from '../../../shared/model/game/book.ts'
import type { PolicyList } from '../../../shared/model/ticket/ledger-status.ts'
import { defaultPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import type { TicketDraft } from '../../../shared/model/ticket/ticket-draft.ts'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { parseCorrectedLegs } from '../../ledger/tickets/corrected-legs.ts'
import { validateFacts, validateTerms, parseDecision, parseTerms } from '../../ledger/tickets/parse-draft.ts'
import type { Reports } from '../../ledger/reads/reports.ts'
import type { Settlement } from '../../ledger/settlement/settlement.ts'
import type { ParquetExport } from '../../files/parquet/parquet-export.ts'
import { saveLedger, type ExportDeps } from '../../ledger/transfer/export-file.ts'
import type { Imports } from '../../ledger/transfer/imports.ts'
import type { WindowHandlerDeps } from './windows.ts'
import type { Backups } from '../../ledger/backups/backups.ts'

export interface LedgerHandlerDeps {
  readonly ledger: Ledger
  readonly reports: Reports
  /** All books of the profile in use. */
  readonly books: () => readonly Book[]
  /** Profile of a new ticket, its legs from the desk or the board, and its fair price on the desk. */
  readonly origin: (
    draft: TicketDraft,
  ) => Promise<Pick<TicketFacts, 'profileId' | 'isDemo' | 'legs' | 'fair'>>
}

/** Origin of a typed ticket. */
const ofNoParlay = { parlayId: null, quoteId: null, priceWarning: undefined }

/** Tickets and their sums. */
export function createLedgerHandlers(deps: LedgerHandlerDeps): Handlers['ledger'] {
  return { ...createWrites(deps), ...createQuestions(deps), ...createPolicyHandlers(deps) }
}

const findName = (books: LedgerHandlerDeps['books']) => (bookId: string) =>
  books().find(({ id }) => id === bookId)?.name

/** Records a ticket. `via`: the script that recorded it. Throws Refusal. */
export async function recordTicket(
  { ledger, books, origin }: Pick<LedgerHandlerDeps, 'ledger' | 'books' | 'origin'>,
  draft: TicketDraft,
  via?: string,
): Promise<{ ticketId: number; wasThere: boolean }> {
  const { uid, legs } = draft
  const terms = parseTerms(draft, findName(books))
  const { parlayId, quoteId, priceWarning } = legs.kind === 'parlay' ? legs : ofNoParlay
  const facts = { ...terms, uid, parlayId, quoteId, ...(priceWarning !== undefined && { priceWarning }) }
  const by = via === undefined ? {} : { via }
  return ledger.record(validateFacts({ ...facts, ...by, ...(await origin(draft)) }))
}

function createWrites(deps: LedgerHandlerDeps) {
  const { ledger, books } = deps
  const bookName = findName(books)
  return {
    record: draft => recordTicket(deps, draft),
    correct({ ticketId, terms, legs, reason }) {
      const before = ledger.facts(ticketId)
      const named = (bookId: string) => (bookId === before.book.id ? before.book.name : bookName(bookId))
      const legsNow = parseCorrectedLegs(legs, before.legs)
      ledger.correct(ticketId, validateTerms(parseTerms(terms, named)), reason, legsNow)
      return ledger.reads.ticket(ticketId)
    },
    void: ({ ticketId, reason }) => ledger.void(ticketId, reason),
    decide({ ticketId, decision, reason }) {
      ledger.decide(ticketId, parseDecision(decision, ledger.facts(ticketId).currency), reason)
      return ledger.reads.ticket(ticketId)
    },
    decideLeg({ ticketId, ...leg }) {
      ledger.decideLeg(ticketId, leg)
      return ledger.reads.ticket(ticketId)
    },
    undo({ ticketId, seq, reason }) {
      ledger.undo(ticketId, { seq, reason })
      return ledger.reads.ticket(ticketId)
    },
    changeMany: request => ({ changes: ledger.changeMany(request) }),
    undoMany: request => ledger.undoMany(request),
  } satisfies Partial<Handlers['ledger']>
}

function createQuestions({ ledger, reports }: LedgerHandlerDeps) {
  return {
    snapshot: () => ledger.snapshot(),
    ticket: ({ ticketId }) => ledger.reads.ticket(ticketId),
    page: request => ledger.reads.list.page(request),
    choices: () => ledger.reads.choices(),
    findSpelling: ({ text }) => ({ text: ledger.reads.findSpelling(text) }),
    totals: ({ filter }) => reports.totals(filter),
    settledSince: ({ at }) => ledger.reads.sums.settledSince(at),
    profitBy: ({ by, filter }) => reports.profitBy(by, filter),
    bankroll: ({ filter }) => reports.bankroll(filter),
    clv: ({ filter }) => reports.clv(filter),
    proof: ({ filter }) => reports.proof(filter),
    largestStakes: request => reports.largestStakes(request),
    exposure: ({ filter }) => ledger.reads.exposure(filter),
  } satisfies Partial<Handlers['ledger']>
}

function createPolicyHandlers({ ledger, books }: LedgerHandlerDeps) {
  const policies = () => listPolicies(ledger, books())
  return {
    policies,
    savePolicy: answerAfter(policies)(policy => ledger.savePolicy(policy)),
  } satisfies Partial<Handlers['ledger']>
}

/** A line for each book of the profile and each book with a policy. A policy that was never edited is `ask`. */
function listPolicies(ledger: Ledger, books: readonly Book[]): PolicyList {
  const stored = new Map(ledger.policies().map(policy => [policy.bookId, policy]))
  const names = new Map(books.map(({ id, name }) => [id, name]))
  const ids = [...new Set([...names.keys(), ...stored.keys()])]
  return {
    policies: ids.map(bookId => {
      const untouched = { bookId, policy: defaultPolicy, source: '', asOf: null, changedAt: null }
      return { ...(stored.get(bookId) ?? untouched), bookName: names.get(bookId) ?? bookId }
    }),
  }
}

/** Settlement of bets by the grader. */
export function createSettlementHandlers(
  settlement: Settlement,
  ledger: Pick<Ledger, 'reads'>,
): Handlers['settlement'] {
  return {
    snapshot: () => settlement.status(),
    settle: () => settlement.settle(),
    async checkLeg({ ticketId, place }) {
      const report = await settlement.checkLeg(ticketId, place)
      return { report, ticket: ledger.reads.ticket(ticketId) }
    },
  }
}

export interface TransferHandlerDeps extends ExportDeps {
  readonly imports: Imports
  readonly parquet: Pick<ParquetExport, 'save'>
  readonly windows: Pick<WindowHandlerDeps, 'list' | 'on'>
}

/** Export of tickets to a file, and import from one, which is released with its window. */
export function createTransferHandlers(deps: TransferHandlerDeps): Handlers['transfer'] {
  const { imports, windows } = deps
  /** The window whose file is open. */
  let owner: WindowName | undefined
  function requireOwn(window: WindowName): void {
    if (window === owner) return
    const sentence = 'Another window has opened a file since. Choose yours again.'
    throw new Refusal({ kind: 'invalid', field: '', sentence })
  }
  function release(window: WindowName): void {
    if (window !== owner) return
    owner = undefined
    imports.discard()
  }
  const isOpen = (window: WindowName) => window === 'main' || windows.list().includes(window)
  windows.on('closed', release)
  return {
    save: request => saveLedger(deps, request, Date.now()),
    saveParquet: ({ table }) => deps.parquet.save(table, Date.now()),
    async choose(_, window) {
      const file = await imports.choose()
      if (file !== null) owner = window
      if (!isOpen(window)) release(window)
      return file
    },
    preview({ mapping }, window) {
      requireOwn(window)
      return imports.preview(mapping)
    },
    commit({ alike }, window) {
      requireOwn(window)
      return imports.commit(alike)
    },
    undoImport: async ({ tickets, reason }) => ({ deleted: await imports.undo(tickets, reason) }),
    discard: (_, window) => release(window),
  }
}

export interface BackupHandlerDeps {
  readonly ledger: Ledger
  readonly backups: Backups
  /** Shows the ledger's file in the system's own file manager. */
  readonly showLedger: () => void
}

/** Backups, and recovery of a ledger that cannot be opened. */
export function createBackupsHandlers({
  ledger,
  backups,
  showLedger,
}: BackupHandlerDeps): Handlers['backups'] {
  const replaced = (keptAs: string) => ({ status: ledger.snapshot().status, keptAs })
  return {
    snapshot: () => backups.state(),
    list: () => ({ backups: backups.list() }),
    restore: async ({ name }) => replaced(await backups.restore(name)),
    adopt: async () => replaced(await backups.adopt()),
    startNew: async () => replaced(await backups.startNew()),
    retry() {
      ledger.retry()
      return ledger.snapshot().status
    },
    show: showLedger,
  }
}
