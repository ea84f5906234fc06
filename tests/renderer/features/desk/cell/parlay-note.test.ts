import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../../src/shared/model/parlay/desk.ts'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { book, cell, leg, noon, plainSettings, priced, row } from '../../../../support/shared/desk-rows.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const cells = () => [cell('alpha', { quote: priced(455, noon - 4_000) })]
const named = (given: Partial<Row['note']> = {}): Row => ({
  ...row(1, cells()),
  note: { name: 'Late props', tags: ['late', 'props'], note: 'Before 18:30.', ...given },
})

async function openRow(given: Row) {
  const desk = await openDesk([given])
  await desk.choose('alpha')
  return { ...desk, pane: desk.view.get('[aria-label="Cell"]'), names: desk.view.get('.names') }
}

describe('a row that the user named', () => {
  it('shows the name before the legs, and the tags before the game', async () => {
    const { names } = await openRow(named())
    expect(names.get('.main').text()).toBe('Late propsAda North O27.5 pts · Harbor City ML')
    expect(names.findAll('.tag').map(tag => tag.text())).toEqual(['late', 'props'])
  })

  it('is read out with its name and tags', async () => {
    const { view } = await openRow(named())
    expect(view.get('[role=rowheader]').text()).toBe(
      'Late props, North O27.5 pts · Harbor City ML, RVT at HBR · 2 legs, late, props',
    )
  })

  it('shows its note beside the price', async () => {
    const { pane } = await openRow(named())
    for (const part of ['Late props', 'late', 'props', 'Before 18:30.']) expect(pane.text()).toContain(part)
  })
})

