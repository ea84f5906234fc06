import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it, onTestFinished } from 'vitest'
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
  const status = { ...filledBoard, leagues: ['la_liga', 'nfl'], sources }
  const desk = stubDesk({ board: status })
  setActivePinia(createPinia())
  const dialog = mount(SourcesDialog, { attachTo: document.body })
  onTestFinished(() => dialog.unmount())
  await useBoardStore().start()
  await flushPromises()
  const rows = () => dialog.findAll('li[aria-label]')
  return { ...desk, status, dialog, rows }
}
describe('SourcesDialog', () => {
  it('says how to add a source when there is none', async () => {
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

  it('shows name, kind, age and counts of each source, and what it left out', async () => {
    const leftOut = [{ reason: 'The ID needs four parts.', count: 9, example: 'line 14: alpha#evt' }]
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
      'Updated 4 min ago',
      '120 odds',
      '900 added · 38 updated · 9 skipped',
      'needs four parts',
      'line 14: alpha#evt',
    ]
    for (const part of parts) expect(rows()[0]?.text()).toContain(part)
    expect(rows()[1]?.text()).toContain('Watched folder')
  })

  it('shows the plan of a feed and the cost of a load', async () => {
    const { rows } = await openSources(feed())
    expect(rows()[0]?.text()).toContain('All leagues · manual · 12 calls per refresh')
  })

  it('says why a source failed, and that its offers from before are still there', async () => {
    const sentence = 'feeds/alpha.json, line 3: this is not JSON.'
    const { rows } = await openSources(
      source('w', { state: { kind: 'failed', at: Date.now(), sentence }, offers: 7 }),
    )
    expect(rows()[0]?.text()).toContain(sentence)
    expect(rows()[0]?.text()).toContain('7 odds from before')
  })

  it('shows the progress of a source, and cancels it', async () => {
    const state = loading({ done: 12e6, of: 48e6, objects: 41_208, secondsLeft: 9 })
    const { dialog, rows, api } = await openSources(source('w', { name: 'poller.json', state }))
    expect(rows()[0]?.text()).toContain('41,208 objects · 12 of 48 MB · 9s left')
    expect(dialog.find('progress').attributes('value')).toBe('25')
    expect(button(dialog, 'Refresh').attributes('disabled')).toBeDefined()
    await button(dialog, 'Cancel loading poller.json').trigger('click')
    expect(api.board.cancelLoad).toHaveBeenCalledExactlyOnceWith({ id: 'w' })
  })

  it('turns a source off and on by its switch', async () => {
    const { dialog, api, status } = await openSources(source('a', { name: 'a.json' }))
    const off = { ...status, sources: [source('a', { name: 'a.json', isOn: false })] }
    api.board.setSourceEnabled.mockResolvedValueOnce(ok(off))
    const theSwitch = () => dialog.get('[role=switch][aria-label="Use a.json"]')
    expect(theSwitch().attributes('aria-checked')).toBe('true')
    await theSwitch().trigger('click')
    await flushPromises()
    expect(api.board.setSourceEnabled).toHaveBeenCalledExactlyOnceWith({ id: 'a', isOn: false })
    expect(theSwitch().attributes('aria-checked')).toBe('false')
    expect(button(dialog, 'Refresh').attributes('disabled')).toBeDefined()
  })

  it('loads a source again, and shows a refusal', async () => {
    const { dialog, api } = await openSources(source('a'))
    api.board.load.mockResolvedValueOnce(failed({ kind: 'key-missing' }))
    await button(dialog, 'Refresh').trigger('click')
    await flushPromises()
    expect(api.board.load).toHaveBeenCalledExactlyOnceWith({ id: 'a' })
    expect(dialog.find('[role=alert]').text()).toContain('No API key yet')
    await button(dialog, 'Refresh').trigger('click')
    await flushPromises()
    expect(dialog.find('[role=alert]').exists()).toBe(false)
  })

  it('removes a source only after a second click', async () => {
    const overrides = [{ name: 'Odds feed', isFeed: true }]
    const { dialog, rows, api, status } = await openSources(
      source('a', { name: 'a.json', offers: 900, overrides }),
    )
    await button(dialog, 'Remove a.json').trigger('click')
    expect(rows()[0]?.text()).toContain('Removes 900 odds.')
    expect(rows()[0]?.text()).toContain('“Odds feed” may have some of them: refresh it')
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

  it('says that a source must be loaded again, but not while it is loading', async () => {
    const { rows } = await openSources(
      feed({ needsReload: true }),
      source('a', { needsReload: true, state: loading() }),
      source('b'),
    )
    expect(rows()[0]?.text()).toContain('Some odds went away')
    expect(rows()[1]?.text()).not.toContain('left the board')
    expect(rows()[2]?.text()).not.toContain('left the board')
  })

  it('opens the dialogs of the system for files and folders', async () => {
    const { dialog, api } = await openSources()
    for (const name of ['Open files…', 'Watch a file…', 'Watch a folder…'])
      await button(dialog, name).trigger('click')
    expect(api.board.openFiles).toHaveBeenCalledOnce()
    expect(api.board.watch.mock.calls).toEqual([[{ isFolder: false }], [{ isFolder: true }]])
  })

  it('opens the dialog for pasting', async () => {
    const { dialog } = await openSources()
    await button(dialog, 'Paste odds…').trigger('click')
    expect(dialog.emitted('add-odds')).toHaveLength(1)
  })

  describe('with a feed', () => {
    const openPlan = async (...given: Parameters<typeof feed>) => {
      const opened = await openSources(feed(...given))
      await button(opened.dialog, 'Schedule…').trigger('click')
      await flushPromises()
      return opened
    }

    it('shows the cost of a plan as it is typed, before it is saved', async () => {
      const { dialog, api } = await openSources(feed())
      api.board.estimateFeed.mockImplementation(({ plan: typed }) =>
        Promise.resolve(ok({ calls: 12 * typed.leagues.length, perMinute: typed.everySeconds ? 24 : 0 })),
      )
      await button(dialog, 'Schedule…').trigger('click')
      await field(dialog, 'Leagues').setValue('NFL, NBA')
      await dialog.find('input[type=radio]:not(:checked)').setValue()
      await flushPromises()
      expect(dialog.find('.cost').text()).toBe('24 calls per refresh, 24 a minute')
      expect(api.board.planFeed).not.toHaveBeenCalled()
    })

    it('names the leagues by what people call them, and those to choose from with their ids', async () => {
      const { rows, dialog } = await openPlan({
        kind: { kind: 'feed', plan: plan({ leagues: ['epl', 'nba'] }) },
      })
      expect(rows()[0]?.text()).toContain('Premier League, NBA · manual')
      expect(dialog.text()).toContain('Loaded now: La Liga (la_liga), NFL (nfl).')
    })

    describe('of unknown books', () => {
      const openUnknown = async () => {
        const opened = await openSources(feed({ calls: null }))
        opened.api.board.load.mockResolvedValue(ok(report()))
        opened.api.board.estimateFeed.mockResolvedValue(ok({ calls: 12, perMinute: 0 }))
        return opened
      }

      it('says that one call finds them, and then fetches them', async () => {
        const { dialog, api, rows } = await openUnknown()
        expect(rows()[0]?.text()).toContain('1 call to find the books, then 1 per book')
        await button(dialog, 'Refresh').trigger('click')
        await flushPromises()
        expect(api.board.load).toHaveBeenCalledTimes(2)
      })

      it('sends no more calls when that one fails', async () => {
        const { dialog, api } = await openUnknown()
        api.board.load.mockResolvedValueOnce(failed({ kind: 'key-missing' }))
        await button(dialog, 'Refresh').trigger('click')
        await flushPromises()
        expect(api.board.load).toHaveBeenCalledOnce()
      })
    })

    it('never shows the cost of an older plan', async () => {
      const { dialog, api } = await openSources(feed())
      const answers: (() => void)[] = []
      api.board.estimateFeed.mockImplementation(
        ({ plan: typed }) =>
          new Promise(resolve =>
            answers.push(() => resolve(ok({ calls: typed.leagues.length, perMinute: 0 }))),
          ),
      )
      await button(dialog, 'Schedule…').trigger('click')
      await field(dialog, 'Leagues').setValue('NFL, NBA')
      for (const answer of answers.toReversed()) answer()
      await flushPromises()
      expect(dialog.find('.cost').text()).toBe('2 calls per refresh')
    })

    it('saves a plan and closes its form', async () => {
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

    it('keeps a refused plan in its form, with the reason', async () => {
      const { dialog, api } = await openPlan()
      api.board.planFeed.mockResolvedValueOnce(
        failed({ kind: 'invalid', field: 'plan', sentence: 'That is over the call budget.' }),
      )
      await dialog.find('form').trigger('submit')
      await flushPromises()
      expect(dialog.find('form').text()).toContain('That is over the call budget.')
    })

    it('does not save a plan with invalid seconds', async () => {
      const { dialog, api } = await openPlan({ kind: { kind: 'feed', plan: plan({ everySeconds: 30 }) } })
      await field(dialog, 'Seconds between fetches').setValue('2')
      expect(dialog.find('form [role=alert]').text()).toContain('Enter 10 to 86,400 seconds between fetches.')
      expect(button(dialog, 'Save schedule').attributes('disabled')).toBeDefined()
      await dialog.find('form').trigger('submit')
      expect(api.board.planFeed).not.toHaveBeenCalled()
    })
  })
})
