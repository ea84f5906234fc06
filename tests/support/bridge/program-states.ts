/** States that a program can be in, each reached as users reach it: with real services, files and faults of the network. */
import { randomUUID } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished, vi } from 'vitest'
import {
  profileFor,
  startDemoService,
  type DemoOptions,
  type DemoService,
} from '../../../src/demo/service.ts'
import type { Fault } from '../../../src/demo/server/fault.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { odds } from '../board/sources-fixture.ts'
import { tempFolder } from '../storage/temp-folder.ts'
import { readFacts } from './program-facts.ts'
import { smallDemoFolder, startProgram, type Program, type ProgramOptions } from './running-program.ts'

type Start = () => Promise<Program>

const waitUntil = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 20_000 })

/** Faults of the service. */
const serviceFaults: Readonly<Record<string, Omit<Fault, 'route'>>> = {
  'a redirect': { kind: 'redirect' },
  'HTTP 401': { kind: 'status', status: 401, body: 'No' },
  'HTTP 500': { kind: 'status', status: 500, body: 'oh' },
  'a refused key': { kind: 'invalid-key' },
  'a page of HTML': { kind: 'html' },
  'a reset': { kind: 'reset' },
  'broken JSON': { kind: 'malformed' },
  null: { kind: 'null' },
  'other types': { kind: 'wrong-types' },
  'deep nesting': { kind: 'deep-nesting' },
}
const pricingFaults: readonly Omit<Fault, 'route'>[] = [
  { kind: 'reset', book: 'alpha_bet' },
  { kind: 'error-body', message: 'Market suspended', book: 'bravo' },
  { kind: 'html', book: 'charlie_sports' },
  { kind: 'redirect', book: 'delta' },
]

/** The faults on every way to the service: odds, prices, queue and results. */
const everywhere = (fault: Omit<Fault, 'route'>): Fault[] =>
  (['feed', 'pricing', 'queue', 'grader'] as const).map(route => ({ route, ...fault }))

async function startService(options: DemoOptions = {}): Promise<DemoService> {
  const service = await startDemoService({ latency: 0, ratePerMinute: 100_000, ...options })
  onTestFinished(() => service.close())
  return service
}

interface OwnOptions extends ProgramOptions {
  readonly isKeyed?: boolean
  readonly hasFeed?: boolean
}

/** A profile of the user's own on a service. */
async function startOwn(service: DemoService, options: OwnOptions = {}): Promise<Program> {
  const { isKeyed = true, hasFeed = true, ...others } = options
  const file = join(tempFolder(), 'profile.json')
  const profile = profileFor(service.port)
  writeFileSync(file, JSON.stringify({ ...profile, name: 'Mine', feed: hasFeed ? profile.feed : null }))
  const switches = { profile: file }
  const program = startProgram({ ...others, ...(isKeyed && { key: service.key }), switches })
  await program.open()
  return program
}

const fewBooks = ['alpha_bet', 'bravo', 'charlie_sports', 'delta']

/** Some books and leagues of the feed, with parlays of one, two and three legs priced at them. */
async function fillDesk({ api, services }: Program): Promise<void> {
  // The first load only finds the books.
  await api.board.load({ id: 'feed' })
  for (const book of services.settings.state().books)
    await api.settings.saveBook({ ...book, isOn: fewBooks.includes(book.id) })
  const plan = { leagues: ['ubl'], isLiveOnly: false, isMainOnly: false, everySeconds: null }
  await api.board.planFeed({ id: 'feed', plan })
  await api.board.load({ id: 'feed' })
  await addParlays({ api, services })
}

