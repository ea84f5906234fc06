import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { book, plainSettings } from '../../../../support/shared/desk-rows.ts'
import { demo } from '../../../../support/renderer/account/states.ts'
import { button, buttonNames } from '../../../../support/renderer/screen.ts'
import { filledBoard, found } from '../../../../support/renderer/board/board-answers.ts'
import { openLegs, type } from '../../../../support/renderer/board/legs-pane.ts'

const noFilter = { league: null, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false }

async function openFilters() {
  const opened = await openLegs({
    board: { ...filledBoard, leagues: ['NFL', 'NBA'] },
    settings: { ...plainSettings, books: [book('alpha', 'Alpha Bet')] },
  })
  const select = (name: string) => opened.pane.get(`select[aria-label="${name}"]`)
  const asked = () => opened.api.board.search.mock.lastCall?.[0]
  return { ...opened, select, asked }
}
describe('FilterRow', () => {
  it('starts without filters', async () => {
    const { pane, asked } = await openFilters()
    expect(asked()?.filter).toEqual(noFilter)
    expect(buttonNames(pane)).not.toContain('Clear filters')
    expect(buttonNames(pane)).toContain('More filters')
  })

  it('narrows the typed search by league, book, live and main line', async () => {
    const { pane, select, asked } = await openFilters()
    await type(pane, 'north')
    await select('League').setValue('NBA')
    await select('Book').setValue('alpha')
    await button(pane, 'Live now').trigger('click')
    await button(pane, 'Main lines').trigger('click')
    await flushPromises()
    expect(asked()).toMatchObject({
      query: 'north',
      filter: { league: 'NBA', bookId: 'alpha', isLiveOnly: true, isMainOnly: true, isPinnedOnly: false },
    })
    expect(button(pane, 'Live now').attributes('aria-pressed')).toBe('true')
    expect(button(pane, 'More filters, 1 on').text()).toContain('More (1)')
  })

  it('narrows the search to pinned legs, and names leagues as people do', async () => {
    const { pane, select, asked } = await openFilters()
    await button(pane, 'Pinned').trigger('click')
    await flushPromises()
    expect(asked()?.filter).toEqual({ ...noFilter, isPinnedOnly: true })
    expect(
      select('League')
        .findAll('option')
        .map(each => each.text()),
    ).toEqual(['All leagues', 'NFL', 'NBA'])
  })

  it('removes one filter by itself and all by the clear button, which moves the focus', async () => {
    const { pane, select, asked } = await openFilters()
    await select('League').setValue('NBA')
    await button(pane, 'Live now').trigger('click')
    await button(pane, 'Live now').trigger('click')
    await flushPromises()
    expect(asked()?.filter).toEqual({ ...noFilter, league: 'NBA' })
    await button(pane, 'Clear filters').trigger('click')
    await flushPromises()
    expect(asked()?.filter).toEqual(noFilter)
    expect(document.activeElement).toBe(select('Book').element)
  })

  it('keeps a league that left the board while it is a filter', async () => {
    const { emit, select } = await openFilters()
    await select('League').setValue('NBA')
    emit.board.changed({ ...filledBoard, leagues: ['NFL'] })
    await flushPromises()
    expect(select('League').element).toHaveProperty('value', 'NBA')
  })

  it('says if no selection passes the filters or none matches the words', async () => {
    const { pane, api, asked } = await openFilters()
    api.board.search.mockResolvedValue({ ok: true, value: found({}) })
    await button(pane, 'Live now').trigger('click')
    await flushPromises()
    expect(pane.text()).toContain('No legs match these filters.')
    await type(pane, 'qqq')
    expect(pane.text()).toContain('No legs match “qqq” with these filters.')
    await pane.get('.clear').trigger('click')
    await flushPromises()
    expect(asked()?.filter).toEqual(noFilter)
    expect(pane.find('.clear').exists()).toBe(false)
  })

  it('clears the filters for another profile', async () => {
    const { emit, select, asked } = await openFilters()
    await select('League').setValue('NBA')
    emit.account.changed(demo({ activeId: 'p1', isDemo: false }))
    await flushPromises()
    expect(asked()?.filter).toEqual(noFilter)
  })
})
