import { describe, expect, it } from 'vitest'
import { commandTable } from '../../../../src/renderer/commands/command-table.ts'
import {
  findNextStep,
  findObstacle,
  tourSteps,
  type TourFacts,
} from '../../../../src/renderer/features/tour/tour-steps.ts'

const before: TourFacts = {
  view: 'desk',
  query: '',
  slipLegs: 0,
  parlays: 3,
  lastAdded: undefined,
  isUnpriced: false,
  canOpenSlip: true,
  hasOpenedSlip: false,
  tickets: 5,
}
const isDone = (title: string, change: Partial<TourFacts>, from = before) =>
  tourSteps.find(step => step.title === title)?.isDone?.({ ...from, ...change }, from)

describe('tourSteps', () => {
  it('are six to eight, each in two short lines with a place on screen', () => {
    expect(tourSteps.length).toBeGreaterThanOrEqual(6)
    expect(tourSteps.length).toBeLessThanOrEqual(8)
    for (const { title, text, targets } of tourSteps) {
      expect(title.split(' ').length, title).toBeLessThanOrEqual(5)
      for (const sentence of text.split(/[.?]\s/))
        expect(sentence.split(' ').length, sentence).toBeLessThan(10)
      expect(targets).not.toEqual([])
    }
  })

  it('show commands that have a key', () => {
    const commands = tourSteps.flatMap(({ command }) => command ?? [])
    expect(commands.filter(id => commandTable[id].keys === undefined)).toEqual([])
  })

  it('are done by what the user does, and by nothing else', () => {
    const dones: readonly [string, Partial<TourFacts>, Partial<TourFacts>][] = [
      ['Find a leg', { query: 'poi' }, { query: '  po' }],
      ['Find a leg', { slipLegs: 2 }, { slipLegs: 1 }],
      ['Pick two legs', { slipLegs: 2 }, { slipLegs: 1 }],
      ['Pick two legs', { parlays: 4 }, { query: 'points' }],
      ['Add the parlay', { parlays: 4 }, { parlays: 2 }],
      ['Add the parlay', { lastAdded: {} }, { slipLegs: 2 }],
      ['Recheck and open', { hasOpenedSlip: true }, {}],
      ['Record your bet', { tickets: 6 }, { tickets: 5 }],
    ]
    for (const [title, done, not] of dones)
      expect([isDone(title, done), isDone(title, not)], title).toEqual([true, false])
  })

  const placeOf = (title: string) => tourSteps.findIndex(step => step.title === title)

  it('that show prices lead back while the desk is empty: to the slip if it has two legs', () => {
    const back = (title: string, change: Partial<TourFacts>) =>
      findObstacle(tourSteps[placeOf(title)], { ...before, ...change })?.leadsTo
    for (const title of ['Read the best price', 'See the details', 'Recheck and open', 'Record your bet']) {
      expect(back(title, {}), title).toBeUndefined()
      expect(back(title, { parlays: 0 }), title).toBe(0)
      expect(tourSteps[back(title, { parlays: 0, slipLegs: 2 }) ?? 0]?.title).toBe('Add the parlay')
    }
    for (const title of ['Find a leg', 'Pick two legs', 'See it in the ledger'])
      expect(back(title, { parlays: 0 }), title).toBeUndefined()
    expect(tourSteps[back('Add the parlay', {}) ?? 0]?.title).toBe('Pick two legs')
    expect(back('Add the parlay', { slipLegs: 1 })).toBeUndefined()
  })

  it('that show prices lead back to the legs where no book prices the parlay', () => {
    for (const title of ['Read the best price', 'Record your bet']) {
      const obstacle = findObstacle(tourSteps[placeOf(title)], { ...before, isUnpriced: true })
      expect(obstacle?.text).toMatch(/^No book prices these legs\./)
      expect(tourSteps[obstacle?.leadsTo ?? 0]?.title).toBe('Pick two legs')
    }
  })

  it('that cannot be done are said once, then skipped together', () => {
    const walk = (facts: Partial<TourFacts>) => {
      const titles: string[] = []
      for (let at = 0; at < tourSteps.length; at = findNextStep(at, { ...before, ...facts }, before))
        titles.push(tourSteps[at]?.title ?? '')
      return titles
    }
    expect(walk({ parlays: 0 })).toEqual([
      'Find a leg',
      'Pick two legs',
      'Add the parlay',
      'See it in the ledger',
    ])
    expect(walk({ parlays: 0, slipLegs: 2 })).toEqual([
      'Find a leg',
      'Add the parlay',
      'Read the best price',
      'See it in the ledger',
    ])
    expect(walk({})).toEqual(tourSteps.map(({ title }) => title))
  })

  it('that are done already are passed, as those of a user faster than the card', () => {
    const after = (title: string, change: Partial<TourFacts>) =>
      tourSteps[findNextStep(placeOf(title), { ...before, ...change }, before)]?.title
    expect(after('Pick two legs', { parlays: 4 })).toBe('Read the best price')
    expect(after('Find a leg', { lastAdded: {} })).toBe('Read the best price')
    expect(after('See the details', { hasOpenedSlip: true, tickets: 6 })).toBe('See it in the ledger')
  })

  it('say what is left to do: where a price has no link, and in the open ledger', () => {
    const said = (title: string, change: Partial<TourFacts>) =>
      tourSteps[placeOf(title)]?.otherText?.({ ...before, ...change })
    expect(said('Recheck and open', {})).toBeUndefined()
    expect(said('Recheck and open', { canOpenSlip: false })).toMatch(
      /^This price can’t be opened\. .*press Next\.$/,
    )
    expect(said('Recheck and open', { canOpenSlip: false, hasOpenedSlip: true })).toBeUndefined()
    expect(said('See it in the ledger', {})).toBeUndefined()
    expect(said('See it in the ledger', { view: 'ledger' })).not.toContain('Open the Ledger')
  })

  it('do not take a bet slip that was open before for a new one', () => {
    const open = { ...before, hasOpenedSlip: true }
    expect(isDone('Recheck and open', {}, open)).toBe(false)
  })
})
