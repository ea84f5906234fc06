import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import type { Cell } from '../../../../../src/shared/model/price/cell.ts'
import { useBoardStore } from '../../../../../src/renderer/features/board/board-store.ts'
import { cell, noon, priced, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const pricing = { kind: 'pricing' } as const
const asked = () => row(2, [cell('alpha', { activity: pricing }), cell('bravo', { activity: pricing })])
const answered = () => row(2, [cell('alpha', { quote: priced(200) }), cell('bravo', { quote: priced(250) })])

async function add() {
  const desk = await openDesk([row(1, [cell('alpha', { quote: priced(150) })])])
  desk.view.get<HTMLInputElement>('#elsewhere').element.focus()
  useBoardStore().lastAdded = { parlayId: 2, wasThere: false }
  await flushPromises()
  let seq = 1
  const come = async (next: ReturnType<typeof row>) => {
    desk.emit.desk.changed({ seq: ++seq, rows: [next], order: [1, 2], meter: desk.meter })
    await flushPromises()
    await flushPromises()
  }
  return { ...desk, come }
}

describe('a parlay just added', () => {
  it('is selected at once, with the focus in the grid', async () => {
    const { come, focused } = await add()
    await come(asked())
    expect(focused()).toMatch(/^Alpha Bet, pricing/)
  })

  it('has its best price selected once all books have answered', async () => {
    const { come, focused } = await add()
    await come(asked())
    await come(row(2, [cell('alpha', { quote: priced(200) }), cell('bravo', { activity: pricing })]))
    expect(focused()).toMatch(/^Alpha Bet/)
    await come(answered())
    expect(focused()).toMatch(/^Bravo, best price, \+250/)
  })

  it('follows the best price on a slow plan, until the last book has answered', async () => {
    const { come, focused } = await add()
    const waiting = { activity: { kind: 'waiting', place: 2, startsAt: null } } as const
    await come(asked())
    await vi.advanceTimersByTimeAsync(12_000)
    const alpha = cell('alpha', { quote: priced(1_400, noon + 12_000) })
    await come(row(2, [alpha, cell('bravo', waiting), cell('charlie', waiting)]))
    await vi.advanceTimersByTimeAsync(13_000)
    const bravo = cell('bravo', { quote: priced(1_450, noon + 25_000) })
    await come(row(2, [alpha, bravo, cell('charlie', waiting)]))
    expect(focused()).toMatch(/^Bravo, best price, \+1450/)
    const last = cell('charlie', { quote: priced(1_500, noon + 25_000) })
    await come(row(2, [alpha, bravo, last]))
    expect(focused()).toMatch(/^Charlie, best price, \+1500/)
  })

  it('is not followed after each book has answered once, while auto-refresh keeps some busy', async () => {
    const { come, focused } = await add()
    await come(asked())
    const alpha = (given: Partial<Cell>) => cell('alpha', { quote: priced(250), ...given })
    await come(row(2, [alpha({}), cell('bravo', { activity: pricing })]))
    const bravo = (american: number, given: Partial<Cell> = {}) =>
      cell('bravo', { quote: priced(american), ...given })
    await come(row(2, [alpha({ activity: pricing }), bravo(200)]))
    await come(row(2, [alpha({}), bravo(300, { activity: pricing })]))
    expect(focused()).toMatch(/^Alpha Bet/)
  })

  it('is followed past an old quote of a parlay that was there, until each book has a new one', async () => {
    const { come, focused } = await add()
    const bravo = (id: number, american: number) => ({ ...priced(american), id })
    const alpha = cell('alpha', { quote: priced(250) })
    await come(row(2, [alpha, cell('bravo', { activity: pricing, quote: bravo(1, 200) })]))
    await come(row(2, [alpha, cell('bravo', { activity: pricing, quote: bravo(1, 200) })]))
    await come(row(2, [alpha, cell('bravo', { quote: bravo(2, 300) })]))
    expect(focused()).toMatch(/^Bravo, best price, \+300/)
  })

  it('is followed for 90 seconds at most', async () => {
    vi.useFakeTimers({ now: noon, toFake: ['Date', 'setInterval', 'setTimeout'] })
    const { come, focused } = await add()
    const waiting = cell('bravo', { activity: { kind: 'waiting', place: 0, startsAt: null } })
    await come(row(2, [cell('alpha', { quote: priced(200) }), waiting]))
    await vi.advanceTimersByTimeAsync(91_000)
    const quotedAt = noon + 91_000
    await come(
      row(2, [
        cell('alpha', { quote: priced(200, quotedAt) }),
        cell('bravo', { quote: priced(300, quotedAt) }),
      ]),
    )
    expect(focused()).toMatch(/^Alpha Bet/)
  })

  it.each([
    ['a key', 'Alpha Bet', () => new KeyboardEvent('keydown', { bubbles: true, key: 'c', ctrlKey: true })],
    ['the mouse', 'Alpha Bet', () => new Event('pointerdown', { bubbles: true })],
    ['only a modifier', 'Bravo', () => new KeyboardEvent('keydown', { bubbles: true, key: 'Control' })],
  ])('has its selection, after %s in the grid, on %s', async (_, expected, toEvent) => {
    const { come, focused, cell: find } = await add()
    await come(row(2, [cell('alpha', { quote: priced(200) }), cell('bravo', { activity: pricing })]))
    find('alpha', 2).element.dispatchEvent(toEvent())
    await come(answered())
    expect(focused()?.startsWith(expected)).toBe(true)
  })

  it('leaves the selection alone where the user has moved on', async () => {
    const { come, press, focused } = await add()
    await come(asked())
    await press('ArrowUp')
    await come(answered())
    expect(focused()).toMatch(/^Alpha Bet, only fresh price, \+150/)
  })
})
