import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { cell, leg, noon, priced, quote, row } from '../../../../support/shared/desk-rows.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { useBoardStore } from '../../../../../src/renderer/features/board/board-store.ts'
import { openDesk as openPlain, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const over = (id: number) =>
  row(
    id,
    [
      cell('alpha', { quote: priced(200, noon - 60_000) }),
      cell('bravo', { quote: quote({ kind: 'no-price' }) }),
    ],
    [
      {
        ...leg(`Leg ${id}`, 'Moneyline', { isLive: true, startAt: noon - 6 * 3_600_000 }),
        isGameListed: false,
      },
    ],
  )

/** `come`: sends changed rows, and the order of all. */
async function openDesk(rows: Parameters<typeof openPlain>[0]) {
  const desk = await openPlain(rows)
  let seq = 1
  async function come(changed: typeof rows, all: typeof rows): Promise<void> {
    const order = all.map(({ id }) => id)
    desk.emit.desk.changed({ seq: ++seq, rows: changed, order, meter: desk.meter })
    await flushPromises()
    await flushPromises()
  }
  return { ...desk, come }
}

const live = () =>
  row(3, [cell('alpha', { quote: priced(150) })], [leg('Leg 3', 'Moneyline', { isLive: true })])
const shown = ({ view }: Awaited<ReturnType<typeof openDesk>>) =>
  view.findAll('.price-grid [role=row][data-parlay]').map(each => Number(each.attributes('data-parlay')))

describe('ended parlays', () => {
  it('are folded into one line, and shown on request', async () => {
    const desk = await openDesk([over(1), over(2), live()])
    expect(shown(desk)).toEqual([3])
    expect(desk.view.get('[aria-label="Ended parlays"]').text()).toContain('2 ended parlays')
    expect(desk.view.get('section[aria-labelledby=prices-title]').text()).toContain('1 parlay')
    await button(desk.view, 'Show').trigger('click')
    expect(shown(desk)).toEqual([3, 1, 2])
    expect(desk.view.get('.row-name .final').text()).toBe('Final')
    const [, ended] = desk.view.findAll('.row-best')
    expect([ended?.text(), ended?.attributes('data-tip')]).toEqual(['Final', 'The games are over.'])
    expect(desk.cell('bravo', 1).text()).toBe('–')
    expect(desk.cell('bravo', 1).attributes('data-tip')).toBe('Game over')
    await button(desk.view, 'Hide').trigger('click')
    expect(shown(desk)).toEqual([3])
  })

  it('are not priced, opened or refreshed any more, and the pane says so', async () => {
    const desk = await openDesk([over(1), live()])
    await button(desk.view, 'Show').trigger('click')
    await desk.choose('alpha', 1)
    const pane = desk.view.get('section[aria-label=Cell]')
    expect(pane.text()).toContain('The games are over.')
    expect(pane.get('[aria-label=Value]').text()).not.toContain('needs')
    expect(button(pane, 'Recheck and open').attributes()).toHaveProperty('disabled')
    expect(button(pane, 'Fair price').attributes()).toHaveProperty('disabled')
    for (const name of ['Alert…', 'Send to trending'])
      expect([name, button(pane, name).attributes()]).toMatchObject([
        name,
        { disabled: '', 'data-tip': 'The games are over.' },
      ])
  })

  it('have no warning that their legs are no longer offered', async () => {
    const gone = over(1)
    const legs = gone.legs.map(each => ({ ...each, isOffered: false }))
    const desk = await openDesk([
      { ...gone, legs },
      { ...live(), legs: live().legs.map(each => ({ ...each, isOffered: false })) },
    ])
    await button(desk.view, 'Show').trigger('click')
    const says = desk.view.findAll('.row-name').map(each => each.find('.warn').exists())
    expect(says).toEqual([true, false])
  })

  it('are not those of a live game that all books have pulled', async () => {
    const [pulled = over(4)] = [over(4)].map(row => ({
      ...row,
      legs: row.legs.map(leg => ({
        ...leg,
        isOffered: false,
        game: { ...leg.game, startAt: noon - 60_000 },
      })),
    }))
    const desk = await openDesk([pulled, live()])
    expect(shown(desk)).toEqual([4, 3])
    expect(desk.view.get('.row-name .unlisted').text()).toBe('No odds now')
    expect(desk.view.get('.row-name').text()).not.toMatch(/·\s*·|⚠/)
    expect(desk.cell('bravo', 4).text()).toBe('No price')
    await desk.choose('bravo', 4)
    const pane = desk.view.get('section[aria-label=Cell]')
    expect(pane.get('.status').text()).toBe('No longer offeredNo book offers this leg anymore.')
    expect(button(pane, 'Recheck and open').attributes()).toMatchObject({
      disabled: '',
      'data-tip': 'No book offers this leg anymore',
    })
    await desk.choose('alpha', 4)
    expect(button(pane, 'Recheck and open').attributes()).not.toHaveProperty('disabled')
  })

  it('are removed together, and put back by Undo', async () => {
    const desk = await openDesk([over(1), over(2), live()])
    await button(desk.view, 'Remove ended').trigger('click')
    await flushPromises()
    expect(desk.api.desk.removeParlay.mock.calls).toEqual([[{ parlayId: 1 }], [{ parlayId: 2 }]])
    await button(desk.view, 'Undo').trigger('click')
    await flushPromises()
    expect(desk.api.desk.restoreParlay).toHaveBeenCalledTimes(2)
  })

  it('leave the focus in the grid when they are removed, and stay folded when Undo brings them back', async () => {
    const desk = await openDesk([over(1), over(2), live()])
    const come = (...rows: ReturnType<typeof row>[]) => desk.come(rows, rows)
    const remove = button(desk.view, 'Remove ended')
    remove.element.focus()
    await remove.trigger('click')
    await come(live())
    expect(document.activeElement?.closest('[data-parlay]')?.getAttribute('data-parlay')).toBe('3')
    await come(over(1), over(2), live())
    expect(shown(desk)).toEqual([3])
  })

  it('that were unfolded are folded again once all of them are removed', async () => {
    const desk = await openDesk([over(1), live()])
    await button(desk.view, 'Show').trigger('click')
    await desk.come([], [live()])
    await desk.come([over(2)], [over(2), live()])
    expect(shown(desk)).toEqual([3])
    expect(button(desk.view, 'Show').exists()).toBe(true)
  })

  it('are shown one by one where the user adds one', async () => {
    const desk = await openDesk([over(1), live()])
    useBoardStore().lastAdded = { parlayId: 2, wasThere: false }
    await desk.come([over(2)], [over(1), over(2), live()])
    await flushPromises()
    expect(shown(desk)).toEqual([3, 2])
    await button(desk.view, 'Show').trigger('click')
    expect(shown(desk)).toEqual([3, 1, 2])
    await button(desk.view, 'Hide').trigger('click')
    expect(shown(desk)).toEqual([3])
  })

  it('end at one time in all parts of the row', async () => {
    const [leg] = over(1).legs
    if (leg === undefined) throw new Error('no leg')
    const startAt = noon - 6 * 3_600_000 + 5_000
    const ending = { ...over(1), legs: [{ ...leg, game: { ...leg.game, startAt } }] }
    const desk = await openDesk([ending, over(2)])
    await button(desk.view, 'Show').trigger('click')
    const says = () => [
      desk.view.findAll('.row-best')[0]?.text(),
      desk.view.findAll('.row-name .final').length,
    ]
    await vi.advanceTimersByTimeAsync(8_000)
    expect(says()).toEqual([expect.not.stringContaining('Final'), 1])
    await vi.advanceTimersByTimeAsync(8_000)
    expect(says()).toEqual(['Final', 2])
  })

  it('say so where there are no others', async () => {
    const desk = await openDesk([over(1)])
    expect(desk.view.text()).toContain('All parlays have ended.')
  })

  it('a row of a game that has started says Live, also to screen readers', async () => {
    const desk = await openDesk([live()])
    expect(desk.view.get('.row-name .live').text()).toBe('Live')
    expect(desk.view.get('[role=rowheader]').text()).toContain('RVT at HBR · Live · 1 leg')
  })
})
