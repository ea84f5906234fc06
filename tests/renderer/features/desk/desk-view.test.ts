import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../support/bridge/stub-desk.ts'
import { cell, noon, priced, quote, row } from '../../../support/shared/desk-rows.ts'
import { mountDesk, openDesk, useStillScreen } from '../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const links = { desktop: 'https://bets.bravo.example/slip', mobile: 'bravo://slip' }
const rows = () => [
  row(1, [
    cell('alpha', { quote: priced(455, noon - 4_000) }),
    cell('bravo', { quote: priced(512, noon - 4_000, links) }),
    cell('charlie', { missingLegs: 1 }),
  ]),
]
const bravo = { parlayId: 1, bookId: 'bravo' }
type Opened = Awaited<ReturnType<typeof openDesk>>
const button = ({ view }: Pick<Opened, 'view'>, name: string) => {
  const found = view.findAll('button').find(each => each.text().startsWith(name))
  if (found === undefined) throw new Error(`no button ${name}`)
  return found
}

it('DeskView says which rows it shows and which is selected, whose prices are refreshed first', async () => {
  const { api, choose } = await openDesk([...rows(), row(2, [cell('alpha', { quote: priced(150) })])])
  await choose('alpha', 2)
  await expect
    .poll(() => api.desk.setVisibleRows)
    .toHaveBeenLastCalledWith({ parlayIds: [1, 2], selectedId: 2 })
  const before = api.desk.setVisibleRows.mock.calls.length
  vi.useFakeTimers({ now: noon, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  for (const [book, parlayId] of [
    ['bravo', 1],
    ['alpha', 2],
    ['alpha', 1],
  ] as const) {
    await choose(book, parlayId)
    await vi.advanceTimersByTimeAsync(50)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(api.desk.setVisibleRows.mock.calls.slice(before)).toEqual([[{ parlayIds: [1, 2], selectedId: 1 }]])
})

it('DeskView does not say that it shows no rows before it has drawn them, which means that its window closed', async () => {
  const { api, choose } = await openDesk(rows())
  await choose('bravo')
  await expect.poll(() => api.desk.setVisibleRows).toHaveBeenCalled()
  expect(api.desk.setVisibleRows.mock.calls.map(([{ parlayIds }]) => parlayIds)).toEqual([[1]])
})

describe('DeskView before and without prices', () => {
  it('shows that it is loading', () => {
    const { view } = mountDesk(rows())
    expect(view.get('[aria-busy=true]').attributes('aria-label')).toBe('Loading the desk')
  })

  it('says what to do while it is empty', async () => {
    const { view } = await openDesk([])
    expect(view.text()).toContain('No parlays on the desk yet')
    expect(view.text()).toContain('Add to desk')
  })

  it('says why it cannot load, and loads when asked again', async () => {
    const desk = mountDesk(rows())
    desk.api.desk.snapshot.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'a1b2' }))
    await desk.start()
    await flushPromises()
    expect(desk.view.get('[role=alert]').text()).toContain('a1b2')
    await button(desk, 'Try again').trigger('click')
    await flushPromises()
    expect(desk.view.find('[role=grid]').exists()).toBe(true)
  })
})

it('DeskView says why there are no books to price at, and loads them when asked again', async () => {
  const desk = mountDesk(rows())
  desk.api.settings.snapshot.mockResolvedValueOnce(
    failed({ kind: 'storage', sentence: 'Settings cannot be read.' }),
  )
  await desk.start()
  await flushPromises()
  expect(desk.view.get('[role=alert]').text()).toContain('Settings cannot be read.')
  await button(desk, 'Try again').trigger('click')
  await flushPromises()
  expect(desk.view.findAll('[role=columnheader]')).toHaveLength(4)
})

describe('DeskView, pricing', () => {
  it('reprices the row on R and everything on Shift+R', async () => {
    const desk = await openDesk(rows())
    await desk.choose('alpha')
    await desk.press('r')
    await desk.press('R', { shiftKey: true })
    expect(desk.api.desk.price.mock.calls).toEqual([
      [{ parlayId: 1, bookId: null }],
      [{ parlayId: null, bookId: null }],
    ])
  })

  it('says what repricing everything costs', async () => {
    const desk = await openDesk(rows())
    expect(button(desk, 'Reprice all').attributes('data-tip')).toBe('Reprice all: 2 calls')
  })

  it('says so when there is nothing to price', async () => {
    const desk = await openDesk(rows())
    desk.api.desk.price.mockResolvedValueOnce(ok({ calls: 0 }))
    await button(desk, 'Reprice all').trigger('click')
    await flushPromises()
    expect(desk.view.text()).toContain('Nothing to price')
  })

  it('leaves keys alone while the user types', async () => {
    const desk = await openDesk(rows())
    await desk.choose('alpha')
    document.getElementById('elsewhere')?.focus()
    await desk.press('r')
    expect(desk.api.desk.price).not.toHaveBeenCalled()
  })

  it('takes letters from anywhere else on the desk, but removes only from the grid', async () => {
    const desk = await openDesk(rows())
    await desk.choose('alpha')
    document.getElementById('button')?.focus()
    await desk.press('Delete')
    await desk.press('r')
    expect(desk.api.desk.removeParlay).not.toHaveBeenCalled()
    expect(desk.api.desk.price).toHaveBeenCalledOnce()
  })
})

