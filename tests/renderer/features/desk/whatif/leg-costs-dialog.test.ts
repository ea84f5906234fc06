import { settled } from '../../../../support/renderer/settled.ts'
import { describe, expect, it } from 'vitest'
import type { OneOff, Remainder } from '../../../../../src/shared/model/price/whatif.ts'
import type { DeskLeg } from '../../../../../src/shared/model/parlay/parlay.ts'
import type { Outcome } from '../../../../../src/shared/failure.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { americanPrice, cell, leg, noon, priced, row } from '../../../../support/shared/desk-rows.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { tightenBudget } from '../../../../support/renderer/desk/tight-budget.ts'

useStillScreen()

const legs = [leg('One', 'Points'), leg('Two', 'Points'), leg('Three', 'Points')]
const rest = (name: string, given: Partial<Remainder> = {}): Remainder => ({
  leftOut: `e1#Points#${name}`,
  listed: null,
  last: null,
  ...given,
})
/** Two legs with a single price at Bravo of this age. */
const listedLegs = (age: number, game: Partial<DeskLeg['game']> = {}) =>
  ['One', 'Two'].map(name => ({
    ...leg(name, 'Points', game),
    singles: [{ bookId: 'bravo', text: '+150', at: noon - age }],
  }))
const at = (american: number, age = 0): OneOff => ({ at: noon - age, outcome: priced(american).outcome })

/** Opens the leg costs of Bravo, whose price is +500 and as old as said. */
async function openLegCosts(remainders: readonly Remainder[], age = 0, shownLegs = legs) {
  const quote = priced(500, noon - age)
  const desk = await openDesk([row(1, [cell('alpha'), cell('bravo', { quote })], shownLegs)])
  desk.api.whatif.legCosts.mockResolvedValue(ok({ remainders: [...remainders] }))
  await desk.choose('bravo')
  const button = (name: string) => desk.view.findAll('button').find(each => each.text() === name)
  await button('Price by leg')?.trigger('click')
  await settled()
  const lines = () => desk.view.findAll('dialog tbody tr').map(({ element }) => spacedText(element))
  const cost = () => desk.view.get('dialog [role=status]').text()
  return { ...desk, button, lines, cost }
}

const three = ['One', 'Two', 'Three'].map(name => rest(name))

