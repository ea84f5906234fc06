/** An import, from the choice of a file to its tickets being in the ledger. One at a time. */
import { EventEmitter } from 'node:events'
import { Refusal } from '../../../shared/failure.ts'
import { majorText } from '../../../shared/model/ticket/money.ts'
import { legsShort } from '../../../shared/model/game/leg-short.ts'
import {
  mostAlikeLines,
  type AlikeChoice,
  type ImportFile,
  type ImportPreview,
  type Kinship,
  type TableMapping,
  type TransferProgress,
} from '../../../shared/model/ticket/transfer.ts'
import { inSlices } from '../../async/in-slices.ts'
import type { Ledger } from '../ledger.ts'
import { identityHash } from '../projection/ticket-row.ts'
import { openFile, type OpenedFile, type Reader } from './opened-file.ts'
import type { ReadLine } from './read-line.ts'
import { checkReplay } from './replay.ts'
import { standingOf } from '../state/ticket-outcome.ts'
import type { IncomingTicket, Transfer } from './transfer.ts'

export interface ImportNeed {
  readonly ledger: Ledger
  /** A path, or undefined when the user chose none. */
  readonly askWhich: () => Promise<string | undefined>
  readonly reader: () => Reader
}

/** How the lists of a preview are cut off. */
const mostBadLines = 1_000
const firstLines = 10
const linesATold = 500

/** Copied out of the text that it was read from, of which a slice would keep all. */
const kept = <T>(line: T): T => structuredClone(line)

interface Previewed {
  readonly mapping: TableMapping | null
  readonly isDemo: boolean
  readonly preview: ImportPreview
}

export class Imports extends EventEmitter<{ progress: [TransferProgress] }> {
  readonly #need: ImportNeed
  #opened: OpenedFile | undefined
  #previewed: Previewed | undefined
  /** Only the last preview asked for is what will be imported. */
  #looks = 0

  constructor(need: ImportNeed) {
    super()
    this.#need = need
  }

  /** Null when the user chose none. Throws Refusal. */
  async choose(): Promise<ImportFile | null> {
    const path = await this.#need.askWhich()
    if (path === undefined) return null
    this.letGo()
    this.#opened = await openFile(path, this.#need.reader())
    return this.#opened.file
  }

  letGo(): void {
    this.#opened = undefined
    this.#previewed = undefined
  }

