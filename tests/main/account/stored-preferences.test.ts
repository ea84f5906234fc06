import { expect, it, describe } from 'vitest'
import {
  openStoredRecentCommands,
  keepDemoEpoch,
  openSavedKeys,
  openStoredApprovals,
  openStoredAuto,
  openStoredPlaces,
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

it('a change of auto-refresh keeps the rest of it', () => {
  const settings = emptySettings()
  const auto = openStoredAuto(settings)
  auto.write({ everySeconds: 60, share: 0.25, isOnWhileHidden: true })
  auto.write({ everySeconds: null })
  expect(openStoredAuto(settings).read()).toEqual({ everySeconds: null, share: 0.25, isOnWhileHidden: true })
  auto.write({ isOnWhileHidden: false })
  expect(auto.read()).toEqual({ everySeconds: null, share: 0.25, isOnWhileHidden: false })
})

it('the place of one window is stored beside those of the others', () => {
  const settings = emptySettings()
  const places = openStoredPlaces(settings)
  const placeAt = (x: number) => ({
    bounds: { x, y: 0, width: 900, height: 600 },
    displayId: null,
    isMaximized: false,
    isOpen: true,
  })
  places.write('main', placeAt(1))
  places.write('ledger', placeAt(2))
  places.write('main', placeAt(3))
  expect(openStoredPlaces(settings).read()).toEqual({ main: placeAt(3), ledger: placeAt(2) })
})

it('a profile with a saved key is known until that key is removed, and each is stored once', () => {
  const settings = emptySettings()
  const saved = openSavedKeys(settings)
  for (const id of ['p-1', 'p-2', 'p-1']) saved.add(id)
  expect(settings.read().savedKeys).toEqual(['p-1', 'p-2'])
  saved.delete('p-1')
  saved.delete('p-3')
  expect(['p-1', 'p-2', 'p-3'].map(id => openSavedKeys(settings).has(id))).toEqual([false, true, false])
})

describe('hosts approved “always”', () => {
  it('are those of one book and one profile, until each is revoked', () => {
    const settings = emptySettings()
    const hosts = openStoredApprovals(settings)
    hosts.add('bravo', 'a.example')
    hosts.add('bravo', 'b.example')
    hosts.add('delta', 'a.example')
    hosts.revoke({ bookId: 'bravo', host: 'a.example' })
    expect(hosts.list()).toEqual([
      { bookId: 'bravo', host: 'b.example' },
      { bookId: 'delta', host: 'a.example' },
    ])
    expect(['a.example', 'b.example'].map(host => hosts.has('bravo', host))).toEqual([false, true])
    expect(hosts.has('echo', 'a.example')).toBe(false)
    settings.write({ activeProfileId: 'p-1' })
    expect([hosts.list(), hosts.has('delta', 'a.example')]).toEqual([[], false])
  })

  it('are listed once where one was approved twice, and leave nothing behind', () => {
    const settings = emptySettings()
    const hosts = openStoredApprovals(settings)
    for (let time = 0; time < 2; time++) hosts.add('constructor', 'a.example')
    expect(hosts.list()).toEqual([{ bookId: 'constructor', host: 'a.example' }])
    hosts.revoke({ bookId: 'constructor', host: 'a.example' })
    expect(hosts.has('constructor', 'a.example')).toBe(false)
    expect(settings.read().approvedHosts).toEqual({ demo: {} })
  })
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

  it('are at most 500 pinned, without the one pinned longest ago', () => {
    const settings = emptySettings()
    const names = Array.from({ length: 500 }, (_, at) => keyOf(String(at)))
    settings.write({ pins: { demo: names } })
    const kept = openStoredSelections(settings)
    kept.pin(keyOf('new'), true)
    expect(kept.pinned()).toEqual([keyOf('new'), ...names.slice(0, -1)])
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
