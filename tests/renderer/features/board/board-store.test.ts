import { flushPromises } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useUndoStore } from '../../../../src/renderer/commands/undo-store.ts'
import { useAccountStore } from '../../../../src/renderer/features/account/account-store.ts'
import { useBoardStore } from '../../../../src/renderer/features/board/board-store.ts'
import { emptySlip } from '../../../../src/shared/model/drafts.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import type { AccountState } from '../../../../src/shared/model/settings/profile.ts'
import { failed, stubDesk, ok, type StubDesk } from '../../../support/bridge/stub-desk.ts'
import { filledBoard, game, line, report } from '../../../support/renderer/board/board-answers.ts'

const chosen = (name: string, gameId = 'g1') => ({ line: line(gameId, name), game: game(gameId) })
const demo: AccountState = {
  profiles: [],
  activeId: 'demo',
  activeName: 'Demo',
  isDemo: true,
  keyStatus: { kind: 'demo' },
  notices: [],
}

let desk: StubDesk
beforeEach(() => {
  desk = stubDesk({ board: filledBoard })
  setActivePinia(createPinia())
})

async function startedBoard() {
  const board = useBoardStore()
  await Promise.all([useAccountStore().start(), board.start()])
  await flushPromises()
  return board
}

const queries = () => desk.api.board.search.mock.calls.map(([request]) => request.query)
describe('useBoardStore', () => {
  it('requests the first groups as soon as the board is known', async () => {
    await startedBoard()
    expect(queries()).toContain('')
  })

  it('repeats the search and the check of the slip when the board has new odds', async () => {
    const board = await startedBoard()
    await board.searchFor('north')
    await board.toggleLeg(chosen('A'))
    desk.api.board.search.mockClear()
    desk.api.board.checkSlip.mockClear()
    desk.emit.board.changed({ ...filledBoard, lastLoad: report({ at: 2 }) })
    await flushPromises()
    expect(queries()).toEqual(['north'])
    expect(desk.api.board.checkSlip).toHaveBeenCalledOnce()
  })

  const savedSlips = () => desk.api.drafts.saveSlip.mock.calls.map(([request]) => request)
  const opener = { name: 'Opener', tags: '', note: '' }

  it('stores each change of the slip, and the empty slip once it was added', async () => {
    const board = await startedBoard()
    await board.chooseMore([chosen('A'), chosen('B')])
    board.note = opener
    const slip = { legs: [chosen('A'), chosen('B')], note: opener }
    expect(savedSlips().at(-1)).toEqual({ profileId: 'demo', slip })
    await board.addToDesk()
    expect(savedSlips().at(-1)).toEqual({ profileId: 'demo', slip: emptySlip })
  })

  it('puts a cleared slip back by one undo, before legs chosen since, and clears it by redo', async () => {
    const board = await startedBoard()
    const changes = useUndoStore()
    await board.chooseMore([chosen('A'), chosen('B')])
    board.note = opener
    await board.clearSlip()
    expect([board.legs, changes.nextUndo]).toEqual([[], 'clear new parlay'])
    await board.chooseMore([chosen('C')])
    await changes.undo()
    expect(board.legs.map(leg => leg.line.name)).toEqual(['A', 'B', 'C'])
    expect(board.note).toEqual(opener)
    await changes.redo()
    expect(savedSlips().at(-1)).toEqual({ profileId: 'demo', slip: emptySlip })
  })

  it('has the stored slip at the next start, checked, and stores nothing by that', async () => {
    desk.api.drafts.slip.mockResolvedValueOnce(ok({ legs: [chosen('A'), chosen('B')], note: opener }))
    const board = await startedBoard()
    expect(board.legs.map(leg => leg.line.name)).toEqual(['A', 'B'])
    expect(board.note).toEqual(opener)
    expect(desk.api.board.checkSlip).toHaveBeenLastCalledWith({
      selections: ['g1#Points#A', 'g1#Points#B'],
    })
    expect(savedSlips()).toEqual([])
  })

  it('puts legs chosen while the stored slip is read behind its legs', async () => {
    desk.api.drafts.slip.mockResolvedValueOnce(ok({ legs: [chosen('A')], note: opener }))
    const starting = startedBoard()
    await useBoardStore().chooseMore([chosen('A'), chosen('B')])
    const board = await starting
    const legs = [chosen('A'), chosen('B')]
    expect(board.legs).toEqual(legs)
    expect(savedSlips()).toEqual([{ profileId: 'demo', slip: { legs, note: opener } }])
  })

  it('stores nothing over a slip that it could not read', async () => {
    desk.api.drafts.slip.mockResolvedValueOnce(failed({ kind: 'not-found', what: 'the slip' }))
    const board = await startedBoard()
    await board.toggleLeg(chosen('A'))
    expect(savedSlips()).toEqual([])
  })

  it('does not repeat the search for progress of a load', async () => {
    await startedBoard()
    desk.api.board.search.mockClear()
    desk.emit.board.changed({ ...filledBoard, loading: { kind: 'loading', source: 'Feed', done: 1, of: 9 } })
    await flushPromises()
    expect(queries()).toEqual([])
  })

  it('adds a leg once, and removes it when it is chosen again', async () => {
    const board = await startedBoard()
    await board.toggleLeg(chosen('A'))
    await board.toggleLeg(chosen('B'))
    await board.toggleLeg(chosen('A'))
    expect(board.legs.map(leg => leg.line.name)).toEqual(['B'])
  })

  it('adds no leg to a slip of 20', async () => {
    const board = await startedBoard()
    for (let leg = 0; leg < 21; leg++) await board.toggleLeg(chosen(`Leg ${leg}`))
    expect(board.legs).toHaveLength(20)
  })

  it('drops the check of an older slip', async () => {
    const board = await startedBoard()
    const answers: (() => void)[] = []
    desk.api.board.checkSlip.mockImplementation(
      ({ selections }) =>
        new Promise(resolve =>
          answers.push(() =>
            resolve(ok({ completeBooks: selections, legs: [], warnings: [], obstacle: null })),
          ),
        ),
    )
    void board.toggleLeg(chosen('A'))
    void board.toggleLeg(chosen('B'))
    for (const answer of answers.toReversed()) answer()
    await flushPromises()
    expect(board.check).toMatchObject({ ok: true, value: { completeBooks: ['g1#Points#A', 'g1#Points#B'] } })
  })

  it('empties the slip when the parlay was added, and says where it is', async () => {
    const board = await startedBoard()
    desk.api.desk.addParlay.mockResolvedValueOnce(ok({ parlayId: 7, wasThere: true }))
    await board.toggleLeg(chosen('A'))
    await board.addToDesk()
    expect(desk.api.desk.addParlay).toHaveBeenCalledWith({ selections: ['g1#Points#A'], note: noNote })
    expect(board.legs).toEqual([])
    expect(board.lastAdded).toEqual({ parlayId: 7, wasThere: true })
  })

  it('keeps a parlay on the slip that was refused', async () => {
    const board = await startedBoard()
    desk.api.desk.addParlay.mockResolvedValueOnce(failed({ kind: 'not-found', what: 'Leg A' }))
    await board.toggleLeg(chosen('A'))
    await board.addToDesk()
    expect(board.legFailure).toEqual({ kind: 'not-found', what: 'Leg A' })
    expect(board.legs).toHaveLength(1)
    expect(board.lastAdded).toBeUndefined()
  })

  it('leaves the slip of a profile as it was, and shows that of another one', async () => {
    const board = await startedBoard()
    await board.toggleLeg(chosen('A'))
    desk.api.drafts.slip.mockResolvedValueOnce(ok({ legs: [chosen('C')], note: opener }))
    await board.searchFor('flint')
    desk.emit.account.changed({ ...demo, activeId: 'p1', activeName: 'Mine', isDemo: false })
    await flushPromises()
    expect(board.query).toBe('')
    expect(desk.api.board.search).toHaveBeenLastCalledWith(expect.objectContaining({ query: '' }))
    expect(board.legs).toEqual([chosen('C')])
    expect(savedSlips().map(({ profileId }) => profileId)).toEqual(['demo'])
    await board.toggleLeg(chosen('B'))
    expect(savedSlips().at(-1)?.profileId).toBe('p1')
  })

  it('empties the slip for another profile', async () => {
    const board = await startedBoard()
    desk.api.desk.addParlay.mockResolvedValueOnce(ok({ parlayId: 7, wasThere: false }))
    await board.toggleLeg(chosen('A'))
    await board.addToDesk()
    await board.toggleLeg(chosen('A'))
    desk.emit.account.changed({ ...demo, activeId: 'p1', activeName: 'Mine', isDemo: false })
    await flushPromises()
    expect(board.legs).toEqual([])
    expect(board.lastAdded).toBeUndefined()
  })
})
