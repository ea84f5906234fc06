import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import StatusBar from '../../../src/renderer/features/account/StatusBar.vue'
import { useAccountStore } from '../../../src/renderer/features/account/account-store.ts'
import { useBoardStore } from '../../../src/renderer/features/board/board-store.ts'
import { useDeskStore } from '../../../src/renderer/features/desk/desk-store.ts'
import { installFakeDesk, type FakeState } from '../../fakes/desk-api.ts'
import { filledBoard } from '../board/answers.ts'
import { everyKeyStatus, own } from './states.ts'

async function open(state: Partial<FakeState>) {
  const desk = installFakeDesk(state)
  const pinia = createPinia()
  const bar = mount(StatusBar, { global: { plugins: [pinia] } })
  await Promise.all([
    useAccountStore(pinia).start(),
    useBoardStore(pinia).start(),
    useDeskStore(pinia).start(),
  ])
  await flushPromises()
  return { bar, ...desk }
}

const words = [
  'Key missing',
  'Key in system keychain',
  'Key for this session only',
  'Key refused',
  'Demo key',
]
test.each(everyKeyStatus.map((status, at) => [status, words[at] ?? ''] as const))(
  'names the profile and where its key is: %o',
  async (keyStatus, says) => {
    const { bar } = await open({ account: own(keyStatus) })
    expect(bar.text()).toContain('Profile Mine')
    expect(bar.text()).toContain(says)
  },
)

test('counts calls, answers awaited and cells in line as they change', async () => {
  const { bar, emit } = await open({
    desk: { seq: 1, rows: [], meter: { lastMinute: 38, inFlight: 4, waiting: 12 } },
  })
  for (const part of ['Calls in the last minute: 38', 'In flight 4', 'Waiting 12'])
    expect(bar.text()).toContain(part)
  emit.desk({ seq: 2, rows: [], order: null, meter: { lastMinute: 39, inFlight: 0, waiting: 0 } })
  await flushPromises()
  expect(bar.text()).toContain('Calls in the last minute: 39')
})

test('says what the board holds', async () => {
  const { bar } = await open({ board: filledBoard })
  expect(bar.text().replace(/\s+/g, ' ')).toContain('41,208 selections · 24 games · 12 books')
})
