import { describe, expect, it } from 'vitest'
import {
  explainCell,
  findOpenObstacle,
  findRemedy,
  missingLegsText,
} from '../../../../../src/renderer/features/desk/cell/cell-text.ts'
import { cellState, type Cell } from '../../../../../src/shared/model/price/cell.ts'
import { display, states } from '../../../../support/renderer/desk/cell-states.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import {
  americanPrice,
  cell,
  failure,
  noon,
  plainDisplay,
  priced,
  quote,
  row,
} from '../../../../support/shared/desk-rows.ts'

useStillScreen()

it('missingLegsText counts the legs only where the book offers some of them', () => {
  expect(missingLegsText(1, 1)).toBe('This book doesn’t offer this leg, so it isn’t priced.')
  expect(missingLegsText(2, 2)).toBe('This book doesn’t offer these legs, so it isn’t priced.')
  expect(missingLegsText(1, 3)).toContain('1 of these 3 legs')
})

describe('explainCell', () => {
  const unsaid = states.filter(([name]) => !/^a (negative )?price/.test(name))

  it.each(unsaid)('explains %s in a sentence', (_name, given, at) => {
    expect(explainCell(cellState(given, at.now, at.staleAfterMs), 3, at)).toMatch(/^\S.{6,}$/)
  })

  it('keeps the whole message of the service', () => {
    const text = 'Event suspended until further notice'
    expect(explainCell({ kind: 'message', text }, 3, display)).toContain(text)
  })

  it('has nothing to add to a fresh price', () => {
    expect(explainCell(cellState(cell('a', { quote: priced(455) }), noon, 30_000), 3, display)).toBe('')
  })
})

describe('findRemedy', () => {
  it.each([
    [{ kind: 'failed', failure: { kind: 'timed-out', afterMs: 1 } }, 'Try again'],
    [{ kind: 'failed', failure: { kind: 'host-failing', host: 'a', untilAt: noon } }, 'Try now'],
    [{ kind: 'failed', failure: { kind: 'key-missing' } }, 'Enter key'],
    [{ kind: 'key-refused' }, 'Enter key'],
    [{ kind: 'failed', failure: { kind: 'bad-address', detail: '' } }, 'Edit the address'],
    [{ kind: 'limited', untilAt: noon }, 'Try again'],
    [{ kind: 'limited', untilAt: noon + 1 }, undefined],
    [{ kind: 'no-price' }, undefined],
    [{ kind: 'idle' }, undefined],
  ] as const)('for %o is %s', (state, label) => {
    expect(findRemedy(state, noon)?.label).toBe(label)
  })
})

describe('CellPane', () => {
  it('shows the last price of a cell whose book pulled it, with its age', async () => {
    const before = { ...americanPrice(615), at: noon - 40_000 }
    const desk = await openDesk([row(1, [cell('alpha', { quote: quote({ kind: 'no-price' }), before })])])
    await desk.choose('alpha')
    expect(desk.view.get('.cell-pane .lost').text()).toBe('was +615, 40s ago')
    expect(desk.cell('alpha').attributes('data-tip')).toMatch(/^No price, was \+615, 40s ago\n/)
  })

  it('shows a whole message of the service under a heading', async () => {
    const text = 'Event suspended until further notice'
    const desk = await openDesk([row(1, [cell('alpha', { quote: quote({ kind: 'message', text }) })])])
    await desk.choose('alpha')
    expect(desk.view.get('.cell-pane .state').text()).toBe('Service message')
    expect(desk.view.get('.cell-pane').text()).toContain(text)
    expect(desk.cell('alpha').text()).toBe('Susp.')
  })
})

describe('the remedy on screen', () => {
  it('asks again for a failed cell alone', async () => {
    const desk = await openDesk([
      row(1, [cell('alpha', { quote: failure({ kind: 'timed-out', afterMs: 8_000 }) })]),
    ])
    await desk.choose('alpha')
    await desk.view
      .findAll('button')
      .find(each => each.text() === 'Try again')
      ?.trigger('click')
    expect(desk.api.desk.price).toHaveBeenCalledExactlyOnceWith({ parlayId: 1, bookId: 'alpha' })
  })
})

describe('findOpenObstacle', () => {
  const display = { ...plainDisplay, now: noon }
  const why = (given: Partial<Cell>) => findOpenObstacle(cell('bravo', given), display)
  const link = { desktop: 'https://bets.example/slip', mobile: null }

  it('is none for a price with a link, fresh or old, and for a cell that has no price yet', () => {
    expect(why({ quote: priced(100, noon, link) })).toBeUndefined()
    expect(why({ quote: priced(100, noon - 60_000, { desktop: null, mobile: 'app:x' }) })).toBeUndefined()
    expect(why({})).toBeUndefined()
    expect(why({ quote: priced(100, noon, link), activity: { kind: 'pricing' } })).toBeUndefined()
    expect(why({ quote: quote({ kind: 'no-price' }) })).toBeUndefined()
    expect(why({ quote: failure({ kind: 'limited', untilAt: noon }) })).toBeUndefined()
  })

  it.each<[string, Partial<Cell>]>([
    ['Not offered', { missingLegs: 1 }],
    ['Copy the legs', { quote: priced(100, noon, null) }],
    ['can’t combine', { quote: quote({ kind: 'cannot-combine' }) }],
    ['Rate limit, resets in 0:09', { quote: failure({ kind: 'limited', untilAt: noon + 9_000 }) }],
    ['Settings', { quote: failure({ kind: 'key-refused' }) }],
    ['Settings', { quote: failure({ kind: 'bad-address', detail: 'x' }) }],
    ['Still waiting', { activity: { kind: 'pricing' } }],
    ['Still waiting', { activity: { kind: 'pricing' }, quote: failure({ kind: 'timed-out', afterMs: 9 }) }],
    ['Still waiting', { activity: { kind: 'waiting', place: 3, startsAt: null } }],
    ['Copy the legs', { activity: { kind: 'pricing' }, quote: priced(100, noon, null) }],
  ])('says “%s” where rechecking leads nowhere', (words, given) => {
    expect(why(given)).toContain(words)
  })
})
