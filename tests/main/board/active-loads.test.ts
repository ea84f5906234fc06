import { expect, it } from 'vitest'
import { ActiveLoads } from '../../../src/main/board/active-loads.ts'

const feed = { id: 'feed', name: 'Odds feed' }

/** Part of all that is loaded, or undefined when nothing is. */
function shareOf(loads: ActiveLoads): number | undefined {
  const state = loads.state()
  return state.kind === 'loading' && state.of > 0 ? state.done / state.of : undefined
}

it('a source of several texts counts those to come, and is busy between two of them', () => {
  const loads = new ActiveLoads()
  loads.expect('feed', 4)
  expect(loads.state()).toMatchObject({ kind: 'loading', done: 0, of: 0 })
  loads.end(loads.begin(feed, 100))
  expect(shareOf(loads)).toBe(0.25)
  const second = loads.begin(feed, 700)
  expect(shareOf(loads)).toBe(0.25)
  second.share = 0.5
  expect(shareOf(loads)).toBeCloseTo(0.375)
  loads.end(second)
  expect(shareOf(loads)).toBe(0.5)
  loads.release('feed')
  expect(loads.state()).toEqual({ kind: 'idle' })
})

it('a text that is loaded when its source is released keeps it busy until the end', () => {
  const loads = new ActiveLoads()
  loads.expect('feed', 2)
  const only = loads.begin(feed, 100)
  loads.release('feed')
  expect(loads.state().kind).toBe('loading')
  loads.end(only)
  expect(loads.state()).toEqual({ kind: 'idle' })
})

it('a source that nothing is known of is busy while a text is loaded', () => {
  const loads = new ActiveLoads()
  const one = loads.begin(feed, 100)
  one.share = 0.3
  expect(shareOf(loads)).toBeCloseTo(0.3)
  loads.end(one)
  expect(loads.state()).toEqual({ kind: 'idle' })
})
