import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { catchFailure } from '../../support/account/account-fixture.ts'
import { at, cellsOf, failed, keysOf, legAt, settle, startDesk } from '../../support/desk/scripted-desk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const noPrice = { kind: 'no-price' } as const

/** A desk with one parlay that has been answered 150 at both books. */
async function startPriced(given: Parameters<typeof startDesk>[0] = {}) {
  const started = startDesk(given)
  await started.desk.add(keysOf('one'), noNote)
  await settle()
  return started
}

describe('Desk with a key that is refused or missing', () => {
  it('prices only the cells about the key again when it changes', async () => {
    const refused = failed({ kind: 'key-refused' })
    const started = await startPriced({ reply: of => (of === 'a' ? refused : noPrice) })
    started.world.reply = () => at(150)
    started.desk.resume()
    await settle()
    expect(started.asked.map(({ book: of }) => of)).toEqual(['a', 'b', 'a'])
    expect(cellsOf(started)['a']?.quote?.outcome).toEqual(at(150))
    expect(cellsOf(started)['b']?.quote?.outcome).toEqual(noPrice)
  })

  it('shows that, but keeps no quote of it', async () => {
    const started = await startPriced({ reply: () => failed({ kind: 'key-missing' }) })
    expect(cellsOf(started)['a']?.quote?.outcome).toEqual(failed({ kind: 'key-missing' }))
    expect(started.database.prepare('SELECT * FROM quotes').all()).toEqual([])
  })
})

describe('Parlays whose games are over', () => {
  /** Two parlays, of which the first lost its game from the board, six hours after that started. */
  async function startEnded() {
    const at = (name: string, event: string, startAt: number | null) => {
      const each = legAt(name, ['a', 'b'], event)
      return { ...each, game: { ...each.game, startAt } }
    }
    const ended = at('one', 'e1', Date.now() - 6 * 3_600_000)
    const other = at('two', 'e2', null)
    const started = startDesk({ board: [ended, other] })
    for (const { key } of [ended, other]) await started.desk.add([key], noNote)
    await settle()
    started.world.board = [other]
    await started.desk.refreshOffers()
    return { ...started, ended }
  }

  it('get no calls but those that are asked for by name', async () => {
    const { desk, asked } = await startEnded()
    expect(desk.idsToPrice()).toEqual([2])
    const before = asked.length
    expect(desk.price(null, null)).toBe(2)
    await settle()
    expect(asked.slice(before).every(({ tokens }) => tokens[0]?.endsWith('two'))).toBe(true)
    expect(desk.price(1, null)).toBe(2)
  })

  it('get calls again once their game is back on the board', async () => {
    const { desk, world, ended } = await startEnded()
    world.board = [ended, ...world.board]
    world.updatedAt = () => Date.now()
    await desk.refreshOffers()
    expect(desk.idsToPrice()).toEqual([1, 2])
  })
})

describe('Desk.remove and restore', () => {
  it('take the row off, abort its calls and ignore their answers', async () => {
    const started = await startPriced()
    started.world.reply = undefined
    started.desk.price(1, null)
    await settle()
    started.desk.remove(1)
    expect(started.asked.slice(2).map(({ signal }) => signal.aborted)).toEqual([true, true])
    await started.asked.at(-1)?.answer(at(900))
    expect(started.desk.snapshot().rows).toEqual([])
    expect(started.pushed.at(-1)?.order).toEqual([])
  })

  it('bring the row back with its legs and quotes', async () => {
    const started = await startPriced()
    const before = started.desk.snapshot().rows
    started.desk.remove(1)
    await settle()
    await started.desk.restore(1)
    await settle()
    expect(started.desk.snapshot().rows).toEqual(before)
    expect(started.pushed.at(-1)).toMatchObject({ order: [1], rows: before })
  })

  it('bring the row back in its place', async () => {
    const started = await startPriced()
    await started.desk.add(keysOf('two'), noNote)
    await settle()
    started.desk.remove(1)
    await settle()
    await started.desk.restore(1)
    await settle()
    expect(started.pushed.at(-1)?.order).toEqual([1, 2])
  })

  it('bring the row back with an answer that came in the frame of the removal', async () => {
    const started = startDesk({ reply: undefined })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    const [first] = started.asked
    void first?.answer(at(150))
    await vi.advanceTimersByTimeAsync(1)
    started.desk.remove(1)
    await started.desk.restore(1)
    expect(cellsOf(started)['a']?.quote?.outcome).toEqual(at(150))
  })

  it('refuse when the same legs were added since, for a second time, and for an unknown row', async () => {
    const started = await startPriced()
    started.desk.remove(1)
    await started.desk.add(keysOf('one'), noNote)
    for (const id of [1, 2, 99])
      expect(await catchFailure(() => started.desk.restore(id))).toMatchObject({ kind: 'not-found' })
    expect(started.desk.snapshot().rows.map(({ id }) => id)).toEqual([2])
  })

  it('refuse to bring a row back under another profile', async () => {
    const started = await startPriced()
    started.desk.remove(1)
    started.world.profileId = 'p-other'
    started.desk.open()
    expect(await catchFailure(() => started.desk.restore(1))).toMatchObject({ kind: 'not-found' })
    started.world.profileId = 'demo'
    started.desk.open()
    await started.desk.restore(1)
    expect(started.desk.snapshot().rows).toHaveLength(1)
  })

  it('refuse a row that is not there', async () => {
    const { desk } = startDesk()
    expect(await catchFailure(() => desk.remove(1))).toMatchObject({ kind: 'not-found' })
  })
})

