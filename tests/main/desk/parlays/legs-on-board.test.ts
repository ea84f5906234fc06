import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deskMigrations } from '../../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { Desk } from '../../../../src/main/desk/desk.ts'
import { ParlayStore } from '../../../../src/main/desk/parlays/parlay-store.ts'
import { QuoteStore } from '../../../../src/main/desk/quotes/quote-store.ts'
import type { BoardLoadState, LegOnBoard } from '../../../../src/main/desk/parlays/legs-on-board.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { parlays001 } from '../../../../src/main/storage/migrations/desk/001-parlays.ts'
import { noNote, type Leg } from '../../../../src/shared/model/parlay/parlay.ts'
import { book, leg as legView } from '../../../support/shared/desk-rows.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { startBudget } from '../../../support/desk/test-budget.ts'
import { toGameClock } from '../../../../src/shared/model/game/game-over.ts'
import { defaultValueSettings } from '../../../../src/shared/model/settings/settings.ts'

const leg = (name: string): Leg => ({ ...legView(name, 'Moneyline'), offers: [] })
const legs = [leg('River Town'), leg('Harbor City')]
const keys = legs.map(({ key }) => key)
const note = { name: 'Opener', tags: ['live', 'small'], note: 'Only under 4.0' }

const noTimes = new Map<string, number>()

/** A board that answers what the test wants. */
class ScriptedBoard {
  fill: BoardLoadState = { isLoading: false, isEmpty: false }
  readonly answers = new Map<string, LegOnBoard>(
    legs.map(each => [each.key, { leg: each, flags: [], asOf: noTimes }]),
  )
  readonly legs = (asked: readonly string[]): Promise<LegOnBoard[]> =>
    Promise.resolve(asked.map(key => this.answers.get(key) ?? { leg: null, isGameKnown: false }))
}

function startDesk(file = ':memory:') {
  const database = openDatabase(file, deskMigrations)
  const board = new ScriptedBoard()
  const { budget } = startBudget()
  const desk = new Desk({
    parlays: new ParlayStore(database),
    quotes: new QuoteStore(database),
    profileId: () => 'mine',
    books: () => [book('bravo', 'Bravo')],
    value: () => defaultValueSettings,
    gameClock: () => toGameClock(Date.now(), false),
    singlesFormat: () => 'american',
    fairsOf: () => [],
    legs: board.legs,
    findLegObstacle: () => Promise.resolve(null),
    boardState: () => board.fill,
    askPrice: () => Promise.resolve({ kind: 'no-price' }),
    budget: () => budget,
  })
  desk.open()
  onTestFinished(() => desk.close())
  const close = () => {
    desk.close()
    database.close()
  }
  /** The status of each leg of the only row. */
  const standings = () =>
    desk.snapshot().rows.flatMap(row => row.legs.map(({ isOffered, flags }) => ({ isOffered, flags })))
  return { desk, board, close, standings }
}

describe('Parlay annotations', () => {
  it('are stored and can be changed, over a restart too', async () => {
    const file = join(tempFolder(), 'desk.db')
    const first = startDesk(file)
    const { parlayId } = await first.desk.add(keys, note)
    expect(first.desk.snapshot().rows).toMatchObject([{ id: parlayId, note }])
    first.desk.annotate([parlayId], { note: { ...note, name: 'Closer' } })
    first.close()
    expect(startDesk(file).desk.snapshot().rows).toMatchObject([{ note: { ...note, name: 'Closer' } }])
  })

  it('come back with a parlay whose removal is undone', async () => {
    const { desk } = startDesk()
    const { parlayId } = await desk.add(keys, note)
    desk.remove(parlayId)
    await desk.restore(parlayId)
    expect(desk.snapshot().rows).toMatchObject([{ note }])
  })

  it('stay when the same legs are added again, in any order', async () => {
    const { desk } = startDesk()
    const { parlayId } = await desk.add(keys, note)
    expect(await desk.add(keys.toReversed(), noNote)).toEqual({ parlayId, wasThere: true })
    expect(desk.snapshot().rows).toMatchObject([{ note }])
  })

  it('are refused for a parlay that is not there', () => {
    expect(() => startDesk().desk.annotate([7], { note })).toThrow(
      expect.objectContaining({
        failure: { kind: 'not-found', what: 'this parlay' },
      }),
    )
  })
})