describe('the form for name, tags and note', () => {
  const openForm = async (given = named()) => {
    const opened = await openRow(given)
    await button(opened.pane, 'Edit name, tags and note').trigger('click')
    await flushPromises()
    return opened
  }

  it('shows what was typed and not saved in a page that was reloaded, until it is cancelled', async () => {
    const first = await openForm()
    await field(first.pane, 'Name').setValue('Early props')
    first.view.unmount()
    const { pane } = await openRow(named())
    expect(field(pane, 'Name').element).toHaveProperty('value', 'Early props')
    expect(pane.text()).toContain('Draft restored.')
    await button(pane, 'Cancel').trigger('click')
    expect(pane.get('.parlay-note').text()).toContain('Late props')
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it('starts with the saved note, and the focus in the name', async () => {
    const { pane } = await openForm()
    expect(['Name', 'Tags', 'Note'].map(name => field(pane, name).element)).toMatchObject([
      { value: 'Late props' },
      { value: 'late, props' },
      { value: 'Before 18:30.' },
    ])
    expect(document.activeElement).toBe(field(pane, 'Name').element)
  })

  it('saves, closes and returns the focus', async () => {
    const { pane, api } = await openForm()
    await field(pane, 'Tags').setValue('hedge')
    await pane.get('.parlay-note form').trigger('submit')
    await flushPromises()
    expect(api.desk.describeParlay).toHaveBeenCalledExactlyOnceWith({
      parlayId: 1,
      note: { name: 'Late props', tags: ['hedge'], note: 'Before 18:30.' },
    })
    expect(pane.find('.parlay-note form').exists()).toBe(false)
    expect(document.activeElement).toBe(button(pane, 'Edit name, tags and note').element)
  })

  it('keeps the input when it is refused', async () => {
    const { pane, api } = await openForm()
    api.desk.describeParlay.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await field(pane, 'Name').setValue('Other')
    await pane.get('.parlay-note form').trigger('submit')
    await flushPromises()
    expect(pane.get('[role=alert]').text()).toContain('The disk is full.')
    expect(field(pane, 'Name').element).toHaveProperty('value', 'Other')
  })

  it('closes unsaved by Cancel and by Escape', async () => {
    const { pane, api } = await openForm()
    await button(pane, 'Cancel').trigger('click')
    expect(pane.find('.parlay-note form').exists()).toBe(false)
    await button(pane, 'Edit name, tags and note').trigger('click')
    await field(pane, 'Name').trigger('keydown', { key: 'Escape' })
    expect(pane.find('.parlay-note form').exists()).toBe(false)
    expect(api.desk.describeParlay).not.toHaveBeenCalled()
  })

  it('keeps the keys of the desk off while it is typed in', async () => {
    const { api, press } = await openForm()
    await press('r')
    expect(api.desk.price).not.toHaveBeenCalled()
  })

  it('keeps the input while prices come in', async () => {
    const { pane, emit, meter } = await openForm()
    await field(pane, 'Name').setValue('Half typed')
    emit.desk.changed({ seq: 2, rows: [named()], order: null, meter })
    await flushPromises()
    expect(field(pane, 'Name').element).toHaveProperty('value', 'Half typed')
  })
})

describe('the legs of a selected price', () => {
  const single = (text: string, agoMs: number) => [{ bookId: 'alpha', text, at: noon - agoMs }]
  const legsOf = (started: Partial<Row['legs'][number]> = {}): Row =>
    row(1, cells(), [
      { ...leg('Ada North Over 27.5', 'Player Points'), singles: single('-115', 12_000), ...started },
      { ...leg('Harbor City', 'Moneyline'), singles: [{ bookId: 'bravo', text: '+140', at: noon }] },
      { ...leg('River Town', 'Spread'), singles: single('+150', 300_000) },
    ])
  const shown = ({ pane }: Pick<Awaited<ReturnType<typeof openRow>>, 'pane'>) =>
    pane.findAll('.single').map(each => each.text().replaceAll(/\s+/g, ' '))

  it('show their single odds at its book, with their ages, and none of another book', async () => {
    const { pane } = await openRow(legsOf())
    expect(pane.findAll('li').map(each => each.find('.single').exists())).toEqual([true, false, true])
    expect(shown({ pane })).toEqual([', single odds −115 12s', ', single odds +150 5m'])
    expect(pane.findAll('.single .num.muted:not(.age)').map(each => each.text())).toEqual(['+150'])
    const [hint] = pane.findAll('.single').map(each => each.attributes('data-tip'))
    expect(hint).toBe('Odds of this leg alone at Alpha Bet, 12s ago')
  })

  it('are written in the format chosen', async () => {
    const { emit, view } = await openRow(legsOf())
    emit.settings.changed({ ...plainSettings, books: [book('alpha', 'Alpha Bet')], priceFormat: 'decimal' })
    await flushPromises()
    expect(view.findAll('.single').map(each => each.get('.num').text())).toEqual(['1.8696', '2.50'])
  })

  it('have none once the game is over', async () => {
    expect(shown(await openRow(legsOf({ isGameOver: true })))).toEqual([', single odds +150 5m'])
  })
})

describe('a parlay whose legs are doubtful', () => {
  const doubtful: Row = {
    ...row(1, cells(), [
      { ...leg('Ada North Over 27.5', 'Player Points'), isOffered: false },
      { ...leg('Harbor City', 'Moneyline'), flags: ['Bravo says River Town.', 'Charlie says +1.5.'] },
    ]),
  }

  it('is marked in its row, for the eye and the ear', async () => {
    const { names, view } = await openRow(doubtful)
    const says = '1 leg no longer offered, 1 leg may be matched wrong'
    expect(names.get('.warn').text()).toBe('⚠')
    expect(names.get('.warn').attributes('data-tip')).toBe(says)
    expect(view.get('[role=rowheader]').text()).toContain(says)
  })

  it('names the doubt at each leg', async () => {
    const { pane } = await openRow(doubtful)
    const legs = pane.findAll('[aria-label="Legs of the parlay"] li').map(each => each.text())
    expect(legs[0]).toContain('No longer offered.')
    expect(legs[1]).toContain('Bravo says River Town.')
    expect(legs[1]).toContain('Charlie says +1.5.')
  })

  it('is not marked without a doubt', async () => {
    const { names } = await openRow(named())
    expect(names.find('.warn').exists()).toBe(false)
  })
})