/** Puts parlays of one, two and three legs of a game on the desk, and waits until they are priced. */
async function addParlays({ api, services }: Pick<Program, 'api' | 'services'>): Promise<void> {
  const { lines } = await readFacts(api)
  const game = lines[0]?.key.split('#', 1)[0] ?? ''
  const ofGame = lines.filter(({ key }) => key.startsWith(`${game}#`))
  // Legs of different markets, so that most can be combined.
  const keys = [...Map.groupBy(ofGame, ({ market }) => market).values()].flatMap(([line]) => line?.key ?? [])
  for (const legs of [1, 2, 3]) await api.desk.addParlay({ selections: keys.slice(0, legs), note: noNote })
  const isSettled = () =>
    services.desk
      .snapshot()
      .rows.every(({ cells }) =>
        cells.every(
          ({ activity, quote, missingLegs }) =>
            activity.kind === 'none' && (quote !== null || missingLegs > 0),
        ),
      )
  await waitUntil(isSettled)
}

/** The filled desk that states begin with, made once, because filling it takes long. */
let filled: Promise<{ readonly folder: string; readonly service: DemoService }> | undefined

async function fillOnce() {
  const service = await startDemoService({ latency: 0, ratePerMinute: 100_000, queue: { capacity: 2 } })
  const program = await startOwn(service, { folder: mkdtempSync(join(tmpdir(), 'desk-filled-')) })
  await fillDesk(program)
  await program.close()
  return { folder: program.folder, service }
}

/** Ends what the states share. */
export async function endStates(): Promise<void> {
  if (filled === undefined) return
  const { folder, service } = await filled
  await service.close()
  rmSync(folder, { recursive: true })
}

/** A program on a copy of the filled desk, with faults of its service from now on. */
async function startFilled(
  faults: readonly Fault[] = [],
  change: (folder: string) => void = () => {},
): Promise<Program> {
  const { folder: from, service } = await (filled ??= fillOnce())
  service.setFaults(faults)
  const folder = tempFolder()
  cpSync(from, folder, { recursive: true })
  change(folder)
  return startOwn(service, { folder })
}

async function startPriced(faults: readonly Fault[]): Promise<Program> {
  const program = await startOwn(await startService({ faults }))
  await fillDesk(program)
  return program
}

async function startDemo(options?: ProgramOptions): Promise<Program> {
  const program = startProgram(options)
  await program.open()
  return program
}

/** A profile without loaded odds, whose service does not respond. */
async function startQuiet(options: ProgramOptions = {}): Promise<Program> {
  const file = join(tempFolder(), 'profile.json')
  writeFileSync(file, JSON.stringify({ ...profileFor(9), name: 'Mine', feed: null }))
  const program = startProgram({ key: 'key', ...options, switches: { profile: file } })
  await program.open()
  return program
}

/** A data folder of an earlier start, with a closed ledger of some tickets. */
async function leaveTickets(): Promise<string> {
  const program = await startQuiet()
  for (const place of [0, 1, 2])
    await program.api.ledger.record({ ...draft(place), legs: { kind: 'hand', legs: [typedLeg] } })
  await program.close()
  return program.folder
}
const draft = (ageMs: number) => ({
  ...{ uid: randomUUID(), bookId: 'bravo', bookName: null, placedAt: Date.now() - ageMs },
  ...{ stake: '40', currency: 'USD', price: { text: '+512', format: 'american' as const } },
  ...{ kind: 'normal' as const, isLive: false, tags: ['live'], note: '' },
})
const typedLeg = {
  ...{
    kind: 'typed' as const,
    name: 'Ada North Over 27.5',
    market: 'Player Points',
    game: 'Game',
    league: 'UBL',
  },
  ...{ startAt: null, oddsId: null, grade: 'grade', price: null },
}

