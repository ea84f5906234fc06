import { settled } from '../../../../support/renderer/settled.ts'
import { describe, expect, it } from 'vitest'
import type { LineStep, LineSteps } from '../../../../../src/shared/model/price/whatif.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { cell, leg, noon, priced, row } from '../../../../support/shared/desk-rows.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { useCommandStore } from '../../../../../src/renderer/commands/command-store.ts'
import { useBoardStore } from '../../../../../src/renderer/features/board/board-store.ts'
import { filledBoard } from '../../../../support/renderer/board/board-answers.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { tightenBudget } from '../../../../support/renderer/desk/tight-budget.ts'

useStillScreen()

const legs = [leg('Thorn Over 25.5', 'Points'), leg('Harbor City', 'Moneyline')]
const step = (line: string, books: readonly string[] = ['alpha', 'bravo', 'charlie']): LineStep => ({
  selection: `e1#Points#Thorn Over ${line}`,
  name: `Thorn Over ${line}`,
  books: books.map(bookId => ({ bookId, last: null })),
})
const none: LineSteps = { below: [], above: [] }
const some: LineSteps = { below: [step('24.5')], above: [step('26.5', ['bravo'])] }

/** Opens the line steps of a parlay that is +480 at Alpha, +500 at Bravo and not priced at Charlie. */
async function openLineSteps(steps: LineSteps = some, ofOthers = steps) {
  const cells = [
    cell('alpha', { quote: priced(480) }),
    cell('bravo', { quote: priced(500) }),
    cell('charlie'),
  ]
  const desk = await openDesk([row(1, cells, legs)])
  desk.api.whatif.lineSteps.mockImplementation(asked =>
    Promise.resolve(ok(asked.leg === legs[0]?.key ? steps : ofOthers)),
  )
  await desk.choose('bravo')
  const button = (name: RegExp) => desk.view.findAll('button').find(each => name.test(each.text()))
  await button(/^Alt lines$/)?.trigger('click')
  await settled()
  const lines = () => desk.view.findAll('dialog tbody tr').map(({ element }) => spacedText(element))
  const cost = () => desk.view.get('dialog [role=status]').text()
  const box = (name: string) =>
    desk.view
      .findAll('dialog label')
      .find(each => each.text() === name)
      ?.get('input')
  return { ...desk, button, lines, cost, box }
}

describe('line steps', () => {
  it('surround the parlay’s own line, and state the cost of pricing them', async () => {
    const { api, lines, cost } = await openLineSteps()
    expect(api.whatif.lineSteps).toHaveBeenLastCalledWith({ parlayId: 1, leg: legs[0]?.key })
    expect(lines()).toEqual([
      'Thorn Over 24.5 — — — Swap (3 calls)',
      'Thorn Over 25.5 current +480 0s +500 best, 0s —',
      'Thorn Over 26.5 not offered — not offered Swap (1 call)',
    ])
    expect(cost()).toBe('Uses 4 calls.')
    expect(api.whatif.priceStep).not.toHaveBeenCalled()
  })

  it('are priced at the chosen books, the best of each line marked', async () => {
    const { api, button, lines, cost, box } = await openLineSteps()
    await box('Alpha Bet')?.setValue(false)
    expect(cost()).toBe('Uses 3 calls.')
    const prices: Readonly<Record<string, number>> = { bravo: 380, charlie: 395 }
    api.whatif.priceStep.mockImplementation(({ bookId }) =>
      Promise.resolve(ok({ at: noon, outcome: priced(prices[bookId] ?? 100).outcome })),
    )
    await button(/^Get prices$/)?.trigger('click')
    await settled()
    expect(lines()[0]).toBe('Thorn Over 24.5 +380 0s +395 best, 0s Swap (3 calls)')
    expect(api.whatif.priceStep.mock.calls.map(([asked]) => [asked.step, asked.bookId])).toEqual([
      ['e1#Points#Thorn Over 24.5', 'bravo'],
      ['e1#Points#Thorn Over 24.5', 'charlie'],
      ['e1#Points#Thorn Over 26.5', 'bravo'],
    ])
  })

  it('wait for a yes where the limit does not let all calls go', async () => {
    const { button, ...desk } = await openLineSteps()
    const { api } = desk
    const { asked, answer } = await tightenBudget(desk)
    await button(/^Get prices$/)?.trigger('click')
    await settled()
    expect(asked()).toEqual(['Price alt lines', 4, 48_000])
    await answer(false)
    await button(/^Swap/)?.trigger('click')
    await settled()
    expect(asked()).toEqual(['Swap the leg', 3, 48_000])
    await answer(false)
    expect(api.whatif.priceStep).not.toHaveBeenCalled()
    expect(api.desk.addParlay).not.toHaveBeenCalled()
  })

  it('begin with the cell’s book and the best books that offer a line', async () => {
    const { box } = await openLineSteps({ below: [step('24.5', ['alpha', 'charlie'])], above: [] })
    expect(['Alpha Bet', 'Charlie'].map(name => box(name)?.element.matches(':checked'))).toEqual([true, true])
    expect(box('Bravo')).toBeUndefined()
  })

  it('do not mark a price that has gone stale', async () => {
    const old = { at: noon - 60_000, outcome: priced(900).outcome }
    const below = [{ ...step('24.5'), books: [{ bookId: 'bravo', last: old }] }]
    const { lines } = await openLineSteps({ below, above: [] })
    expect(lines()[0]).toBe('Thorn Over 24.5 +900 1m old Swap (1 call)')
  })

  it('of another leg are read when it is chosen', async () => {
    const { api, view } = await openLineSteps()
    const select = view.get<HTMLSelectElement>('dialog select')
    select.element.selectedIndex = 1
    await select.trigger('change')
    await settled()
    expect(api.whatif.lineSteps).toHaveBeenLastCalledWith({ parlayId: 1, leg: legs[1]?.key })
  })

  it('of a leg without any say so', async () => {
    const { view } = await openLineSteps(none, some)
    expect(view.get('dialog').text()).toContain('No alt lines for this leg.')
  })

  it('are off, with the reason, while no leg has any', async () => {
    const { api, button, view } = await openLineSteps(none)
    expect(view.find('dialog').exists()).toBe(false)
    expect(button(/^Alt lines$/)?.attributes()).toMatchObject({
      disabled: '',
      'data-tip': 'No alt lines for these legs',
    })
    expect(useCommandStore().blockedBy('price.alt-lines')).toBe('No alt lines for these legs')
    api.whatif.lineSteps.mockResolvedValue(ok(some))
    useBoardStore().adopt(ok(filledBoard))
    await settled()
    expect(button(/^Alt lines$/)?.attributes('disabled')).toBeUndefined()
  })

  it('add the parlay with the other line in the place of the leg, and show it', async () => {
    const { api, button, view } = await openLineSteps()
    api.desk.addParlay.mockResolvedValueOnce(ok({ parlayId: 2, wasThere: false }))
    await button(/^Swap/)?.trigger('click')
    await settled()
    expect(api.desk.addParlay.mock.calls[0]?.[0].selections).toEqual([
      'e1#Points#Thorn Over 24.5',
      'e1#Moneyline#Harbor City',
    ])
    expect(view.find('dialog').exists()).toBe(false)
  })
})