describe('the Cell region', () => {
  const region = ({ view }: Pick<Opened, 'view'>) => view.get('section[aria-label=Cell]')

  it('is calm while nothing is selected', async () => {
    expect(region(await openDesk(rows())).text()).toContain('Select a price')
  })

  it.each([
    ['o', 'Select a price first.'],
    ['t', 'Select a price first.'],
    ['x', 'Select a price first.'],
    ['r', 'Select a parlay first.'],
    ['q', 'Select a parlay first.'],
  ])('is empty while nothing is selected, and %s says what it needs', async (key, says) => {
    const desk = await openDesk(rows())
    await desk.press(key)
    expect(desk.view.get('.message').text()).toContain(says)
    expect(desk.api.desk.price).not.toHaveBeenCalled()
  })

  it('says no more what a command needs once another runs', async () => {
    const desk = await openDesk(rows())
    await desk.press('o')
    expect(desk.view.find('.message').exists()).toBe(true)
    await desk.press('ArrowDown')
    expect(desk.view.find('.message').exists()).toBe(false)
  })

  it.each(['Enter', 'o', 'r'])('says to add a parlay on %s while the desk is empty', async key => {
    const desk = await openDesk([])
    await desk.press(key)
    expect(desk.view.get('.message').text()).toContain('Add a parlay first.')
  })

  it('shows the price in all formats, its age, its links by host, and its legs', async () => {
    const desk = await openDesk(rows())
    await desk.choose('bravo')
    const text = region(desk).text()
    for (const shown of ['+512', '6.12', '128/25', '16.3399%', '−0.1953', '+5.12', '5.12'])
      expect(text).toContain(shown)
    for (const shown of ['Bravo', '4s ago', 'Best price', 'bets.bravo.example', 'Bravo app'])
      expect(text).toContain(shown)
    for (const shown of ['Ada North Over 27.5 Points', 'River Town at Harbor City'])
      expect(text).toContain(shown)
  })

  it('never makes a link of a link', async () => {
    const desk = await openDesk(rows())
    await desk.choose('bravo')
    expect(desk.view.find('a, [href], [src]').exists()).toBe(false)
  })

  it('shows the whole message of the service', async () => {
    const text = 'Suspended until the trading team has looked at it'
    const desk = await openDesk([row(1, [cell('bravo', { quote: quote({ kind: 'message', text }) })])])
    await desk.choose('bravo')
    expect(region(desk).text()).toContain(text)
  })

  it('offers no recheck at a book that lacks a leg', async () => {
    const desk = await openDesk(rows())
    await desk.choose('charlie')
    expect(button(desk, 'Recheck and open').attributes('disabled')).toBeDefined()
    await desk.press('o')
    expect(desk.api.desk.recheck).not.toHaveBeenCalled()
  })
})

describe('DeskView, other actions', () => {
  it('copies the link on C and says its host', async () => {
    const desk = await openDesk(rows())
    await desk.choose('bravo')
    await desk.press('c')
    expect(desk.api.links.copy).toHaveBeenCalledExactlyOnceWith({ ...bravo, to: 'here' })
    expect(desk.view.text()).toContain('Link to bets.example copied.')
  })

  it('removes the parlay on Delete and restores it on Undo', async () => {
    const desk = await openDesk(rows())
    await desk.choose('bravo')
    await desk.press('Delete')
    expect(desk.api.desk.removeParlay).toHaveBeenCalledExactlyOnceWith({ parlayId: 1 })
    expect(desk.view.text()).toContain('Removed North O27.5 pts · Harbor City ML.')
    button(desk, 'Undo').element.focus()
    await button(desk, 'Undo').trigger('click')
    await flushPromises()
    expect(desk.api.desk.restoreParlay).toHaveBeenCalledExactlyOnceWith({ parlayId: 1 })
    expect(desk.view.text()).not.toContain('Removed')
    expect(desk.focused()).toMatch(/^Bravo/)
  })

  it('calls a parlay by the name it was given, also when it is removed', async () => {
    const [first, ...others] = rows()
    const named = first && { ...first, note: { name: 'Opener', tags: [], note: '' } }
    const desk = await openDesk(named ? [named, ...others] : [])
    await desk.choose('bravo')
    await button(desk, 'Auto').trigger('click')
    expect(desk.view.get('dialog').text()).toContain('This parlay: Opener')
    await desk.view.get('dialog').trigger('cancel')
    await desk.choose('bravo')
    await desk.press('Delete')
    expect(desk.view.text()).toContain('Removed Opener.')
  })
})

it('DeskView makes no call for focus, moves of the selection or a hidden window', async () => {
  const desk = await openDesk([
    row(1, [cell('alpha', { quote: priced(455) }), cell('bravo')]),
    row(2, [cell('alpha')]),
  ])
  await desk.choose('alpha')
  for (const key of ['ArrowRight', 'ArrowDown', 'Home', 'End', 'PageDown', 'j', 'k', '?', 'Escape'])
    await desk.press(key)
  window.dispatchEvent(new Event('focus'))
  desk.emit.desk.hidden({ isHidden: true })
  vi.advanceTimersByTime(600_000)
  await flushPromises()
  expect(desk.api.desk.price).not.toHaveBeenCalled()
  expect(desk.api.desk.recheck).not.toHaveBeenCalled()
  expect(desk.api.desk.addParlay).not.toHaveBeenCalled()
})
