import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useBoardStore } from '../../../../../src/renderer/features/board/board-store.ts'
import SourcesDialog from '../../../../../src/renderer/features/board/sources/SourcesDialog.vue'
import type { Source } from '../../../../../src/shared/model/game/source.ts'
import { failed, stubDesk, ok } from '../../../../support/bridge/stub-desk.ts'
import { button, buttonNames, field } from '../../../../support/renderer/screen.ts'
import {
  feed,
  filledBoard,
  loading,
  plan,
  report,
  source,
} from '../../../../support/renderer/board/board-answers.ts'

async function openSources(...sources: Source[]) {
  const status = { ...filledBoard, sources }
  const desk = stubDesk({ board: status })
  setActivePinia(createPinia())
  const dialog = mount(SourcesDialog, { attachTo: document.body })
  onTestFinished(() => dialog.unmount())
  await useBoardStore().start()
  await flushPromises()
  const rows = () => dialog.findAll('li[aria-label]')
  return { ...desk, status, dialog, rows }
}

test('without sources it says how to get one', async () => {
  const { dialog } = await openSources()
  expect(dialog.text()).toContain('No sources yet.')
  expect(buttonNames(dialog)).toEqual([
    'Open files…',
    'Watch a file…',
    'Watch a folder…',
    'Paste odds…',
    'Close',
  ])
})

test('each source tells its name, kind, age and counts, and what it left out', async () => {
  const leftOut = [{ reason: 'the id has fewer than four parts', count: 9, example: 'line 14: alpha#evt' }]
  const { rows } = await openSources(
    source('a', {
      name: 'monday.csv',
      state: { kind: 'ready', at: Date.now() - 240_000 },
      lastLoad: report({ taken: 900, replaced: 38, leftOut }),
    }),
    source('w', { kind: { kind: 'watch', isFolder: true } }),
  )
  const parts = [
    'monday.csv',
    'File',
    'Loaded 4 min ago',
    '120 offers',
    'Took 900 · replaced 38 · left out 9',
    'fewer than four parts',
    'line 14: alpha#evt',
  ]
  for (const part of parts) expect(rows()[0]?.text()).toContain(part)
  expect(rows()[1]?.text()).toContain('Watched folder')
})

test('a feed tells its plan and what a load of it costs', async () => {
  const { rows } = await openSources(feed())
  expect(rows()[0]?.text()).toContain('All leagues · on demand · 12 calls a load')
})

test('a source that failed says why, and that what it gave before is still there', async () => {
  const sentence = 'feeds/alpha.json, line 3: this is not JSON.'
  const { rows } = await openSources(
    source('w', { state: { kind: 'failed', at: Date.now(), sentence }, offers: 7 }),
  )
  expect(rows()[0]?.text()).toContain(sentence)
  expect(rows()[0]?.text()).toContain('7 offers from before')
})

test('a source being loaded shows how far it is, and can be cancelled', async () => {
  const state = loading({ done: 12e6, of: 48e6, objects: 41_208, secondsLeft: 9 })
  const { dialog, rows, api } = await openSources(source('w', { name: 'poller.json', state }))
  expect(rows()[0]?.text()).toContain('41,208 objects · 12 of 48 MB · 9 s left')
  expect(dialog.find('progress').attributes('value')).toBe('25')
  expect(button(dialog, 'Load again').attributes('disabled')).toBeDefined()
  await button(dialog, 'Cancel loading poller.json').trigger('click')
  expect(api.board.cancelLoad).toHaveBeenCalledExactlyOnceWith({ id: 'w' })
})

test('a source is turned off and on by its switch', async () => {
  const { dialog, api, status } = await openSources(source('a', { name: 'a.json' }))
  const off = { ...status, sources: [source('a', { name: 'a.json', isOn: false })] }
  api.board.setSourceEnabled.mockResolvedValueOnce(ok(off))
  const theSwitch = () => button(dialog, 'a.json gives to the board')
  expect(theSwitch().attributes('aria-checked')).toBe('true')
  await theSwitch().trigger('click')
  await flushPromises()
  expect(api.board.setSourceEnabled).toHaveBeenCalledExactlyOnceWith({ id: 'a', isOn: false })
  expect(theSwitch().attributes('aria-checked')).toBe('false')
  expect(button(dialog, 'Load again').attributes('disabled')).toBeDefined()
})

test('a source is loaded again, and a refusal is told', async () => {
  const { dialog, api } = await openSources(source('a'))
  api.board.load.mockResolvedValueOnce(failed({ kind: 'key-missing' }))
  await button(dialog, 'Load again').trigger('click')
  await flushPromises()
  expect(api.board.load).toHaveBeenCalledExactlyOnceWith({ id: 'a' })
  expect(dialog.find('[role=alert]').text()).toContain('no API key')
  await button(dialog, 'Load again').trigger('click')
  await flushPromises()
  expect(dialog.find('[role=alert]').exists()).toBe(false)
})

test('a source is removed only when asked twice', async () => {
  const covers = [{ name: 'Odds feed', offers: 7, comesBack: false }]
  const { dialog, rows, api, status } = await openSources(
    source('a', { name: 'a.json', offers: 900, covers }),
  )
  await button(dialog, 'Remove a.json').trigger('click')
  expect(rows()[0]?.text()).toContain('900 offers of it will leave the board')
  expect(rows()[0]?.text()).toContain('“Odds feed” has up to 7 of them: load it again')
  await button(dialog, 'Keep it').trigger('click')
  expect(buttonNames(dialog)).not.toContain('Remove it')
  expect(api.board.removeSource).not.toHaveBeenCalled()

  api.board.removeSource.mockResolvedValueOnce(ok({ ...status, sources: [] }))
  await button(dialog, 'Remove a.json').trigger('click')
  await button(dialog, 'Remove it').trigger('click')
  await flushPromises()
  expect(api.board.removeSource).toHaveBeenCalledExactlyOnceWith({ id: 'a' })
  expect(rows()).toHaveLength(0)
})

