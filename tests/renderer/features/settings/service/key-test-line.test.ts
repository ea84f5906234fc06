import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { useAccountStore } from '../../../../../src/renderer/features/account/account-store.ts'
import KeyTestLine from '../../../../../src/renderer/features/settings/service/KeyTestLine.vue'
import { useBudgetStore } from '../../../../../src/renderer/features/desk/budget/budget-store.ts'
import { useDeskStore } from '../../../../../src/renderer/features/desk/desk-store.ts'
import { quietMeter } from '../../../../../src/shared/model/parlay/desk.ts'
import { quietState } from '../../../../support/bridge/default-answers.ts'
import type { Failure } from '../../../../../src/shared/failure.ts'
import { failed, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { field } from '../../../../support/renderer/screen.ts'

async function enterKey(failure?: Failure) {
  const { api } = stubDesk()
  const pinia = createPinia()
  if (failure) api.account.testKey.mockResolvedValueOnce(failed(failure))
  await Promise.all([useAccountStore(pinia).start(), useBudgetStore(pinia).start()])
  const view = mount(KeyTestLine, { global: { plugins: [pinia] } })
  await useAccountStore(pinia).setKey('abc')
  await flushPromises()
  return { api, view }
}

describe('a key that was just entered', () => {
  it('is tested at once with one call, and its plan’s limit is asked for', async () => {
    const { api, view } = await enterKey()
    expect(api.account.testKey).toHaveBeenCalledOnce()
    expect(view.get('[role=status]').text()).toMatch(
      /^Tested \d+:\d\d [AP]M: works\. Call limit is learned as you go\.$/,
    )
    await field(view, 'Calls a minute on your plan').setValue('100')
    await view.get('form').trigger('submit')
    await flushPromises()
    expect(api.budget.setLimits).toHaveBeenCalledExactlyOnceWith({
      kind: 'by-hand',
      perMinute: 100,
      inFlight: 32,
      perHost: 2,
    })
    expect(view.get('[role=status]').text()).toMatch(/: works, 100 calls a minute\.$/)
    expect(view.find('form').exists()).toBe(false)
  })

  it('says in how many seconds its test is sent, counting down, but not once it is', async () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { api, emit } = stubDesk()
    const pinia = createPinia()
    api.account.testKey.mockReturnValueOnce(new Promise(() => undefined))
    await Promise.all([useAccountStore(pinia).start(), useDeskStore(pinia).start()])
    const view = mount(KeyTestLine, { global: { plugins: [pinia] } })
    void useAccountStore(pinia).setKey('abc')
    let seq = quietState.desk.seq
    const say = async (now: number, waiting: number) => {
      vi.setSystemTime(now)
      const meter = { ...quietMeter, limit: 20, lastMinute: 20, waiting, nextAt: 1_045_000 }
      emit.desk.changed({ seq: ++seq, rows: [], order: null, meter })
      await flushPromises()
      return view.get('[role=status]').text()
    }
    expect(await say(1_000_000, 1)).toBe('Testing your key… Next call in 45s.')
    expect(await say(1_033_000, 1)).toBe('Testing your key… Next call in 12s.')
    expect(await say(1_034_000, 0)).toBe('Testing your key…')
  })

  it('is said to be rejected where the service rejects it', async () => {
    const { view } = await enterKey({ kind: 'key-refused' })
    expect(view.get('[role=alert]').text()).toContain('Your API key was rejected.')
    expect(view.find('form').exists()).toBe(false)
  })

  it('is sent to no settings by a failure of the address, because it is there', async () => {
    const failures: readonly Failure[] = [
      { kind: 'unreachable', host: 'api.example', detail: 'ECONNREFUSED' },
      { kind: 'redirected', status: 302 },
      { kind: 'too-large', limitBytes: 1_000 },
      { kind: 'unreadable', status: 200, detail: 'not JSON' },
    ]
    for (const failure of failures) {
      const { view } = await enterKey(failure)
      expect(view.get('[role=alert]').text()).toMatch(/address(es)? (of|in) the profile/)
      expect(view.get('[role=alert]').text()).not.toContain('Settings')
    }
  })

  it('has a limit that must be a number of calls', async () => {
    const { api, view } = await enterKey()
    await field(view, 'Calls a minute on your plan').setValue('many')
    await view.get('form').trigger('submit')
    expect(view.text()).toContain('Enter 1 to 100,000')
    expect(api.budget.setLimits).not.toHaveBeenCalled()
  })
})
