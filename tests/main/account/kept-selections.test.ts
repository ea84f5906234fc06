import { describe, expect, it } from 'vitest'
import { selectionsOf } from '../../../src/main/account/kept-selections.ts'
import { emptySettings } from './account-fixture.ts'

const keyOf = (name: string) => `e#Moneyline#${name}`

describe('selections kept at hand', () => {
  it('are pinned once, newest first, until they are unpinned', () => {
    const kept = selectionsOf(emptySettings())
    for (const name of ['a', 'b', 'a']) kept.pin(keyOf(name), true)
    expect(kept.pinned()).toEqual([keyOf('a'), keyOf('b')])
    kept.pin(keyOf('a'), false)
    kept.pin(keyOf('c'), false)
    expect(kept.pinned()).toEqual([keyOf('b')])
  })

  it('are the last thirty used, newest first, each once', () => {
    const kept = selectionsOf(emptySettings())
    const names = Array.from({ length: 31 }, (_, at) => keyOf(String(at)))
    for (const name of names) kept.use([name])
    expect(kept.recent()).toEqual(names.slice(1).toReversed())
    kept.use([keyOf('5'), keyOf('6')])
    expect(kept.recent()).toHaveLength(30)
    expect(kept.recent().slice(0, 3)).toEqual([keyOf('5'), keyOf('6'), keyOf('30')])
  })

  it('belong to the profile in use', () => {
    const settings = emptySettings()
    const kept = selectionsOf(settings)
    kept.pin(keyOf('a'), true)
    kept.use([keyOf('a')])
    settings.write({ activeProfileId: 'other' })
    expect([kept.pinned(), kept.recent()]).toEqual([[], []])
    settings.write({ activeProfileId: 'demo' })
    expect([kept.pinned(), kept.recent()]).toEqual([[keyOf('a')], [keyOf('a')]])
  })
})