test('a source that has yet to give offers back says so, but not while it is loading', async () => {
  const { rows } = await openSources(
    feed({ owed: 1 }),
    source('a', { owed: 9, state: loading() }),
    source('b'),
  )
  expect(rows()[0]?.text()).toContain('Up to 1 offer of it left the board')
  expect(rows()[1]?.text()).not.toContain('left the board')
  expect(rows()[2]?.text()).not.toContain('left the board')
})

test('files and folders are asked for with the dialogs of the system', async () => {
  const { dialog, api } = await openSources()
  for (const name of ['Open files…', 'Watch a file…', 'Watch a folder…'])
    await button(dialog, name).trigger('click')
  expect(api.board.openFiles).toHaveBeenCalledOnce()
  expect(api.board.watch.mock.calls).toEqual([[{ isFolder: false }], [{ isFolder: true }]])
})

test('pasting leads to its own dialog', async () => {
  const { dialog } = await openSources()
  await button(dialog, 'Paste odds…').trigger('click')
  expect(dialog.emitted('add-odds')).toHaveLength(1)
})

describe('the feed', () => {
  const openPlan = async (...given: Parameters<typeof feed>) => {
    const opened = await openSources(feed(...given))
    await button(opened.dialog, 'Plan…').trigger('click')
    await flushPromises()
    return opened
  }

  test('the plan of a feed shows what it costs as it is typed, before it is saved', async () => {
    const { dialog, api } = await openSources(feed())
    api.board.costOfFeed.mockImplementation(({ plan: asked }) =>
      Promise.resolve(ok({ calls: 12 * asked.leagues.length, perMinute: asked.everySeconds ? 24 : 0 })),
    )
    await button(dialog, 'Plan…').trigger('click')
    await field(dialog, 'Leagues').setValue('NFL, NBA')
    await dialog.find('input[type=radio]:not(:checked)').setValue()
    await flushPromises()
    expect(dialog.find('.cost').text()).toBe('24 calls a load, 24 a minute')
    expect(api.board.planFeed).not.toHaveBeenCalled()
  })

  describe('whose books are not known yet', () => {
    const openUnknown = async () => {
      const opened = await openSources(feed({ calls: null }))
      opened.api.board.load.mockResolvedValue(ok(report()))
      opened.api.board.costOfFeed.mockResolvedValue(ok({ calls: 12, perMinute: 0 }))
      return opened
    }

    test('says that one call finds them, and goes on to fetch them', async () => {
      const { dialog, api, rows } = await openUnknown()
      expect(rows()[0]?.text()).toContain('1 call to find the books, then one for each')
      await button(dialog, 'Load again').trigger('click')
      await flushPromises()
      expect(api.board.load).toHaveBeenCalledTimes(2)
    })

    test('stays with that call where it fails', async () => {
      const { dialog, api } = await openUnknown()
      api.board.load.mockResolvedValueOnce(failed({ kind: 'key-missing' }))
      await button(dialog, 'Load again').trigger('click')
      await flushPromises()
      expect(api.board.load).toHaveBeenCalledOnce()
    })
  })

  test('the cost of an older plan never shows', async () => {
    const { dialog, api } = await openSources(feed())
    const answers: (() => void)[] = []
    api.board.costOfFeed.mockImplementation(
      ({ plan: asked }) =>
        new Promise(resolve =>
          answers.push(() => resolve(ok({ calls: asked.leagues.length, perMinute: 0 }))),
        ),
    )
    await button(dialog, 'Plan…').trigger('click')
    await field(dialog, 'Leagues').setValue('NFL, NBA')
    for (const answer of answers.toReversed()) answer()
    await flushPromises()
    expect(dialog.find('.cost').text()).toBe('2 calls a load, on demand only')
  })

  test('a plan is saved and its form closes', async () => {
    const { dialog, api } = await openPlan({
      kind: { kind: 'feed', plan: plan({ leagues: ['NFL'], everySeconds: 30 }) },
    })
    await field(dialog, 'Seconds between fetches').setValue('60')
    await dialog.find('input[type=checkbox]').setValue(true)
    await dialog.find('form').trigger('submit')
    await flushPromises()
    expect(api.board.planFeed).toHaveBeenCalledExactlyOnceWith({
      id: 'feed',
      plan: { leagues: ['NFL'], isLiveOnly: true, isMainOnly: false, everySeconds: 60 },
    })
    expect(dialog.find('form').exists()).toBe(false)
  })

  test('a plan that is refused stays in its form, with the reason', async () => {
    const { dialog, api } = await openPlan()
    api.board.planFeed.mockResolvedValueOnce(
      failed({ kind: 'invalid', field: 'plan', sentence: 'That is over the call budget.' }),
    )
    await dialog.find('form').trigger('submit')
    await flushPromises()
    expect(dialog.find('form').text()).toContain('That is over the call budget.')
  })

  test('a plan with seconds that are none cannot be saved', async () => {
    const { dialog, api } = await openPlan({ kind: { kind: 'feed', plan: plan({ everySeconds: 30 }) } })
    await field(dialog, 'Seconds between fetches').setValue('2')
    expect(dialog.find('form [role=alert]').text()).toContain('from 10 to 86400')
    expect(button(dialog, 'Save plan').attributes('disabled')).toBeDefined()
    await dialog.find('form').trigger('submit')
    expect(api.board.planFeed).not.toHaveBeenCalled()
  })
})