describe('leg costs', () => {
  it('state their cost before any call', async () => {
    const { api, cost, lines } = await openLegCosts(three)
    expect(cost()).toBe('Uses 3 calls.')
    expect(lines()).toEqual(['One Points — —', 'Two Points — —', 'Three Points — —'])
    expect(api.whatif.priceRest).not.toHaveBeenCalled()
  })

  it('ask the parlay itself too when its price is old', async () => {
    const { api, button, cost } = await openLegCosts(three, 60_000)
    expect(cost()).toBe('Uses 4 calls.')
    await button('Get prices')?.trigger('click')
    expect(api.desk.price).toHaveBeenCalledExactlyOnceWith({ parlayId: 1, bookId: 'bravo' })
    expect(api.whatif.priceRest).toHaveBeenCalledTimes(3)
  })

  it('keep the focus when the button that asks is replaced by Stop, and back', async () => {
    const { api, view, button } = await openLegCosts(three)
    const answer = Promise.withResolvers<Outcome<OneOff>>()
    api.whatif.priceRest.mockReturnValue(answer.promise)
    const press = async (name: string) => {
      button(name)?.element.focus()
      await button(name)?.trigger('click')
      await settled()
      return document.activeElement
    }
    const status = view.get('dialog [role=status]').element
    expect(await press('Get prices')).toBe(status)
    expect(await press('Stop')).toBe(status)
  })

  it('wait for a yes where the limit does not let all calls go', async () => {
    const { button, ...desk } = await openLegCosts(three)
    const { api } = desk
    const { asked, answer } = await tightenBudget(desk)
    await button('Get prices')?.trigger('click')
    await settled()
    expect(asked()).toEqual(['Price by leg', 3, 48_000])
    expect(api.whatif.priceRest).not.toHaveBeenCalled()
    await answer(true)
    expect(api.whatif.priceRest).toHaveBeenCalledTimes(3)
  })

  it('show the share of each leg as its answer comes, and which is redundant', async () => {
    const { api, button, lines } = await openLegCosts(three)
    const answers = [200, 495, 250].map(american => ok(at(american)))
    for (const answer of answers) api.whatif.priceRest.mockResolvedValueOnce(answer)
    await button('Get prices')?.trigger('click')
    await settled()
    expect(lines()).toEqual([
      'One Points +200 0s 2.00 16.7 pp',
      'Two Points +495 0s 1.01 0.1 pp Nearly free',
      'Three Points +250 0s 1.71 11.9 pp',
    ])
  })

  it('show earlier answers, with their age', async () => {
    const { lines } = await openLegCosts([rest('One', { last: at(200, 12_000) })])
    expect(lines()[0]).toBe('One Points +200 12s 2.00 16.7 pp')
  })

  it('of two legs use the single prices that the book lists, without a call', async () => {
    const remainders = ['One', 'Two'].map(name => rest(name, { listed: americanPrice(150) }))
    const { lines, cost, button } = await openLegCosts(remainders, 0, listedLegs(20_000))
    expect(lines()[0]).toBe('One Points +150 listed single, 20s old 2.40 23.3 pp')
    expect(cost()).toBe('Nothing to update.')
    expect(button('Get prices')?.attributes('disabled')).toBeDefined()
  })

  it.each([
    ['odds 51s older than the price', listedLegs(60_000), 9_000],
    ['single odds of unknown age', legs.slice(0, 2), 0],
    ['not while a game is live', listedLegs(0, { isLive: true }), 0],
  ])('compare no listed single where the price details do not: %s', async (reason, shownLegs, age) => {
    const remainders = ['One', 'Two'].map(name => rest(name, { listed: americanPrice(150) }))
    const { lines } = await openLegCosts(remainders, age, shownLegs)
    expect(lines()[0]).toContain(`— ${reason}`)
    expect(lines()[0]).not.toContain('2.40')
  })

  it('explain why a price did not come, and ask for that one again', async () => {
    const { api, button, lines } = await openLegCosts([rest('One')])
    api.whatif.priceRest.mockResolvedValueOnce(
      ok({ at: noon, outcome: { kind: 'message', text: 'Single legs are not priced' } }),
    )
    await button('Get prices')?.trigger('click')
    await settled()
    expect(lines()[0]).toContain('Service message: Single legs are not priced')
    await button('Try again')?.trigger('click')
    await settled()
    expect(api.whatif.priceRest).toHaveBeenCalledTimes(2)
    expect(lines()[0]).toContain('+100')
  })

  it('explain a question that could not be asked at all', async () => {
    const { api, button, view } = await openLegCosts(three)
    api.whatif.priceRest.mockResolvedValue(failed({ kind: 'not-found', what: 'every leg at this book' }))
    await button('Get prices')?.trigger('click')
    await settled()
    expect(view.get('dialog [role=alert]').text()).toContain('Not found: every leg at this book')
  })

  it('are cancelled when the dialog closes, or when the user stops them', async () => {
    const { api, button, view, lines } = await openLegCosts(three)
    const { promise, resolve } = Promise.withResolvers<Outcome<OneOff>>()
    api.whatif.priceRest.mockReturnValue(promise)
    await button('Get prices')?.trigger('click')
    await settled()
    expect(lines()[0]).toContain('pricing…')
    await button('Stop')?.trigger('click')
    resolve(ok(at(200)))
    await settled()
    expect(lines()[0]).toBe('One Points — —')
    api.whatif.priceRest.mockReturnValue(new Promise(() => {}))
    await button('Get prices')?.trigger('click')
    await settled()
    await view.get('dialog').trigger('cancel')
    expect(api.whatif.cancel).toHaveBeenCalledTimes(2)
    expect(view.find('dialog').exists()).toBe(false)
  })

  it('are not offered for one leg, nor where the book lacks one', async () => {
    const single = await openLegCosts([], 0, legs.slice(0, 1))
    expect(single.button('Price by leg')?.attributes('disabled')).toBeDefined()
    expect(single.api.whatif.legCosts).not.toHaveBeenCalled()
  })
})
