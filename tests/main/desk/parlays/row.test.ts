/** Values of a row: the user's own fair price, and the product of its single prices. */
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deskMigrations } from '../../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { openStoredSelections } from '../../../../src/main/account/stored-preferences.ts'
import { createDeskHandlers } from '../../../../src/main/bridge/handlers/desk.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import type { DeskChange } from '../../../../src/shared/model/parlay/desk.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import { emptySettings, catchFailure } from '../../../support/account/account-fixture.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  cellsOf,
  keysOf,
  legAt,
  settle,
  startDesk,
  type TestDesk,
} from '../../../support/desk/scripted-desk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const callsOf = ({ desk }: TestDesk) =>
  createDeskHandlers(desk, openStoredSelections(emptySettings()), () => 'USD')
const fairPrices = ({ desk }: TestDesk) => desk.snapshot().rows.map(row => row.fairPrice)
const mine = { text: '+471', format: 'american', decimal: 5.71 } as const

describe('Row’s fair price of the user', () => {
  it('is pushed with the row, and removed when the user clears it', async () => {
    const started = startDesk()
    await started.desk.add(keysOf('one'), noNote)
    expect(fairPrices(started)).toEqual([null])
    const calls = callsOf(started)
    await calls.setFairPrice({ parlayId: 1, price: { text: ' +471 ', format: 'american' } })
    expect(fairPrices(started)).toEqual([mine])
    await calls.setFairPrice({ parlayId: 1, price: null })
    expect(fairPrices(started)).toEqual([null])
  })

  it('is refused with an example when it is no price', async () => {
    const started = startDesk()
    await started.desk.add(keysOf('one'), noNote)
    const calls = callsOf(started)
    const price = { text: '50', format: 'american' } as const
    expect(await catchFailure(() => calls.setFairPrice({ parlayId: 1, price }))).toEqual({
      kind: 'invalid',
      field: 'price',
      sentence: 'An American price is +100 or more, or −100 or less, such as −110.',
    })
    expect(fairPrices(started)).toEqual([null])
  })

  it('stays after a restart, a removal, and a change of the note', async () => {
    const file = join(tempFolder(), 'desk.db')
    const database = openDatabase(file, deskMigrations)
    const first = startDesk({}, database)
    await first.desk.add(keysOf('one'), noNote)
    first.desk.annotate([1], { fairPrice: mine })
    first.desk.annotate([1], { note: { ...noNote, name: 'Opener' } })
    first.desk.remove(1)
    await first.desk.restore(1)
    database.close()

    const again = openDatabase(file, deskMigrations)
    expect(fairPrices(startDesk({}, again))).toEqual([mine])
    again.close()
  })
})

