/** Keys from the filter to the tickets found, and the selection under another filter. */
import { describe, expect, it } from 'vitest'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { openLedger, useScreen } from '../../../../support/renderer/ledger/mounted-ledger.ts'
import { lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'

useScreen()

/** A ledger in which the text `2 3` finds these two tickets. */
async function openFiltered() {
  const lines = [1, 2, 3, 4].map(id => lineOf(id))
  const world = await openLedger(lines)
  const { api, view } = world
  api.ledger.page.mockImplementation(({ filter: { text } }) =>
    Promise.resolve(ok({ lines: lines.filter(({ id }) => !text || text.includes(String(id))), next: null })),
  )
  const search = view.get<HTMLInputElement>('input[type=search]')
  search.element.focus()
  const type = async (text: string) => {
    await search.setValue(text)
    await settled()
  }
  const focused = () => document.activeElement?.getAttribute('data-ticket')
  const chosen = () =>
    view.findAll('[data-ticket][aria-selected=true]').map(row => row.attributes('data-ticket'))
  const selection = () => {
    const line = view.find('[aria-label="Tickets shown"] .selected')
    return line.exists() ? spacedText(line.element) : ''
  }
  return { ...world, search, type, focused, chosen, selection }
}

describe('the filter of the ledger', () => {
  it.each(['Enter', 'ArrowDown'])('goes on to the first ticket found by %s, and selects it', async key => {
    const { type, press, focused, chosen, focusRow, search } = await openFiltered()
    await focusRow(3)
    search.element.focus()
    await type('2 3')
    await press(key)
    expect([focused(), chosen()]).toEqual(['2', ['2']])
  })

  it('waits for the tickets of the text just typed, unless it is typed on', async () => {
    const { search, api, press, focused } = await openFiltered()
    const list = Promise.withResolvers<Awaited<ReturnType<typeof api.ledger.page>>>()
    api.ledger.page.mockReturnValueOnce(list.promise)
    await search.setValue('3')
    await press('Enter')
    expect(document.activeElement).toBe(search.element)
    list.resolve(ok({ lines: [lineOf(3)], next: null }))
    await settled()
    expect(focused()).toBe('3')
    search.element.focus()
    const slow = Promise.withResolvers<Awaited<ReturnType<typeof api.ledger.page>>>()
    api.ledger.page.mockReturnValueOnce(slow.promise)
    await search.setValue('2')
    await press('Enter')
    await search.setValue('2 3')
    slow.resolve(ok({ lines: [lineOf(2)], next: null }))
    await settled()
    expect(document.activeElement).toBe(search.element)
  })

  it('stays in the text when it finds no ticket', async () => {
    const { type, press, search } = await openFiltered()
    await type('none')
    await press('ArrowDown')
    await press('Enter')
    expect(document.activeElement).toBe(search.element)
    await type('2')
    expect(document.activeElement).toBe(search.element)
  })
})

describe('several selected tickets under another filter', () => {
  async function selectThree() {
    const world = await openFiltered()
    await world.row(1).trigger('click')
    await world.row(2).trigger('click', { ctrlKey: true })
    await world.row(4).trigger('click', { ctrlKey: true })
    world.search.element.focus()
    return world
  }

  it('stay selected, those that it hides by their number, and are all back after it', async () => {
    const { type, chosen, selection } = await selectThree()
    await type('2 3')
    expect(chosen()).toEqual(['2'])
    expect(selection()).toBe('1 selected · wagered $40.00 · profit $0.00 · 2 more hidden by the filter')
    await type('3')
    expect(chosen()).toEqual([])
    expect(selection()).toBe('3 selected, hidden by the filter')
    await type('')
    expect(chosen()).toEqual(['1', '2', '4'])
    expect(selection()).toMatch(/^3 selected · wagered \$120\.00 · profit \S+$/)
  })

  it('are reached by Enter as they are, and by Enter and moves among other tickets', async () => {
    const { type, press, focused, chosen, search } = await selectThree()
    await type('2 4')
    await press('Enter')
    expect([focused(), chosen()]).toEqual(['4', ['2', '4']])
    search.element.focus()
    await type('3')
    await press('Enter')
    expect([focused(), chosen()]).toEqual(['3', ['3']])
    search.element.focus()
    await type('')
    expect(chosen()).toEqual(['1', '2', '3', '4'])
  })

  it('are found again beyond the first page', async () => {
    const { type, api, chosen } = await selectThree()
    const others = Array.from({ length: 100 }, (_, at) => lineOf(at + 11))
    const page = { lines: others, next: { placedAt: 5, id: 110 } }
    const rest = { lines: [1, 2, 3, 4].map(id => lineOf(id)), next: null }
    await type('3')
    api.ledger.page.mockImplementation(({ limit }) =>
      Promise.resolve(ok(limit > 100 ? { ...rest, lines: [...rest.lines, ...others] } : page)),
    )
    await type('')
    expect(chosen()).toEqual(['1', '2', '4'])
  })

  it('end when they leave the list for good, and all by Esc in the rows', async () => {
    const { type, api, press, push, chosen, selection } = await selectThree()
    api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(1), lineOf(3), lineOf(4)], next: null }))
    await push([], [2])
    expect(selection()).toMatch(/^2 selected · wagered \$80\.00 · profit \S+$/)
    api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(3)], next: null }))
    await type('3')
    expect(selection()).toBe('2 selected, hidden by the filter')
    await press('Enter')
    await press('Escape')
    expect([chosen(), selection()]).toEqual([['3'], ''])
  })
})