/** A ticket of two legs of which one has won, and the other has a bet against it at these books. */
async function startOneLegAway(): Promise<Program> {
  const program = await startFilled()
  const { api } = program
  const { lines } = await readFacts(api)
  const known = new Set(lines.map(({ key }) => key))
  // A line on a half, which no result pushes.
  const hasOther = lines.filter(
    ({ key }) => / Over \d+\.5$/.test(key) && known.has(key.replace(' Over ', ' Under ')),
  )
  const [last] = hasOther
  const first = lines.find(
    ({ key, market }) => last !== undefined && key !== last.key && market !== last.market,
  )
  if (first === undefined || last === undefined) throw new Error('no leg with another side')
  const legs = [first, last].map(({ key }) => ({ kind: 'selection' as const, selectionKey: key }))
  const recorded = await api.ledger.record({ ...draft(0), legs: { kind: 'hand', legs } })
  const ticketId = recorded.ok ? recorded.value.ticketId : 0
  await api.ledger.decideLeg({ ticketId, place: 0, result: 'won', reason: 'seen on TV' })
  await api.stakes.priceHedge({ ticketId, what: 'opposite' })
  const plan = await api.stakes.hedge({ ticketId, goal: { kind: 'equalProfit' } })
  if (!plan.ok || plan.value.kind !== 'planned') throw new Error(`no hedge: ${JSON.stringify(plan)}`)
  return program
}

/** A program on the folder of an earlier start, after changes to its files. */
const startAfter =
  (change: (folder: string) => void): Start =>
  async () => {
    const folder = await leaveTickets()
    change(folder)
    return startQuiet({ folder })
  }

const toOddsFile = (folder: string, text = JSON.stringify([odds('North')])) => {
  const file = join(folder, 'odds.json')
  writeFileSync(file, text)
  return file
}

/** A file or folder that was watched, and then changed while no program ran. */
const startWatching =
  (isFolder: boolean, change: (path: string) => void): Start =>
  async () => {
    const watched = join(tempFolder(), 'watched')
    mkdirSync(watched)
    const file = toOddsFile(watched)
    const first = await startQuiet()
    first.choose({ open: [isFolder ? watched : file] })
    await first.api.board.watch({ isFolder })
    await waitUntil(() => first.services.sources.list().every(({ state }) => state.kind === 'ready'))
    await first.close()
    change(isFolder ? watched : file)
    const program = await startQuiet({ folder: first.folder })
    await waitUntil(() => program.services.sources.list().some(({ state }) => state.kind === 'failed'))
    return program
  }

const ledgerFile = (folder: string) => join(folder, 'ledger.db')

/** Changes bytes in the middle of a file. */
function damage(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = delete')
  database.close()
  writeFileSync(file, 'x'.repeat(4_096), { flag: 'r+' })
}

