import { describe, expect, it } from 'vitest'
import { allTickets } from '../../../../../src/shared/model/ticket/ledger-filter.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { openLedger, useScreen } from '../../../../support/renderer/ledger/mounted-ledger.ts'
import { lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'

useScreen()

describe('a filter with a misspelled word', () => {
  async function typeMisspelled() {
    const world = await openLedger([lineOf(1)])
    const { api, view } = world
    api.ledger.page.mockImplementation(({ filter }) =>
      Promise.resolve(ok({ lines: filter.text.startsWith('thorn') ? [lineOf(1)] : [], next: null })),
    )
    api.ledger.findSpelling.mockImplementation(({ text }) =>
      Promise.resolve(ok({ text: text.startsWith('thron') ? text.replace('thron', 'thorn') : null })),
    )
    const search = view.get<HTMLInputElement>('input[type=search]')
    search.element.focus()
    const type = async (text: string) => {
      await search.setValue(text)
      await settled()
    }
    await type('thron pl>')
    const lastFilter = () => api.ledger.page.mock.lastCall?.[0].filter
    return { ...world, search, type, lastFilter }
  }

  it('offers the corrected one by a button, beside the rest of the filter', async () => {
    const { view, search, lastFilter } = await typeMisspelled()
    expect(search.element.value).toBe('thron pl>')
    expect(spacedText(view.get('.list .empty-note').element)).toMatch(
      /^No tickets match\. Did you mean “thorn pl>”\? Show “thorn pl>” .*Show all tickets$/,
    )
    const { fromDay } = lastFilter() ?? allTickets
    expect(fromDay).not.toBeNull()
    await button(view, 'Show “thorn pl>”').trigger('click')
    await settled()
    expect(lastFilter()).toEqual({ ...allTickets, fromDay, text: 'thorn pl>' })
    expect(search.element.value).toBe('thorn pl>')
    expect(document.activeElement).toBe(search.element)
    expect(view.get('[role=grid]').text()).toContain('Ticket 1')
  })

  it('takes the corrected one by Enter in the filter, and leaves any other text to the user', async () => {
    const { search, type, press, lastFilter } = await typeMisspelled()
    await press('Enter')
    expect(search.element.value).toBe('thorn pl>')
    await type('zebra')
    await press('Enter')
    expect([search.element.value, lastFilter()?.text]).toEqual(['zebra', 'zebra'])
  })

  it('offers none that the rest of the filter leaves without tickets, and says what it takes', async () => {
    const { api, view, type } = await typeMisspelled()
    api.ledger.page.mockResolvedValue(ok({ lines: [], next: null }))
    await type('thron')
    expect(api.ledger.findSpelling).toHaveBeenLastCalledWith({ text: 'thron' })
    expect(spacedText(view.get('.list .empty-note').element)).toMatch(
      /^No tickets match\. Show all tickets The filter takes words, .* and limits like stake>30\.$/,
    )
    await type(' ')
    expect(spacedText(view.get('.list .empty-note').element)).not.toContain('The filter takes')
  })
})
