/** The trending queue's region on a fake bridge, with the parts that it loads when they are needed. */
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, expect, vi } from 'vitest'
import { useNavigationStore, type ParlayToSend } from '../../../../src/renderer/navigation-store.ts'
import { useSettingsStore } from '../../../../src/renderer/features/settings/settings-store.ts'
import TrendingPane from '../../../../src/renderer/features/trending/TrendingPane.vue'
import { useTrendingStore } from '../../../../src/renderer/features/trending/trending-store.ts'
import type { Submission, TrendingStatus } from '../../../../src/shared/model/parlay/submission.ts'
import { plainPanes } from '../../../../src/shared/model/settings/view.ts'
import { useViewStore } from '../../../../src/renderer/view-store.ts'
import { quietState } from '../../bridge/default-answers.ts'
import { stubDesk, ok } from '../../bridge/stub-desk.ts'
import { book, plainSettings } from '../../shared/desk-rows.ts'
import { quietTrending } from '../../shared/trending-answers.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

export const books = [book('alpha', 'Alpha Bet'), book('bravo', 'Bravo'), book('charlie', 'Charlie')]

export async function openTrending(given: Partial<TrendingStatus> = {}) {
  const status = { ...quietTrending, ...given }
  const fake = stubDesk({
    trending: status,
    view: { ...quietState.view, panes: { ...plainPanes, isTrendingOpen: true } },
  })
  fake.api.settings.snapshot.mockResolvedValue(ok({ ...plainSettings, books }))
  const pinia = createPinia()
  const pane = mount(TrendingPane, { attachTo: document.body, global: { plugins: [pinia] } })
  await useSettingsStore(pinia).start()
  await useViewStore(pinia).start()
  await flushPromises()
  /** Waits for what is loaded when it is needed. */
  const shown = async (selector: string) => {
    await expect.poll(() => pane.find(selector).exists()).toBe(true)
    await flushPromises()
    return pane.get(selector)
  }
  const send = (parlays: readonly ParlayToSend[]) =>
    useNavigationStore(pinia).openDialog({ kind: 'send-to-queue', parlays })
  return { pinia, ...fake, pane, status, shown, send, trending: useTrendingStore(pinia) }
}

/** Answers pages of this list. */
export function pagesOf(list: readonly Submission[]) {
  return ({ from, limit }: { from: number; limit: number }) =>
    Promise.resolve(ok({ rows: list.slice(from, from + limit), total: list.length }))
}
