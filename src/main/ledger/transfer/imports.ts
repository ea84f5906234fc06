/** An import, from choosing a file to writing its tickets. One at a time. */
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import { shortenLegs } from '../../../shared/model/game/leg-short.ts'
import { majorText } from '../../../shared/model/ticket/money.ts'
import {
  maxAlikeLines,
  type AlikeChoice,
  type ImportedTickets,
  type ImportFile,
  type ImportPreview,
  type DuplicateKind,
  type TableMapping,
  type TransferProgress,
} from '../../../shared/model/ticket/transfer.ts'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import { runInSlices } from '../../async/in-slices.ts'
import type { Database } from '../../storage/database.ts'
import type { Ledger } from '../ledger.ts'
import type { LedgerCore } from '../opening/ledger-file.ts'
import { toDayNumber, toIdentityHash, toQuotedPrice } from '../projection/ticket-row.ts'
import { deriveOutcome } from '../state/ticket-outcome.ts'
import { openFile, type ImportContext, type OpenedFile } from './opened-file.ts'
import type { ImportLine, IncomingTicket } from './replay.ts'
import { Doubter } from './doubter.ts'
import { commitImport, voidImported } from './ledger-tickets.ts'

export interface ImportDeps {
  readonly ledger: Ledger
  /** Returns a path, or undefined when the user chose none. */
  readonly askWhich: () => Promise<string | undefined>
  readonly context: () => ImportContext
}

/** Limits of the lists in a preview. */
const maxBadLines = 1_000
const maxFirstLines = 10
const linesPerProgress = 500

interface CommittedImport {
  readonly imported: number
  readonly skipped: number
  readonly tickets: ImportedTickets | null
}

interface ShownPreview {
  readonly mapping: TableMapping | null
  readonly isDemo: boolean
  readonly preview: ImportPreview
}

export class Imports extends EventEmitter<{ progress: [TransferProgress] }> {
  readonly #deps: ImportDeps
  #opened: OpenedFile | undefined
  #shown: ShownPreview | undefined
  /** Number of the last preview requested; only that one can be committed. */
  #lastPreview = 0
  /** Imports of this run, which can be undone. */
  readonly #done: (ImportedTickets & { readonly isDemo: boolean })[] = []

  constructor(deps: ImportDeps) {
    super()
    this.#deps = deps
  }

  /** Null when the user chose none. Throws Refusal. */
  async choose(): Promise<ImportFile | null> {
    const path = await this.#deps.askWhich()
    if (path === undefined) return null
    this.discard()
    this.#opened = await openFile(path, this.#deps.context())
    return this.#opened.file
  }

