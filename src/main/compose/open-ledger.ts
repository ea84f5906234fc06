/** The ledger, and where the legs of its tickets come from. Its file is not read before the window is painted. */
import { Refusal } from '../../shared/failure.ts'
import type { Leg } from '../../shared/model/parlay/parlay.ts'
import type { TicketDraft } from '../../shared/model/ticket/ticket-draft.ts'
import type { TicketLeg } from '../../shared/model/ticket/ticket.ts'
import { parsePrice } from '../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import type { Board } from '../board/board.ts'
import type { LedgerHandlerDeps } from '../bridge/handlers/ledger.ts'
import type { Desk } from '../desk/desk.ts'
import { backupBeforeMigration } from '../ledger/backups/backup-files.ts'
import { ledgerFilesIn } from '../ledger/opening/ledger-file.ts'
import { Ledger } from '../ledger/ledger.ts'
import { Reports } from '../ledger/reads/reports.ts'
import { parseLeg } from '../ledger/tickets/parse-draft.ts'
import { workerFile } from './built.ts'
import { openBackups } from './open-backups.ts'

interface Need {
  readonly folder: string
  readonly log: (error: unknown) => string
  readonly account: Account
  readonly settings: UserSettings
  readonly board: Board
  readonly desk: Desk
}

export function openLedger({ folder, log, account, settings, board, desk }: Need) {
  const files = ledgerFilesIn(folder)
  const isDemo = () => account.isDemo
  const ledger = new Ledger({
    files,
    isDemo,
    log,
    beforeMigration: backupBeforeMigration(folder),
  })
  const reports = new Reports({
    reads: () => ledger.reads,
    file: files.database,
    isDemo,
    workerFile: workerFile('ledger-worker'),
  })
  const origin: LedgerHandlerDeps['origin'] = async draft => {
    return {
      profileId: account.activeId,
      isDemo: isDemo(),
      legs: await legsOf(draft, { settings, board, desk }),
    }
  }
  return { ledger, reports, origin, ...openBackups({ folder, log, ledger, account, settings }) }
}

type Sources = Pick<Need, 'settings' | 'board' | 'desk'>

/** The book that a bet was placed at, and what its single prices are written in. */
interface Counter {
  readonly bookId: string
  readonly singlesFormat: PriceFormat
}

async function legsOf(
  { bookId, legs }: TicketDraft,
  { settings, board, desk }: Sources,
): Promise<TicketLeg[]> {
  const counter = { bookId, singlesFormat: settings.state().value.singlesFormat }
  if (legs.kind === 'parlay') return desk.parlay(legs.parlayId).legs.map(leg => atBook(leg, counter))
  const keys = legs.legs.flatMap(leg => (leg.kind === 'selection' ? [leg.selectionKey] : []))
  const found = new Map((await board.legs(keys)).flatMap(({ leg }) => (leg === null ? [] : [[leg.key, leg]])))
  return legs.legs.map(draft => (draft.kind === 'typed' ? parseLeg(draft) : boardLeg(found, draft, counter)))
}

function boardLeg(
  found: ReadonlyMap<string, Leg>,
  draft: { selectionKey: string },
  counter: Counter,
): TicketLeg {
  const leg = found.get(draft.selectionKey)
  if (leg !== undefined) return atBook(leg, counter)
  throw new Refusal({ kind: 'not-found', what: 'a leg, which the board no longer has' })
}

/** A leg as the book offers it; one that it does not offer now has no tokens, and is settled by hand. */
function atBook({ key, name, market, game, offers }: Leg, { bookId, singlesFormat }: Counter): TicketLeg {
  const offer = offers.find(each => each.bookId === bookId)
  const { id, title, short, league, startAt } = game
  return {
    selectionKey: key,
    oddsId: offer?.oddsId ?? null,
    grade: offer?.grade ?? null,
    name,
    market,
    game: { id, title, short, league, startAt },
    price: singlePrice(offer?.price ?? null, singlesFormat),
  }
}

/** A single price is in the format the user set for them; one that is not is left out, as nothing may be guessed. */
function singlePrice(text: string | null, format: PriceFormat): TicketLeg['price'] {
  return text !== null && parsePrice(text, format).ok ? { text, format } : null
}