  /** Throws Refusal. */
  async preview(mapping: TableMapping | null): Promise<ImportPreview> {
    const opened = this.#use()
    const { transfer } = this.#need.ledger
    const isDemo = transfer.isDemo
    const look = ++this.#looks
    this.#previewed = undefined
    const preview = await inSlices(this.#looking(opened, mapping, transfer))
    if (look === this.#looks && this.#opened === opened) this.#previewed = { mapping, isDemo, preview }
    return preview
  }

  /** Takes in what the last preview showed. Throws Refusal; nothing has then come in. */
  async run(alike: AlikeChoice): Promise<{ imported: number; skipped: number }> {
    const opened = this.#use()
    const previewed = this.#previewed
    const { ledger } = this.#need
    if (previewed === undefined || previewed.isDemo !== ledger.transfer.isDemo)
      throw new Refusal({ kind: 'not-found', what: 'the preview of this import' })
    const count = { imported: 0, skipped: 0 }
    const tickets = this.#choosing(opened, previewed, { alike, count, transfer: ledger.transfer })
    await ledger.takeIn({ policies: opened.policies, tickets, reason: `imported from ${opened.file.name}` })
    this.letGo()
    return count
  }

  #use(): OpenedFile {
    if (this.#opened !== undefined) return this.#opened
    throw new Refusal({ kind: 'not-found', what: 'the file to import' })
  }

  *#looking(
    opened: OpenedFile,
    mapping: TableMapping | null,
    transfer: Transfer,
  ): Generator<void, ImportPreview> {
    const known = new Set(transfer.policies().map(({ bookId }) => bookId))
    const policies = opened.policies.filter(({ bookId }) => !known.has(bookId)).length
    const found = { tickets: 0, bad: 0, alike: 0, policies }
    const lists: Pick<ImportPreview, 'first' | 'badLines' | 'alikeLines'> = {
      first: [],
      badLines: [],
      alikeLines: [],
    }
    const kin = new Kin(transfer)
    for (const read of opened.lines(mapping)) {
      if (read.ok) {
        found.tickets++
        if (lists.first.length < firstLines) lists.first.push(kept(lineOf(read)))
        const alike = kin.of(read.ticket)
        if (alike !== null && ++found.alike <= mostAlikeLines)
          lists.alikeLines.push(kept({ ...lineOf(read), kinship: alike }))
      } else if (++found.bad <= mostBadLines)
        lists.badLines.push(kept({ line: read.line, reason: read.reason }))
      if ((found.tickets + found.bad) % linesATold === 0)
        this.emit('progress', { of: 'preview', lines: found.tickets + found.bad, ofLines: null })
      yield
    }
    return { ...found, ...lists }
  }

  *#choosing(
    opened: OpenedFile,
    { mapping, preview }: Previewed,
    {
      alike,
      count,
      transfer,
    }: { alike: AlikeChoice; count: { imported: number; skipped: number }; transfer: Transfer },
  ) {
    const kin = new Kin(transfer)
    const except = new Set(alike.except)
    for (const read of opened.lines(mapping)) {
      const kinship = read.ok ? kin.of(read.ticket) : null
      const isTaken = read.ok && (kinship === null || (alike.all === 'import') !== except.has(read.line))
      if (isTaken) count.imported++
      else if (read.ok) count.skipped++
      yield isTaken ? { ticket: read.ticket, isApart: kinship === 'same' } : null
      if ((count.imported + count.skipped) % linesATold === 0)
        this.emit('progress', {
          of: 'import',
          lines: count.imported + count.skipped,
          ofLines: preview.tickets,
        })
    }
  }
}

/** Whether a ticket is there already, as far as can be told. Looks at those before it in the file, too. */
class Kin {
  readonly #transfer: Transfer
  readonly #uids = new Set<string>()
  readonly #identities = new Set<string>()

  constructor(transfer: Transfer) {
    this.#transfer = transfer
  }

  of({ facts, ...ticket }: IncomingTicket): Kinship | null {
    const identity = identityHash(facts).toString('latin1')
    const isSame = this.#uids.has(facts.uid) || this.#transfer.hasUid(facts.uid)
    const isVoided = ticket.kind === 'carried' && ticket.isVoided
    const isAlike = !isVoided && (this.#identities.has(identity) || this.#transfer.hasAlike(facts))
    // A table's rows were given theirs a moment ago.
    if (ticket.kind === 'carried') this.#uids.add(facts.uid)
    if (!isVoided) this.#identities.add(identity)
    if (isSame) return 'same'
    if (isAlike) return 'alike'
    return ticket.kind === 'fresh' && this.#transfer.mayHave(facts) ? 'perhaps' : null
  }
}

function lineOf({ line, ticket }: Extract<ReadLine, { ok: true }>): ImportPreview['first'][number] {
  const { placedAt, book, legs, price, stakeMinor, currency } = ticket.facts
  return {
    line,
    placedAt,
    book: book.name,
    title: legsShort(legs),
    price: price.text,
    stake: majorText(stakeMinor, currency),
    currency,
    result: resultOf(ticket),
  }
}

function resultOf(ticket: IncomingTicket): string {
  if (ticket.kind === 'carried') return standingOf(checkReplay(ticket.ticket)).result
  const { decision } = ticket
  if (decision === null) return 'pending'
  if (decision.kind === 'result') return decision.result
  return decision.kind === 'cash-out' ? 'cashed-out' : 'paid'
}