describe('Desk of another profile', () => {
  it('has its own rows; calls under way for the first are dropped', async () => {
    const started = startDesk({ reply: undefined })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    started.world.profileId = 'p-other'
    started.desk.open()
    await started.asked[0]?.answer(at(150))
    expect(started.asked.every(({ signal }) => signal.aborted)).toBe(true)
    expect(started.pushed.at(-1)).toMatchObject({ rows: [], order: [] })
    started.world.profileId = 'demo'
    started.desk.open()
    expect(cellsOf(started)['a']).toMatchObject({ quote: null, activity: { kind: 'none' } })
  })
})

describe('Desk.refreshOffers', () => {
  it('takes newer offers into the legs, and the next call has their tokens', async () => {
    const started = await startPriced()
    const [leg = legAt('one')] = started.world.board
    const offers = leg.offers.map(offer => ({ ...offer, sgp: `new-${offer.bookId}` }))
    started.world.board = [{ ...leg, offers }]
    await started.desk.refreshOffers()
    started.desk.price(1, 'a')
    await settle()
    expect(started.asked.at(-1)?.tokens).toEqual(['new-a'])
  })

  it('keeps the offers of legs that the board no longer has', async () => {
    const started = await startPriced()
    started.world.board = []
    await started.desk.refreshOffers()
    expect(started.desk.price(1, null)).toBe(2)
  })

  it('keeps the single prices of a parlay added meanwhile', async () => {
    const started = await startPriced()
    const adding = started.desk.add(keysOf('two'), noNote)
    await Promise.all([started.desk.refreshOffers(), adding])
    expect(started.desk.snapshot().rows[1]?.cells[0]?.singles).toMatchObject({ decimal: 2 })
  })

  it('pushes a row whose game has left the board, also after its leg had', async () => {
    const started = await startPriced()
    const pushedLegs = async (...board: typeof started.world.board) => {
      started.world.board = board
      await started.desk.refreshOffers()
      await settle()
      return started.pushed.at(-1)?.rows.flatMap(({ legs }) => legs)
    }
    expect(await pushedLegs(legAt('two'))).toMatchObject([{ isOffered: false, isGameListed: true }])
    expect(await pushedLegs(legAt('two', ['a'], 'e2'))).toMatchObject([{ isGameListed: false }])
  })

  it('ignores offers that came for another profile', async () => {
    const started = await startPriced()
    const refreshing = started.desk.refreshOffers()
    started.world.profileId = 'p-other'
    started.world.board = [legAt('one', ['x'])]
    started.desk.open()
    await started.desk.add(keysOf('one'), noNote)
    await refreshing
    expect(started.desk.snapshot().rows[0]?.cells.map(({ missingLegs }) => missingLegs)).toEqual([1, 1])
  })

  it('prices a parlay added while odds were loading at the books that came since', async () => {
    const started = startDesk({ board: [legAt('one', ['a'])], isLoading: true })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    started.world.board = [legAt('one')]
    started.world.isLoading = false
    await started.desk.refreshOffers()
    await settle()
    expect(started.asked.map(({ book: of }) => of)).toEqual(['a', 'b'])
  })
})

describe('Desk with a full disk', () => {
  it('rejects a new parlay with a sentence', async () => {
    const { desk, database } = startDesk()
    database.exec('PRAGMA query_only = 1')
    expect(await catchFailure(() => desk.add(keysOf('one'), noNote))).toMatchObject({ kind: 'storage' })
    expect(desk.snapshot().rows).toEqual([])
  })

  it('keeps answers on screen, says so once, and writes them when it can', async () => {
    const started = await startPriced()
    started.quotes.save()
    const countOf = () => started.database.prepare('SELECT count(*) AS n FROM quotes').get()?.['n']
    started.database.exec('PRAGMA query_only = 1')
    for (const price of [160, 170, 180]) {
      started.world.reply = () => at(price)
      started.desk.price(1, 'a')
      await settle()
      started.quotes.save()
    }
    expect(cellsOf(started)['a']?.quote?.outcome).toEqual(at(180))
    expect([started.unsaved.length, countOf()]).toEqual([1, 2])
    started.database.exec('PRAGMA query_only = 0')
    started.desk.price(1, 'b')
    await settle()
    started.quotes.save()
    expect(countOf()).toBe(6)
  })
})
