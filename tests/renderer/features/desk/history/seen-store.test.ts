import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { cell, noon, priced, quote, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

type Prices = Partial<Record<'alpha' | 'bravo', number | null>>
const rowOf = (id: number, prices: Prices) =>
  row(
    id,
    Object.entries(prices).map(([bookId, american]) =>
      cell(bookId, { quote: american === null ? quote({ kind: 'no-price' }) : priced(american, noon) }),
    ),
  )

async function open(...first: Prices[]) {
  const desk = await openDesk(first.map((prices, index) => rowOf(index + 1, prices)))
  let seq = 1
  const come = async (id: number, prices: Prices) => {
    seq += 1
    desk.emit.desk.changed({ seq, rows: [rowOf(id, prices)], order: null, meter: desk.meter })
    await flushPromises()
  }
  const marked = () => desk.view.findAll('.unseen').map(each => each.attributes('data-book'))
  const notice = () => desk.view.findAll('button').find(each => each.text().includes('Mark seen'))
  return { ...desk, come, marked, notice }
}

describe('a highest price that moved since the user looked', () => {
  it('is marked, also in words, and counted', async () => {
    const desk = await open({ alpha: 150, bravo: 200 }, { alpha: 300 })
    expect(desk.marked()).toEqual([])
    await desk.come(1, { alpha: 250, bravo: 200 })
    expect(desk.marked()).toEqual(['alpha'])
    expect(desk.cell('alpha').attributes('aria-label')).toContain('was +150 when you looked')
    expect(desk.notice()?.text()).toContain('1 parlay changed')
  })

  it('is marked at the book that had it, too; lower prices that move are not, and say it in words', async () => {
    const desk = await open({ alpha: 150, bravo: 200 })
    await desk.come(1, { alpha: 160, bravo: 200 })
    expect(desk.marked()).toEqual([])
    expect(desk.notice()).toBeUndefined()
    expect(desk.cell('alpha').attributes('aria-label')).toContain('was +150 when you looked')
    await desk.come(1, { alpha: 160, bravo: 155 })
    expect(desk.marked()).toEqual(['alpha', 'bravo'])
    await desk.come(1, { alpha: 150, bravo: 145 })
    expect(desk.marked()).toEqual(['bravo'])
  })

  it('says a lower price that moved as seen once its row was selected', async () => {
    const desk = await open({ alpha: 150, bravo: 200 })
    await desk.come(1, { alpha: 160, bravo: 200 })
    await desk.choose('bravo')
    expect(desk.cell('alpha').attributes('aria-label')).not.toContain('when you looked')
  })

  it('is compared with the price seen, not with the answer before', async () => {
    const desk = await open({ alpha: 150 })
    await desk.come(1, { alpha: 160 })
    await desk.come(1, { alpha: null })
    expect(desk.marked()).toEqual([])
    await desk.come(1, { alpha: 160 })
    expect(desk.marked()).toEqual(['alpha'])
    await desk.come(1, { alpha: 150 })
    expect(desk.marked()).toEqual([])
    expect(desk.notice()).toBeUndefined()
  })

  it('is never the first price', async () => {
    const desk = await open({ alpha: null })
    await desk.come(1, { alpha: 160, bravo: 150 })
    expect(desk.marked()).toEqual([])
  })

  it('counts as seen when its row is selected, and while it stays selected', async () => {
    const desk = await open({ alpha: 150, bravo: 200 }, { alpha: 300 })
    await desk.come(1, { alpha: 160, bravo: 210 })
    await desk.choose('bravo')
    expect(desk.marked()).toEqual([])
    await desk.come(1, { alpha: 170, bravo: 210 })
    expect(desk.marked()).toEqual([])
    await desk.choose('alpha', 2)
    await desk.come(1, { alpha: 180, bravo: 220 })
    expect(desk.marked()).toEqual(['bravo'])
  })

  it('does not count as seen in a hidden window', async () => {
    const desk = await open({ alpha: 150 })
    await desk.choose('alpha')
    desk.emit.desk.hidden({ isHidden: true })
    await desk.come(1, { alpha: 160 })
    expect(desk.marked()).toEqual(['alpha'])
    desk.emit.desk.hidden({ isHidden: false })
    await desk.come(1, { alpha: 170 })
    expect(desk.marked()).toEqual([])
  })

  it('counts as seen when the user marks all as seen', async () => {
    const desk = await open({ alpha: 150 }, { alpha: 300 })
    await desk.come(1, { alpha: 160 })
    await desk.come(2, { alpha: 310 })
    expect(desk.notice()?.text()).toContain('2 parlays changed')
    await desk.notice()?.trigger('click')
    expect(desk.marked()).toEqual([])
    expect(desk.notice()).toBeUndefined()
  })

  it('is forgotten with its row', async () => {
    const desk = await open({ alpha: 150 })
    await desk.come(1, { alpha: 160 })
    desk.emit.desk.changed({ seq: 3, rows: [], order: [], meter: desk.meter })
    await flushPromises()
    expect(desk.notice()).toBeUndefined()
  })
})
