import { expect, it, describe } from 'vitest'
import {
  openStoredRecentCommands,
  keepDemoEpoch,
  openStoredSelections,
} from '../../../src/main/account/stored-preferences.ts'
import { emptySettings } from '../../support/account/account-fixture.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const hour = 3_600_000

it('the demo’s world goes on through a restart, and each day has its own', () => {
  const settings = emptySettings()
  expect(keepDemoEpoch(settings, noon)).toBe(noon)
  expect(keepDemoEpoch(settings, noon + hour)).toBe(noon)
  expect(keepDemoEpoch(settings, noon + 13 * hour)).toBe(noon + 13 * hour)
  expect(keepDemoEpoch(settings, noon + 14 * hour)).toBe(noon + 13 * hour)
})

it('a beginning that has not come yet, as after a clock was wrong, begins again', () => {
  const settings = emptySettings()
  keepDemoEpoch(settings, noon + hour)
  expect(keepDemoEpoch(settings, noon)).toBe(noon)
})

it('the commands run last are stored by profile, newest first, at most twelve', () => {
  const settings = emptySettings()
  const recent = openStoredRecentCommands(settings)
  for (const id of ['a', 'b', 'a']) recent.remember(id)
  expect(recent.read()).toEqual(['a', 'b'])
  settings.write({ activeProfileId: 'p-1' })
  expect(recent.read()).toEqual([])
  for (let id = 0; id < 13; id++) recent.remember(String(id))
  expect(recent.read()).toEqual(Array.from({ length: 12 }, (_, at) => String(12 - at)))
})

const keyOf = (name: string) => `e#Moneyline#${name}`

describe('stored selections', () => {
  it('are pinned once, newest first, until they are unpinned', () => {
    const kept = openStoredSelections(emptySettings())
    for (const name of ['a', 'b', 'a']) kept.pin(keyOf(name), true)
    expect(kept.pinned()).toEqual([keyOf('a'), keyOf('b')])
    kept.pin(keyOf('a'), false)
    kept.pin(keyOf('c'), false)
    expect(kept.pinned()).toEqual([keyOf('b')])
  })

  it('are the last thirty used, newest first, each once', () => {
    const kept = openStoredSelections(emptySettings())
    const names = Array.from({ length: 31 }, (_, at) => keyOf(String(at)))
    for (const name of names) kept.use([name])
    expect(kept.recent()).toEqual(names.slice(1).toReversed())
    kept.use([keyOf('5'), keyOf('6')])
    expect(kept.recent()).toHaveLength(30)
    expect(kept.recent().slice(0, 3)).toEqual([keyOf('5'), keyOf('6'), keyOf('30')])
  })

  it('belong to the profile in use', () => {
    const settings = emptySettings()
    const kept = openStoredSelections(settings)
    kept.pin(keyOf('a'), true)
    kept.use([keyOf('a')])
    settings.write({ activeProfileId: 'other' })
    expect([kept.pinned(), kept.recent()]).toEqual([[], []])
    settings.write({ activeProfileId: 'demo' })
    expect([kept.pinned(), kept.recent()]).toEqual([[keyOf('a')], [keyOf('a')]])
  })
})
