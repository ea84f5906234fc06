/** Construction of the ledger, its reports, backups, transfer to and from files, and settlement. */
import { deskFileIn, type BaseServices } from './desk-services.ts'
import type { LedgerHandlerDeps } from '../bridge/handlers/ledger.ts'
import type { Desk } from '../desk/desk.ts'
import type { QuoteStore } from '../desk/quotes/quote-store.ts'
import type { FairStore } from '../desk/fair/fair-store.ts'
import { backupsForOpening } from '../ledger/backups/backup-files.ts'
import { ledgerFilesIn } from '../ledger/opening/ledger-file.ts'
import { Ledger } from '../ledger/ledger.ts'
import { Reports } from '../ledger/reads/reports.ts'
import { HedgePlanner } from '../ledger/stakes/hedge-planner.ts'
import { StakePlanner } from '../ledger/stakes/stake-planner.ts'
import { findTakenFair } from '../ledger/tickets/taken-fair.ts'
import { resolveLegs } from '../ledger/tickets/ticket-legs.ts'
import { toFingerprint } from '../../shared/model/parlay/parlay.ts'
import { ClosingPrices } from '../ledger/settlement/closing-prices.ts'
import { Settlement } from '../ledger/settlement/settlement.ts'
import { createGrader } from '../odds-service/grader.ts'
import { findClosingMargin } from '../ledger/settlement/closing-margin.ts'
import { priority } from '../odds-service/permits.ts'
import { findClosingSource } from '../ledger/settlement/closing-source.ts'
import { join } from 'node:path'
import { shell } from 'electron'
import type { ValueSettings } from '../../shared/model/settings/settings.ts'
import type { Bankroll } from '../../shared/model/ticket/proof-report.ts'
import type { TicketDraft } from '../../shared/model/ticket/ticket-draft.ts'
import type { TakenFair } from '../../shared/model/ticket/ticket.ts'
import { demoProfileId } from '../../shared/model/settings/profile.ts'
import { isLedgerTable } from '../../shared/model/ticket/parquet-table.ts'
import { ParquetExport } from '../files/parquet/parquet-export.ts'
import type { FileDialogs } from '../files/choose-files.ts'
import { Backups } from '../ledger/backups/backups.ts'
import { Imports } from '../ledger/transfer/imports.ts'

interface LedgerBase extends BaseServices {
  readonly desk: Desk
  readonly fairStore: FairStore
  readonly quotes: QuoteStore
  readonly dialogs: FileDialogs
  readonly workerFile: (name: 'ledger-worker' | 'stakes-worker' | 'parquet-worker') => URL
  /** This desk in a team; null without one. */
  readonly member: () => string | null
}

/** The ledger's file is not read before the window is painted. */
export function openLedger(deps: LedgerBase) {
  const { folder, log, account, settings, board, desk, workerFile, member } = deps
  const files = ledgerFilesIn(folder)
  const isDemo = () => account.isDemo
  const toOwnProfile = (profileId: string) => findOwnProfile(account, profileId)
  const ledger = new Ledger({ files, isDemo, log, member, toOwnProfile, ...backupsForOpening(folder) })
  const reports = new Reports({
    reads: () => ledger.reads,
    file: files.database,
    isDemo,
    bankroll: () => toBankroll(settings.state().value),
    workerFile: workerFile('ledger-worker'),
  })
  const planner = openPlanner(deps, ledger)
  const origin: LedgerHandlerDeps['origin'] = async draft => ({
    profileId: account.activeId,
    isDemo: isDemo(),
    legs: await resolveLegs(draft, {
      parlay: id => desk.parlay(id),
      legs: keys => board.legs(keys),
      singlesFormat: () => settings.state().value.singlesFormat,
    }),
    ...findFair(deps, draft),
  })
  const hedges = openHedges(deps, ledger)
  return {
    ledger,
    reports,
    planner,
    hedges,
    origin,
    ...openTransfer(deps, ledger),
    parquet: openParquet(deps, ledger),
    ...openSettlement(deps, ledger),
  }
}

/** Profile by which a ticket of another desk is graded here: the one that it names, or else the present one. */
function findOwnProfile(account: LedgerBase['account'], profileId: string): string {
  const own = account.state().profiles.map(({ id }) => id)
  if (own.includes(profileId)) return profileId
  return account.isDemo ? (own[0] ?? profileId) : account.activeId
}

function openPlanner({ settings, desk, workerFile }: LedgerBase, ledger: Ledger): StakePlanner {
  return new StakePlanner({
    openBets: currency => ledger.reads.openBets(currency),
    rows: () => desk.rows(),
    promotions: () => ledger.accounts.openPromotions(),
    accountLimits: currency => ledger.accounts.limits(currency),
    settings: () => settings.state(),
    workerFile: workerFile('stakes-worker'),
  })
}

