import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { defineComponent } from 'vue'
import { useNavigationStore } from '../../src/renderer/navigation-store.ts'
import { useMainTarget } from '../../src/renderer/useMainTarget.ts'
import type { Target } from '../../src/shared/model/settings/target.ts'
import { allTickets } from '../../src/shared/model/ticket/ledger-filter.ts'
import { ok, stubDesk } from '../support/bridge/stub-desk.ts'

beforeEach(() => setActivePinia(createPinia()))

const Host = defineComponent({ setup: () => (useMainTarget(), () => undefined) })

async function open(first: Target | null = null) {
  const { api, emit } = stubDesk()
  api.windows.takeTarget.mockResolvedValueOnce(ok(first))
  const host = mount(Host)
  await flushPromises()
  const request = async (target: Target) => {
    api.windows.takeTarget.mockResolvedValueOnce(ok(target))
    emit.windows.targetSet(null)
    await flushPromises()
  }
  return { host, api, emit, request, navigation: useNavigationStore() }
}

describe('useMainTarget', () => {
  it('shows what was asked for while the page was loaded', async () => {
    const { navigation } = await open({ show: 'setting', id: 'stale-after' })
    expect(navigation.view).toBe('settings')
    expect(navigation.take('setting')?.id).toBe('stale-after')
  })

  it('shows each target: a view, the legs, a price, tickets, an action of the ledger', async () => {
    const { navigation, request } = await open()
    expect(navigation.view).toBe('desk')
    await request({ show: 'view', view: 'settings' })
    expect(navigation.view).toBe('settings')
    await request({ show: 'legs' })
    expect([navigation.view, navigation.take('legs')]).toEqual(['desk', { show: 'legs' }])
    await request({ show: 'price', parlayId: 3, bookId: null })
    expect(navigation.take('price')).toMatchObject({ parlayId: 3, bookId: null })
    await request({ show: 'tickets', filter: { ...allTickets, text: 'flint' } })
    expect(navigation.view).toBe('ledger')
    expect(navigation.take('tickets')?.filter.text).toBe('flint')
    await request({ show: 'ledger', action: 'settle' })
    expect(navigation.take('ledger')?.action).toBe('settle')
  })

  it('asks for nothing once it is gone', async () => {
    const { host, api, emit } = await open()
    host.unmount()
    emit.windows.targetSet(null)
    await flushPromises()
    expect(api.windows.takeTarget).toHaveBeenCalledOnce()
  })
})
