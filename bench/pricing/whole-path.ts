/**
 * The whole path of a price with the program's parts: request of the window, planner, budget, key, client, parsing, the
 * event sent to the window as text, and the quote stored durably. Wired as in `compose/services.ts`, with one parlay on
 * the desk.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { Account } from '../../src/main/account/account.ts'
import { createMemoryVault } from '../../src/main/account/key-vault.ts'
import type { SettingsFile, StoredSettings } from '../../src/main/account/stored-settings.ts'
import { UserSettings } from '../../src/main/account/settings.ts'
import { Board } from '../../src/main/board/board.ts'
import { createAskBook } from '../../src/main/odds-service/pricing.ts'
import {
  createPreconnect,
  openBudgets,
  openDesk,
  openDeskFile,
} from '../../src/main/compose/desk-services.ts'
import type { Desk } from '../../src/main/desk/desk.ts'
import { ParlayStore } from '../../src/main/desk/parlays/parlay-store.ts'
import { FairStore } from '../../src/main/desk/fair/fair-store.ts'
import { QuoteStore } from '../../src/main/desk/quotes/quote-store.ts'
import { Caller } from '../../src/main/odds-service/caller.ts'
import { Http } from '../../src/main/odds-service/http.ts'
import { contract } from '../../src/shared/contract.ts'
import type { Cell } from '../../src/shared/model/price/cell.ts'
import { defaultSounds } from '../../src/shared/model/settings/sounds.ts'
import { noUpdates } from '../../src/shared/model/settings/updates.ts'
import { plainLedgerLayout, plainPanes } from '../../src/shared/model/settings/view.ts'
import type { DeskChange } from '../../src/shared/model/parlay/desk.ts'
import { noNote, type Leg } from '../../src/shared/model/parlay/parlay.ts'
import {
  defaultKeepLimits,
  defaultStaleAfterMs,
  defaultValueSettings,
} from '../../src/shared/model/settings/settings.ts'
import { hostIds } from './book-servers.ts'
import { tokens, type Client } from './clients.ts'

const profileId = 'bench'
const game = { id: 'game', title: 'Game', short: 'G', league: 'league', startAt: null, isLive: false }

/** Opens a desk on a new file; `pattern` is the pricing address of its profile. */
export async function wholePath(pattern: string): Promise<Client> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  const parts = open(folder, createSettings(pattern))
  const { desk, budgets, database, http } = parts
  await parts.account.open()
  const { id } = new ParlayStore(database).add(profileId, {
    legs: tokens.map(createLeg),
    note: noNote,
    addedAt: 0,
  })
  desk.open()
  const window = new MessageChannel()
  desk.on('updated', update => window.port1.postMessage(JSON.stringify(update)))
  window.port2.on('message', () => {}).unref()
  const findQuote = database.prepare('SELECT id FROM quotes WHERE id = ?')
  let newest = 0
  return {
    askAll: async () => {
      newest = await priceRow(desk, id, newest)
      // Quotes are stored in order, so that the newest is the last.
      while (findQuote.get(newest) === undefined) await turn()
    },
    connectAhead: () => parts.connectAhead(hostIds),
    close: async () => {
      desk.close()
      window.port1.close()
      budgets.close()
      await http.close()
      database.close()
      await rm(folder, { recursive: true })
    },
  }
}

function open(folder: string, file: SettingsFile) {
  const startDemo = () => Promise.reject(new Error('no demo here'))
  const account = new Account({ settings: file, vault: createMemoryVault('bench-key'), startDemo })
  const settings = new UserSettings(file)
  const { database } = openDeskFile(folder, account)
  const http = new Http()
  const { budgets } = openBudgets({ database, file })
  const caller = new Caller({ http, keys: account.keys, acquirePermit: budgets.acquire })
  const askBook = createAskBook({ account, settings, caller })
  // Never asked, so its worker is never started.
  const board = new Board({ workerFile: '' })
  const stores = { quotes: new QuoteStore(database), fairStore: new FairStore(database) }
  const desk = openDesk({ database, account, settings, board, budgets, askBook }, stores)
  budgets.on('changed', () => desk.budgetChanged())
  const connectAhead = createPreconnect({ account, settings, http })
  return { account, database, http, budgets, desk, connectAhead }
}

/** Prices the row and waits until the last of its cells was sent (quotes after `newest`). Returns the newest id. */
function priceRow(desk: Desk, parlayId: number, newest: number): Promise<number> {
  return new Promise((done, fail) => {
    desk.on('changed', function look({ rows }: DeskChange) {
      const cells = rows.find(({ id }) => id === parlayId)?.cells ?? []
      const isNew = ({ activity, quote }: Cell) => activity.kind === 'none' && (quote?.id ?? 0) > newest
      if (cells.length === 0 || !cells.every(isNew)) return
      desk.off('changed', look)
      if (cells.every(({ quote }) => quote?.outcome.kind === 'priced'))
        done(Math.max(...cells.map(({ quote }) => quote?.id ?? 0)))
      else fail(new Error('A book gave the desk no price.'))
    })
    const request = contract.desk.price.request.parse({ parlayId, bookId: null })
    desk.price(request.parlayId, request.bookId)
  })
}

/** A leg that every book has, with the tokens that the others send too. */
function createLeg(token: string, at: number): Leg {
  const key = `game#Points#leg ${at}`
  const offers = hostIds.map(bookId => ({
    bookId,
    oddsId: `${bookId}#${key}`,
    sgp: token,
    grade: null,
    price: null,
  }))
  return { key, name: `leg ${at}`, market: 'Points', game, offers }
}

/** Settings file content with a limit that holds nothing back. */
function createSettings(pricing: string): SettingsFile {
  const elsewhere = { queue: pricing, grader: pricing, feed: null }
  const stored: StoredSettings = {
    version: 1,
    profiles: [{ id: profileId, name: 'Bench', pricing, ...elsewhere }],
    activeProfileId: profileId,
    savedKeys: [],
    theme: 'system',
    priceFormat: 'american',
    staleAfterMs: defaultStaleAfterMs,
    value: defaultValueSettings,
    keepPrices: defaultKeepLimits,
    books: { [profileId]: hostIds.map(id => ({ id, name: id, hostId: id, isOn: true })) },
    callLimits: { [profileId]: { kind: 'by-hand', perMinute: 100_000, inFlight: 64, perHost: 2 } },
    autoSeconds: null,
    autoShare: 0.6,
    isAutoWhileHidden: false,
    approvedHosts: {},
    sources: {},
    pins: {},
    recents: {},
    grids: {},
    layouts: [],
    recentCommands: {},
    scans: {},
    slips: {},
    ticketForms: [],
    demoBegunAt: null,
    zoom: 1,
    panes: plainPanes,
    keys: [],
    sounds: defaultSounds,
    ledgerLayout: plainLedgerLayout,
    tour: 'finished',
    windows: {},
    lastFolder: null,
    isScriptsOn: false,
    updates: noUpdates,
  }
  return { notice: undefined, isUnsaved: false, read: () => stored, write: () => {}, onUnsaved: () => {} }
}