/** Ways out of open tickets, with the board's other sides and fresh prices of single legs. */
function openHedges({ settings, board, desk, askBook }: LedgerBase, ledger: Ledger): HedgePlanner {
  return new HedgePlanner({
    ticket: id => ledger.reads.ticket(id),
    facts: id => ledger.facts(id),
    openBets: currency => ledger.reads.openBets(currency),
    accounts: () => ledger.accounts.overview().accounts,
    books: () => settings.shownBooks(),
    sides: (key, eachWay) => board.hedgeSides(key, eachWay),
    rows: () => desk.rows(),
    singlesFormat: () => settings.state().value.singlesFormat,
    staleAfterMs: () => settings.state().staleAfterMs,
    ask: (book, tokens, signal) => askBook(book, tokens, { signal, priority: priority.user }),
  })
}

const toBankroll = ({ bankrollMinor: minor, currency }: ValueSettings): Bankroll => ({ minor, currency })

/** Fair win probability of a bet that is recorded from the desk. */
function findFair({ desk, settings }: LedgerBase, draft: TicketDraft): { fair?: TakenFair } {
  const { legs } = draft
  const row = legs.kind === 'parlay' ? desk.rows().find(({ id }) => id === legs.parlayId) : undefined
  const fair = row && findTakenFair(row, draft, { now: Date.now(), ...settings.state() })
  return fair === undefined ? {} : { fair }
}

/** Share of the budget reserved for closing prices while some are due; they use no more. */
const closingShare = 0.25

/** Settlement of open bets, and their closing prices. */
function openSettlement(base: LedgerBase, ledger: Ledger) {
  const { log, account, caller, budgets, board, settings, quotes } = base
  const profileId = () => account.activeId
  const settlement = new Settlement({
    ledger,
    grader: createGrader(caller),
    profileId,
    profileNamed: id => account.state().profiles.find(profile => profile.id === id)?.name,
    profile: () => account.profile(),
    pace: () => (account.isDemo ? 'minutes' : 'hours'),
    log,
  })
  const closing = new ClosingPrices({
    ledger,
    profileId,
    source: facts => findClosingSource(base, facts),
    margin: facts =>
      findClosingMargin(
        { board, partition: cell => findPartition(base, cell), value: () => settings.state().value },
        facts,
      ),
    lastPrice: ({ book, legs }, time) => {
      const fingerprint = toFingerprint(legs.map(({ selectionKey }) => selectionKey ?? ''))
      return quotes.lastPrice({ profileId: profileId(), fingerprint, bookId: book.id }, time)
    },
    keepFree: (calls, forMs) => budgets.of(profileId()).keepFree(calls, forMs),
    callsPerMinute: () => Math.max(1, Math.floor(budgets.of(profileId()).limit * closingShare)),
    log,
  })
  return { settlement, closing }
}

/** A book's last partition of a parlay, if it is complete. */
function findPartition({ fairStore }: LedgerBase, cell: { parlayId: number; bookId: string }) {
  const fair = fairStore.ofParlay(cell.parlayId).find(({ bookId }) => bookId === cell.bookId)
  if (fair?.result.kind !== 'exact') return undefined
  const [own] = fairStore.outcomes(cell)
  return { at: fair.at, result: fair.result, keys: own?.legs.map(({ key }) => key) ?? [] }
}

/** Export of prices and tickets to Parquet. */
function openParquet({ folder, quotes, dialogs, workerFile }: LedgerBase, ledger: Ledger): ParquetExport {
  return new ParquetExport({
    fileOf: table => (isLedgerTable(table) ? ledgerFilesIn(folder).database : deskFileIn(folder)),
    // Reading the ledger catches its tables up with the log.
    prepare: table => (isLedgerTable(table) ? ledger.reads : quotes.save()),
    askWhere: dialogs.chooseWhereToSaveParquet,
    workerFile: workerFile('parquet-worker'),
  })
}

/** Backups, export and import of the ledger. */
function openTransfer({ folder, log, account, settings, dialogs, member }: LedgerBase, ledger: Ledger) {
  const files = ledgerFilesIn(folder)
  const backups = new Backups({ ledger, folder, files, log, member })
  /** The ledger moved aside last: the next import is likely to read it. */
  let setAside: string | undefined
  backups.on('replaced', keptAs => (setAside = ledgerFilesIn(join(folder, 'kept', keptAs)).database))
  const imports = new Imports({
    ledger,
    askWhich: () => dialogs.chooseTickets(setAside),
    context: () => ({
      owner: {
        isDemo: account.isDemo,
        profileId: account.activeId,
        profileIds: [demoProfileId, ...account.state().profiles.map(({ id }) => id)],
      },
      books: settings.state().books,
      currency: ledger.reads.choices().currencies[0] ?? 'USD',
    }),
  })
  return { backups, imports, showLedger: () => shell.showItemInFolder(files.database) }
}