  /** Imports a file of this program's own, whose tickets the ledger does not have. Imports all or none. Throws Refusal. */
  async importAll(path: string): Promise<void> {
    const { policies, accounts, lines } = await openFile(path, this.#deps.context())
    const tickets = lines(null).map(parsed => {
      if (parsed.ok) return parsed.ticket
      const sentence = `Line ${parsed.line} can’t be imported: ${parsed.reason}`
      throw new Refusal({ kind: 'invalid', field: 'file', sentence })
    })
    await commitImport(this.#deps.ledger, { policies, accounts, tickets, reason: 'imported' })
  }

  discard(): void {
    this.#opened = undefined
    this.#shown = undefined
  }

  /** Throws Refusal. */
  async preview(mapping: TableMapping | null): Promise<ImportPreview> {
    const opened = this.#getOpened()
    const { core } = this.#deps.ledger
    const isDemo = core.isDemo()
    const number = ++this.#lastPreview
    this.#shown = undefined
    const preview = await runInSlices(this.#readPreview(opened, mapping, core))
    if (number === this.#lastPreview && this.#opened === opened) this.#shown = { mapping, isDemo, preview }
    return preview
  }

  /** Imports the tickets of the last preview. Throws Refusal; nothing is imported then. */
  async commit(alike: AlikeChoice): Promise<CommittedImport> {
    const opened = this.#getOpened()
    const shown = this.#shown
    const { ledger } = this.#deps
    if (shown === undefined || shown.isDemo !== ledger.core.isDemo())
      throw new Refusal({ kind: 'not-found', what: 'the preview of this import' })
    const count = { imported: 0, skipped: 0 }
    const detector = new DuplicateDetector(ledger.core)
    const except = new Set(alike.except)
    const tickets = opened.lines(shown.mapping).map(parsed => {
      if (!parsed.ok) return null
      const duplicateKind = detector.check(parsed.ticket)
      const isChosen = duplicateKind === null || (alike.all === 'import') !== except.has(parsed.line)
      count[isChosen ? 'imported' : 'skipped']++
      this.#reportProgress('import', count.imported + count.skipped, shown.preview.tickets)
      return isChosen ? withOwnUid(parsed.ticket, duplicateKind) : null
    })
    const reason = `imported from ${opened.file.name}`
    const batch = { policies: opened.policies, accounts: opened.accounts, tickets, reason }
    const imported = await commitImport(ledger, batch)
    if (imported !== null) this.#done.push({ ...imported, isDemo: shown.isDemo })
    this.discard()
    return { ...count, tickets: imported }
  }

  /** Deletes the tickets of an import; those of the other of demo and own stay. Throws Refusal; nothing is deleted then. */
  async undo({ first, last }: ImportedTickets, reason: string): Promise<number> {
    const { ledger } = this.#deps
    const isDemo = ledger.core.isDemo()
    const at = this.#done.findIndex(
      done => done.first === first && done.last === last && done.isDemo === isDemo,
    )
    if (at < 0) throw new Refusal({ kind: 'not-found', what: 'this import' })
    const deleted = await voidImported(ledger, { first, last }, reason)
    this.#done.splice(at, 1)
    return deleted
  }

  #getOpened(): OpenedFile {
    if (this.#opened !== undefined) return this.#opened
    throw new Refusal({ kind: 'not-found', what: 'the file to import' })
  }

  *#readPreview(
    opened: OpenedFile,
    mapping: TableMapping | null,
    core: LedgerCore,
  ): Generator<void, ImportPreview> {
    const known = new Set(core.policies.all().map(({ bookId }) => bookId))
    const policies = opened.policies.filter(({ bookId }) => !known.has(bookId)).length
    const accounts = opened.accounts.filter(
      ({ accountId }) => core.accounts.find(accountId) === undefined,
    ).length
    const counts = { tickets: 0, bad: 0, alike: 0, doubts: 0, policies, accounts }
    const lists: Pick<ImportPreview, 'first' | 'badLines' | 'doubtLines' | 'alikeLines'> = {
      first: [],
      badLines: [],
      doubtLines: [],
      alikeLines: [],
    }
    const detector = new DuplicateDetector(core)
    const doubter = new Doubter([...this.#deps.context().books, ...this.#deps.ledger.reads.choices().books])
    for (const parsed of opened.lines(mapping)) {
      if (parsed.ok) {
        counts.tickets++
        if (lists.first.length < maxFirstLines) lists.first.push(detach(toPreviewLine(parsed)))
        const doubts = doubter.check(parsed.ticket).map(text => detach({ line: parsed.line, text }))
        lists.doubtLines.push(...doubts.slice(0, Math.max(0, maxBadLines - counts.doubts)))
        counts.doubts += doubts.length
        const duplicateKind = detector.check(parsed.ticket)
        if (duplicateKind !== null && ++counts.alike <= maxAlikeLines)
          lists.alikeLines.push(detach({ ...toPreviewLine(parsed), duplicateKind }))
      } else if (++counts.bad <= maxBadLines)
        lists.badLines.push(detach({ line: parsed.line, reason: parsed.reason }))
      this.#reportProgress('preview', counts.tickets + counts.bad, null)
      yield
    }
    return { ...counts, ...lists }
  }

  #reportProgress(of: TransferProgress['of'], lines: number, ofLines: number | null): void {
    if (lines % linesPerProgress === 0) this.emit('progress', { of, lines, ofLines })
  }
}

/** A second ticket with the same uid gets a new one. */
const withOwnUid = (ticket: IncomingTicket, duplicateKind: DuplicateKind | null): IncomingTicket =>
  duplicateKind === 'same' ? { ...ticket, facts: { ...ticket.facts, uid: randomUUID() } } : ticket

/** Copies a line whose strings are slices, each of which would keep the whole text in memory. */
const detach = <T>(line: T): T => structuredClone(line)

const prepareStatements = (database: Database) => ({
  byUid: database.prepare('SELECT 1 FROM tickets WHERE uid = ?'),
  alike: database.prepare(
    'SELECT 1 FROM tickets WHERE identity = ? AND is_demo = ? AND is_voided = 0 LIMIT 1',
  ),
  similar: database.prepare(
    `SELECT DISTINCT t.price_odds AS odds FROM facets AS f
     CROSS JOIN ticket_facets AS d ON d.facet_id = f.id AND d.day = :day
     CROSS JOIN tickets AS t ON t.id = d.ticket_id
     WHERE f.is_demo = :isDemo AND f.kind = 'book' AND f.value = :book AND t.stake_minor = :stakeMinor
       AND t.currency = :currency`,
  ),
})

const Odds = z.object({ odds: z.string() })
/** Difference of decimal odds below which they count as equal: tables round them to two places. */
const minOddsDifference = 0.01

/** Detects tickets that are in the ledger already, or earlier in the same file. */
class DuplicateDetector {
  readonly #isDemo: number
  readonly #run: ReturnType<typeof prepareStatements>
  readonly #uids = new Set<string>()
  readonly #identities = new Set<string>()

  constructor({ database, isDemo }: LedgerCore) {
    this.#isDemo = Number(isDemo())
    this.#run = prepareStatements(database)
  }

  /** Returns null for a ticket that is not a duplicate. Later calls compare with this one too. */
  check({ facts, ...ticket }: IncomingTicket): DuplicateKind | null {
    const hash = toIdentityHash(facts)
    const identity = hash.toString('latin1')
    const isSame = this.#uids.has(facts.uid) || this.#run.byUid.get(facts.uid) !== undefined
    const isVoided = ticket.kind === 'portable' && ticket.state.isVoided
    const isAlike =
      !isVoided && (this.#identities.has(identity) || this.#run.alike.get(hash, this.#isDemo) !== undefined)
    // The uid of a table's row is random.
    if (ticket.kind === 'portable') this.#uids.add(facts.uid)
    if (!isVoided) this.#identities.add(identity)
    if (isSame) return 'same'
    if (isAlike) return 'alike'
    return ticket.kind === 'new' && this.#hasSimilar(facts) ? 'perhaps' : null
  }

  /** True when a ticket with the same book, day, stake and nearly the same odds is in the ledger. */
  #hasSimilar({ book, day, stakeMinor, currency, price }: TicketFacts): boolean {
    const of = { day: toDayNumber(day), isDemo: this.#isDemo, book: book.id, stakeMinor, currency }
    const { decimal } = toQuotedPrice(price)
    return Odds.array()
      .parse(this.#run.similar.all(of))
      .some(({ odds }) => Math.abs(toQuotedPrice({ ...price, odds }).decimal - decimal) < minOddsDifference)
  }
}

function toPreviewLine({ line, ticket }: Extract<ImportLine, { ok: true }>): ImportPreview['first'][number] {
  const { placedAt, book, legs, price, stakeMinor, currency } = ticket.facts
  return {
    line,
    placedAt,
    book: book.name,
    title: shortenLegs(legs),
    price: price.text,
    stake: majorText(stakeMinor, currency),
    currency,
    result: toResultName(ticket),
  }
}

function toResultName(ticket: IncomingTicket): string {
  if (ticket.kind === 'portable') return deriveOutcome(ticket.state).result
  const { decision } = ticket
  if (decision === null) return 'pending'
  if (decision.kind === 'result') return decision.result
  return decision.kind === 'cash-out' ? 'cashed-out' : 'paid'
}
