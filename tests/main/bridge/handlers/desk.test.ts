import { describe, expect, it } from 'vitest'
import { openStoredSelections } from '../../../../src/main/account/stored-preferences.ts'
import { createDeskHandlers } from '../../../../src/main/bridge/handlers/desk.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import { catchFailure, emptySettings } from '../../../support/account/account-fixture.ts'
import { keysOf, startDesk } from '../../../support/desk/scripted-desk.ts'

describe('desk calls', () => {
  const note = { name: 'Opener', tags: ['live'], note: 'Only under 4.0' }

  function start() {
    const { desk } = startDesk()
    const kept = openStoredSelections(emptySettings())
    return {
      calls: createDeskHandlers(desk, kept),
      kept,
      notes: () => desk.snapshot().rows.map(row => row.note),
    }
  }

  it('put a parlay on the desk with its note, and keep its legs at hand', async () => {
    const { calls, kept, notes } = start()
    const selections = keysOf('one', 'two')
    expect(await calls.addParlay({ selections, note })).toEqual({ parlayId: 1, wasThere: false })
    expect([notes(), kept.recent()]).toEqual([[note], selections])
    expect(await calls.addParlay({ selections: selections.toReversed(), note: noNote })).toEqual({
      parlayId: 1,
      wasThere: true,
    })
    expect([notes(), kept.recent()]).toEqual([[note], selections.toReversed()])
  })

  it('keep nothing at hand of a parlay that is refused', async () => {
    const { calls, kept } = start()
    const refused = await catchFailure(() => calls.addParlay({ selections: keysOf('one', 'gone'), note }))
    expect(refused).toMatchObject({ kind: 'not-found' })
    expect(kept.recent()).toEqual([])
  })

  it('describe, remove and restore a row, and price it and one cell of it', async () => {
    const { calls, notes } = start()
    await calls.addParlay({ selections: keysOf('one'), note: noNote })
    await calls.describeParlay({ parlayId: 1, note })
    await calls.removeParlay({ parlayId: 1 })
    expect(notes()).toEqual([])
    await calls.restoreParlay({ parlayId: 1 })
    expect(notes()).toEqual([note])
    expect(await calls.price({ parlayId: 1, bookId: null })).toEqual({ calls: 2 })
    expect(await calls.recheck({ parlayId: 1, bookId: 'a', seenId: null })).toMatchObject({
      now: { text: '+150' },
    })
  })
})