describe('LegsOnBoard', () => {
  it('shows flags of a leg’s match, and their end', async () => {
    const { desk, board, standings } = startDesk()
    await desk.add(keys, noNote)
    board.answers.set(keys[0] ?? '', { leg: leg('River Town'), flags: ['Bravo says Over.'], asOf: noTimes })
    await desk.refreshOffers()
    expect(standings()).toEqual([
      { isOffered: true, flags: ['Bravo says Over.'] },
      { isOffered: true, flags: [] },
    ])
    board.answers.set(keys[0] ?? '', { leg: leg('River Town'), flags: [], asOf: noTimes })
    await desk.refreshOffers()
    expect(standings()[0]).toEqual({ isOffered: true, flags: [] })
  })

  it('marks legs as no longer offered when the board has lost them, until it has them again', async () => {
    const { desk, board, standings } = startDesk()
    await desk.add(keys, noNote)
    const [first = '', second = ''] = keys
    board.answers.set(first, { leg: null, isGameKnown: true })
    board.answers.set(second, { leg: null, isGameKnown: false })
    await desk.refreshOffers()
    expect(standings().map(({ isOffered }) => isOffered)).toEqual([false, false])
    expect(desk.snapshot().rows[0]?.legs.map(({ name }) => name)).toEqual(['River Town', 'Harbor City'])
    board.answers.set(first, { leg: leg('River Town'), flags: [], asOf: noTimes })
    await desk.refreshOffers()
    expect(standings().map(({ isOffered }) => isOffered)).toEqual([true, false])
  })

  it('marks the legs of games that the grader called final, until the desk shows another profile', async () => {
    const { desk } = startDesk()
    const overs = () => desk.snapshot().rows.flatMap(row => row.legs.map(({ isGameOver }) => isGameOver))
    const { legs } = desk.parlay((await desk.add(keys, noNote)).parlayId)
    desk.endGames(['another game'])
    expect(overs()).toEqual([false, false])
    desk.endGames([legs[0]?.game.id ?? ''])
    expect(overs()).toEqual([true, true])
    desk.open()
    expect(overs()).toEqual([false, false])
  })

  it('prices no parlay whose games are past their end by the clock and the odds on the board', async () => {
    const { desk, board } = startDesk()
    const startAt = Date.now() - 7 * 3_600_000
    const offeredAt = (at: number) => {
      for (const each of legs) {
        const game = { ...each.game, startAt }
        board.answers.set(each.key, { leg: { ...each, game }, flags: [], asOf: new Map([['bravo', at]]) })
      }
    }
    offeredAt(startAt)
    const { parlayId } = await desk.add(keys, noNote)
    expect(desk.idsToPrice()).toEqual([])
    expect(desk.snapshot().rows[0]?.legs.map(({ asOf }) => asOf)).toEqual([startAt, startAt])
    offeredAt(Date.now())
    await desk.refreshOffers()
    expect(desk.idsToPrice()).toEqual([parlayId])
  })

  it('reads the status of a parlay that comes back after its games left the board', async () => {
    const { desk, board, standings } = startDesk()
    const { parlayId } = await desk.add(keys, noNote)
    desk.remove(parlayId)
    for (const key of keys) board.answers.set(key, { leg: null, isGameKnown: false })
    await desk.refreshOffers()
    await desk.restore(parlayId)
    expect(standings().map(({ isOffered }) => isOffered)).toEqual([false, false])
    expect(desk.snapshot().rows[0]?.legs.map(({ isGameListed }) => isGameListed)).toEqual([false, false])
  })

  it.each([
    ['is empty', { isLoading: false, isEmpty: true }],
    ['is still loading', { isLoading: true, isEmpty: false }],
  ])('does not mark legs as gone while the board %s', async (_, fill) => {
    const { desk, board, standings } = startDesk()
    await desk.add(keys, noNote)
    board.answers.clear()
    board.fill = fill
    await desk.refreshOffers()
    expect(standings().map(({ isOffered }) => isOffered)).toEqual([true, true])
  })

  it('takes the newest offers, and keeps the old ones when the board has none', async () => {
    const { desk, board } = startDesk()
    await desk.add(keys, noNote)
    const missing = () => desk.snapshot().rows[0]?.cells[0]?.missingLegs
    expect(missing()).toBe(2)
    const offer = { bookId: 'bravo', oddsId: 'x', sgp: 't', grade: null, price: null }
    board.answers.set(keys[0] ?? '', {
      leg: { ...leg('River Town'), offers: [offer] },
      flags: [],
      asOf: noTimes,
    })
    await desk.refreshOffers()
    expect(missing()).toBe(1)
    board.answers.clear()
    await desk.refreshOffers()
    expect(missing()).toBe(1)
  })
})

describe('Desk file of the version before notes', () => {
  it('opens with all its parlays, each without a note, and takes notes from then on', () => {
    const file = join(tempFolder(), 'desk.db')
    const old = openDatabase(file, [parlays001])
    old.exec(`INSERT INTO parlays (profile_id, fingerprint, added_at) VALUES ('mine', 'f', 1768046400000);
      INSERT INTO legs VALUES (1, 0, '${keys[0] ?? ''}', 'River Town', 'Moneyline', '${JSON.stringify(leg('x').game)}');
      INSERT INTO offers VALUES (1, 0, 'bravo', 'id', 'token', NULL, NULL)`)
    old.close()
    const { desk } = startDesk(file)
    expect(desk.snapshot().rows).toMatchObject([{ id: 1, note: noNote, legs: [{ name: 'River Town' }] }])
    desk.annotate([1], { note })
    expect(desk.snapshot().rows).toMatchObject([{ note }])
  })
})