export const states: Readonly<Record<string, Start>> = {
  'the demo with priced parlays': async () => {
    const program = await startDemo({ folder: smallDemoFolder() })
    const { board } = program.services
    await waitUntil(() => board.status().loading.kind === 'idle' && board.status().offers > 0)
    await addParlays(program)
    return program
  },
  'a first start, while the board is loading': () => startDemo(),
  'a profile without key and feed': async () =>
    startOwn(await startService(), { isKeyed: false, hasFeed: false }),
  'a profile without key': async () => startOwn(await startService(), { isKeyed: false }),
  'a profile file that names other hosts': async () => {
    const { folder, close } = await startOwn(await startService())
    await close()
    return startOwn(await startService(), { folder })
  },
  'a priced desk': () => startFilled(),
  'a desk of failing books': () => startPriced(pricingFaults.map(fault => ({ route: 'pricing', ...fault }))),
  ...Object.fromEntries(
    Object.entries(serviceFaults).map(([name, fault]): [string, Start] => [
      `a service that answers ${name}`,
      () => startFilled(everywhere(fault)),
    ]),
  ),
  'a service that answers a rate limit': async () => {
    const program = await startFilled(everywhere({ kind: 'rate-limit', retryAfter: '1' }))
    // A learned limit would fall to a call a minute, and a recheck waits until a call is allowed.
    await program.api.budget.setLimits({ kind: 'by-hand', perMinute: 100_000, inFlight: 16, perHost: 6 })
    return program
  },
  'a service that has gone': async () => {
    const service = await startService()
    const program = await startOwn(service)
    await service.close()
    return program
  },
  'a watched file that has gone': startWatching(false, file => rmSync(file)),
  'a watched file that is a folder now': startWatching(false, file => {
    rmSync(file)
    mkdirSync(file)
  }),
  'a watched file that is no JSON now': startWatching(false, file => writeFileSync(file, '<html>')),
  'a watched folder that has gone': startWatching(true, folder => rmSync(folder, { recursive: true })),
  'a watched folder with a bad file': startWatching(true, folder =>
    writeFileSync(join(folder, 'b.json'), '{"a"'),
  ),
  'an opened file that has gone': async () => {
    const program = await startQuiet()
    const file = toOddsFile(tempFolder())
    program.choose({ open: [file] })
    await program.api.board.openFiles()
    await waitUntil(() =>
      program.services.sources
        .list()
        .some(({ kind, state }) => kind.kind === 'file' && state.kind === 'ready'),
    )
    rmSync(file)
    return program
  },
  'a ticket that waits for one leg': startOneLegAway,
  'tickets and a backup': async () => {
    const program = await startQuiet({ folder: await leaveTickets() })
    await program.services.backups.makeIfDue()
    return program
  },
  'a ledger that is damaged': startAfter(folder => damage(ledgerFile(folder))),
  'a ledger that is cut off': startAfter(folder => truncateSync(ledgerFile(folder), 5_000)),
  'a ledger that is empty': startAfter(folder => truncateSync(ledgerFile(folder), 0)),
  'a ledger that has gone': startAfter(folder => rmSync(ledgerFile(folder))),
  'a ledger without its witness': startAfter(folder => rmSync(join(folder, 'ledger.witness'))),
  'a ledger that is a folder': startAfter(folder => {
    rmSync(ledgerFile(folder))
    mkdirSync(ledgerFile(folder))
  }),
  'a backup that is damaged': startAfter(folder => {
    mkdirSync(join(folder, 'backups'), { recursive: true })
    copyFileSync(
      join(folder, 'ledger.witness'),
      join(folder, 'backups', 'ledger-2026-11-20T12-00-00.000Z.db'),
    )
  }),
  'a desk’s file that is damaged': startAfter(folder => damage(join(folder, 'desk.db'))),
  'settings that are damaged': startAfter(folder =>
    writeFileSync(join(folder, 'settings.json'), '{"profiles":7'),
  ),
  'a crash note': startAfter(folder => writeFileSync(join(folder, 'crash-note.txt'), 'TypeError: no row')),
  'a stored board that is damaged': () =>
    startFilled([], folder => {
      const board = join(folder, 'board')
      for (const name of readdirSync(board)) writeFileSync(join(board, name), 'x')
    }),
  'an import chosen': async () => {
    const program = await startQuiet({ folder: await leaveTickets() })
    const save = join(tempFolder(), 'tickets.json')
    program.choose({ save })
    await program.api.transfer.save({ format: 'json', scope: { kind: 'all' } })
    program.choose({ save, open: [save] })
    return program
  },
  'a table chosen': async () => {
    const program = await startQuiet()
    const file = join(tempFolder(), 'bets.csv')
    const rows = Array.from({ length: 2_500 }, (_, row) => `2026-11-20,Bravo,North ${row},+150,10`)
    writeFileSync(file, ['Date,Book,Bet,Odds,Stake', ...rows, 'x,,,,'].join('\n'))
    program.choose({ open: [file], save: join(tempFolder(), 'prices.csv') })
    return program
  },
  'rubbish chosen': async () => {
    const program = await startQuiet()
    const file = join(tempFolder(), 'bets.json')
    writeFileSync(file, '\u0000\u0001{')
    program.choose({ open: [file], save: join(tempFolder(), 'no', 'such', 'folder.csv') })
    return program
  },
}
