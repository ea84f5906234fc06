/** Groups through the real bridge handlers and a real desk, whose changes reach the window when the test lets them. */
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { createDeskHandlers } from '../../../../../src/main/bridge/handlers/desk.ts'
import { useDeskStore } from '../../../../../src/renderer/features/desk/desk-store.ts'
import type { DeskChange } from '../../../../../src/shared/model/parlay/desk.ts'
import { noNote } from '../../../../../src/shared/model/parlay/parlay.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { keysOf, legAt, startDesk } from '../../../../support/desk/scripted-desk.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { book } from '../../../../support/shared/desk-rows.ts'

useStillScreen()
const names = ['one', 'two', 'three']
const books = ['alpha', 'bravo']
const opened: { close: () => void }[] = []
afterEach(() => opened.splice(0).forEach(each => each.close()))

async function open() {
  const { desk } = startDesk({
    books: books.map(id => book(id, id)),
    board: names.map(name => legAt(name, books)),
  })
  opened.push(desk)
  const calls = createDeskHandlers(desk, { use: () => undefined }, () => 'USD')
  for (const name of names) await calls.addParlay({ selections: keysOf(name), note: noNote })
  const screen = await openDesk(desk.snapshot().rows)
  const { api, emit } = screen
  api.desk.snapshot.mockImplementation(() => Promise.resolve(ok(desk.snapshot())))
  await useDeskStore().start()
  api.desk.setGroup.mockImplementation(async request => {
    await calls.setGroup(request)
    return ok(null)
  })
  const underWay: DeskChange[] = []
  desk.on('changed', change => underWay.push(change))
  return {
    ...screen,
    /** The groups in main, by parlay. */
    groups: () => desk.snapshot().rows.map(({ group }) => group),
    /** Lets all changes so far reach the window. */
    async deliver() {
      desk.close()
      underWay.splice(0).forEach(emit.desk.changed)
      await flushPromises()
    },
  }
}

const alt = { altKey: true }

describe('useGroups with changes in quick succession', () => {
  it('adds three rows one after the other, and opens the window of them all', async () => {
    const { choose, press, deliver, groups, api } = await open()
    for (const id of [1, 2]) {
      await choose('bravo', id)
      await press('1', alt)
    }
    await deliver()
    await choose('bravo', 3)
    await press('1', alt)
    await press('w')
    expect(api.windows.open).toHaveBeenCalledExactlyOnceWith({ window: 'blue' })
    expect(groups()).toEqual(['blue', 'blue', 'blue'])
    await deliver()
    expect(
      useDeskStore()
        .getRows([1, 2, 3])
        .map(({ group }) => group),
    ).toEqual(['blue', 'blue', 'blue'])
  })

  it('takes a row out again before the window has shown it in the group, and undoes that', async () => {
    const { choose, press, deliver, groups } = await open()
    for (const id of [1, 2, 3]) {
      await choose('bravo', id)
      await press('1', alt)
    }
    await press('1', alt)
    expect(groups()).toEqual(['blue', 'blue', null])
    await press('z', { ctrlKey: true })
    await flushPromises()
    expect(groups()).toEqual(['blue', 'blue', 'blue'])
    await deliver()
  })

  it('goes by the group of main after a change that failed', async () => {
    const { choose, press, groups, api } = await open()
    await choose('bravo', 1)
    api.desk.setGroup.mockResolvedValueOnce({
      ok: false,
      failure: { kind: 'not-found', what: 'this parlay' },
    })
    await press('1', alt)
    await press('1', alt)
    expect(groups()).toEqual(['blue', null, null])
  })
})