describe('Row’s product of single prices', () => {
  const priced = (name: string, price: string | null) => {
    const leg = legAt(name)
    return { ...leg, offers: leg.offers.map(offer => ({ ...offer, price })) }
  }
  const singlesOf = (started: TestDesk) =>
    Object.values(cellsOf(started)).map(cell => cell.singles?.decimal ?? null)

  it('multiplies the legs’ decimal prices at each book', async () => {
    const started = startDesk({ board: [priced('one', '+150'), priced('two', '-200')] })
    await started.desk.add(keysOf('one', 'two'), noNote)
    expect(singlesOf(started)).toEqual([3.75, 3.75])
  })

  it('is null where a leg has no price, or one that cannot be read in the format set', async () => {
    const started = startDesk({ board: [priced('one', '+150'), priced('two', null), priced('three', '2.5')] })
    await started.desk.add(keysOf('one', 'two'), noNote)
    await started.desk.add(keysOf('one', 'three'), noNote)
    expect(singlesOf(started)).toEqual([null, null])
    expect(cellsOf(started, 2)['a']?.singles).toBeNull()
  })

  it('says the times of the oldest and the newest single, also right after the parlay was added', async () => {
    const times = new Map([
      ['e1#Points#one', 1_000],
      ['e1#Points#two', 61_000],
    ])
    const started = startDesk({
      board: [priced('one', '+100'), priced('two', '+100')],
      updatedAt: key => times.get(key),
    })
    await started.desk.add(keysOf('one', 'two'), noNote)
    expect(cellsOf(started)['a']?.singles).toEqual({ decimal: 4, oldestAt: 1_000, newestAt: 61_000 })
    times.set('e1#Points#one', 61_000)
    await started.desk.refreshOffers()
    expect(cellsOf(started)['a']?.singles).toEqual({ decimal: 4, oldestAt: 61_000, newestAt: 61_000 })
  })

  it('can be followed leg by leg, where only some singles are known, too', async () => {
    const board = [priced('one', '+150'), priced('two', null), priced('three', '2.5'), priced('four', '-200')]
    const started = startDesk({ board, updatedAt: () => 1_000 })
    await started.desk.add(keysOf('one', 'two', 'three', 'four'), noNote)
    const [row] = started.desk.snapshot().rows
    const atBooks = (text: string) => ['a', 'b'].map(bookId => ({ bookId, text, at: 1_000 }))
    expect(row?.legs.map(leg => leg.singles)).toEqual([atBooks('+150'), [], [], atBooks('-200')])
  })

  it('is null where the time of a single is not known', async () => {
    const started = startDesk({ board: [priced('one', '+150')], updatedAt: () => undefined })
    await started.desk.add(keysOf('one'), noNote)
    expect(singlesOf(started)).toEqual([null, null])
  })

  it('is pushed when only its time changed', async () => {
    let at = 1_000
    const started = startDesk({ board: [priced('one', '+150')], updatedAt: () => at })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    const pushed: DeskChange[] = []
    started.desk.on('changed', change => pushed.push(change))
    at = 2_000
    await started.desk.refreshOffers()
    await settle()
    expect(pushed.at(-1)?.rows[0]?.cells[0]?.singles?.oldestAt).toBe(2_000)
  })

  it('is computed again when the format of single prices is set', async () => {
    const started = startDesk({ board: [priced('one', '2.5')] })
    await started.desk.add(keysOf('one'), noNote)
    expect(singlesOf(started)).toEqual([null, null])
    started.world.singlesFormat = 'decimal'
    expect(singlesOf(started)).toEqual([2.5, 2.5])
    started.world.singlesFormat = 'hong_kong'
    expect(singlesOf(started)).toEqual([3.5, 3.5])
  })

  it('is null where it overflows', async () => {
    const huge = '9'.repeat(32)
    const names = Array.from({ length: 12 }, (_, place) => `leg ${place}`)
    const started = startDesk({ board: names.map(name => priced(name, huge)), singlesFormat: 'decimal' })
    await started.desk.add(keysOf(...names), noNote)
    expect(singlesOf(started)).toEqual([null, null])
  })
})

describe('Row’s stake and the limits of the user’s accounts', () => {
  const stakes = ({ desk }: TestDesk) => desk.snapshot().rows.map(row => row.stakeMinor)
  const limits = ({ desk }: TestDesk) => desk.snapshot().rows[0]?.cells.map(cell => cell.maxStakeMinor)

  it('is pushed with the row, and null when the user clears it', async () => {
    const started = startDesk()
    await started.desk.add(keysOf('one'), noNote)
    const calls = callsOf(started)
    await calls.setStake({ parlayId: 1, stake: '1,250.50' })
    expect(stakes(started)).toEqual([125_050])
    await calls.setStake({ parlayId: 1, stake: null })
    expect(stakes(started)).toEqual([null])
  })

  it('is refused unless it is an amount above 0', async () => {
    const started = startDesk()
    await started.desk.add(keysOf('one'), noNote)
    const calls = callsOf(started)
    for (const stake of ['x', '0'])
      expect(await catchFailure(() => calls.setStake({ parlayId: 1, stake }))).toMatchObject({
        kind: 'invalid',
        field: 'stake',
      })
    expect(stakes(started)).toEqual([null])
  })

  it('has the limit of each book, and is pushed once when limits change', async () => {
    const started = startDesk()
    await started.desk.add(keysOf('one'), noNote)
    const [first] = started.desk.snapshot().rows[0]?.cells ?? []
    const bookId = first?.bookId ?? ''
    started.desk.setMaxStakes(new Map([[bookId, 500]]))
    expect(limits(started)?.[0]).toBe(500)
    started.desk.setMaxStakes(new Map())
    expect(limits(started)?.[0]).toBeNull()
  })
})
