import { flushPromises, mount } from '@vue/test-utils'
import { quietMeter, type Meter } from '../../../../src/shared/model/parlay/desk.ts'
import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import StatusBar from '../../../../src/renderer/features/account/StatusBar.vue'
import { describePauses } from '../../../../src/renderer/features/account/account-text.ts'
import { useAccountStore } from '../../../../src/renderer/features/account/account-store.ts'
import { useBoardStore } from '../../../../src/renderer/features/board/board-store.ts'
import { useDeskStore } from '../../../../src/renderer/features/desk/desk-store.ts'
import { useLedgerStore } from '../../../../src/renderer/features/ledger/ledger-store.ts'
import { useSettingsStore } from '../../../../src/renderer/features/settings/settings-store.ts'
import { timeZoneName, timeZoneText } from '../../../../src/renderer/format/time-text.ts'
import { book, plainSettings } from '../../../support/shared/desk-rows.ts'
import type { MainState } from '../../../support/bridge/default-answers.ts'
import { stubDesk } from '../../../support/bridge/stub-desk.ts'
import { filledBoard } from '../../../support/renderer/board/board-answers.ts'
import { everyKeyStatus, own } from '../../../support/renderer/account/states.ts'

async function open(state: Partial<MainState>) {
  const desk = stubDesk(state)
  const pinia = createPinia()
  const bar = mount(StatusBar, { global: { plugins: [pinia] } })
  await Promise.all([
    useAccountStore(pinia).start(),
    useBoardStore(pinia).start(),
    useDeskStore(pinia).start(),
    useLedgerStore(pinia).start(),
    useSettingsStore(pinia).start(),
  ])
  await flushPromises()
  return { bar, ...desk }
}

const words = [
  'No API key',
  'Key not readable',
  'Reading keychain…',
  'Key saved',
  'Key not saved',
  'Key rejected',
  '',
]
test.each(everyKeyStatus.map((status, at) => [status, words[at] ?? ''] as const))(
  'StatusBar names the profile and the place of its key: %o',
  async (keyStatus, says) => {
    const { bar } = await open({ account: own(keyStatus) })
    expect(bar.text()).toContain('Profile Mine')
    expect(bar.text()).toContain(says)
    const isProblem = bar.findAll('button').some(button => button.text() === says)
    expect(isProblem).toBe(['missing', 'unreadable', 'session', 'refused'].includes(keyStatus.kind))
  },
)

const metered = (meter: Partial<Meter>) => ({ seq: 1, rows: [], meter: { ...quietMeter, ...meter } })
const textOf = ({ bar }: Awaited<ReturnType<typeof open>>) => bar.text().replace(/\s+/g, ' ')

test('StatusBar counts calls against the limit, in flight and waiting, as they change', async () => {
  const limited = { limit: 60, limitFrom: 'user' } as const
  const opened = await open({ desk: metered({ ...limited, lastMinute: 38, inFlight: 4, waiting: 12 }) })
  expect(textOf(opened)).toContain('38/60 calls/min4 sent12 in line')
  opened.emit.desk.changed({ ...metered({ ...limited, lastMinute: 39 }), seq: 2, order: null })
  await flushPromises()
  expect(textOf(opened)).toContain('39/60 calls/min')
})

test('StatusBar shows no limit before the plan’s is learned or set', async () => {
  const opened = await open({ desk: metered({ lastMinute: 2 }) })
  expect(textOf(opened)).toContain('2 calls/min')
  expect(textOf(opened)).not.toContain('/600')
  expect(opened.bar.find('.bar').exists()).toBe(false)
  opened.emit.desk.changed({
    ...metered({ lastMinute: 3, limit: 9, limitFrom: 'service' }),
    seq: 2,
    order: null,
  })
  await flushPromises()
  expect(textOf(opened)).toContain('3/9 calls/min')
})

test('StatusBar shows the wait for the next call', async () => {
  const nextAt = Date.now() + 12_000
  expect(textOf(await open({ desk: metered({ lastMinute: 60, limit: 60, nextAt }) }))).toMatch(
    /Next in 1[12]s/,
  )
})

test('StatusBar shows a pause the service asked for', async () => {
  const pausedUntil = Date.now() + 60_000
  expect(textOf(await open({ desk: metered({ pausedUntil }) }))).toMatch(
    /Rate limited until \d+:\d\d:\d\d [AP]M/,
  )
})

test('StatusBar offers to end a pause of more than a day, with its day, and no shorter one', async () => {
  const hourMs = 3_600_000
  const paused = (untilAt: number, why: 'limited' | 'failing' = 'limited') =>
    metered({ pausedHosts: [{ host: 'bravo', untilAt, why }] })
  const tryNow = ({ bar }: Awaited<ReturnType<typeof open>>) =>
    bar.findAll('button').find(button => button.text() === 'Try now')
  const long = await open({ desk: paused(Date.now() + 49 * hourMs) })
  expect(textOf(long)).toMatch(/bravo rate-limited until [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M/)
  await tryNow(long)?.trigger('click')
  expect(long.api.budget.endLongPauses).toHaveBeenCalledOnce()
  const wholeKey = await open({ desk: metered({ pausedUntil: Date.now() + 49 * hourMs }) })
  expect(tryNow(wholeKey)).toBeDefined()
  const shorter = [paused(Date.now() + 23 * hourMs), paused(Date.now() + 49 * hourMs, 'failing')]
  for (const desk of shorter) expect(tryNow(await open({ desk }))).toBeUndefined()
})

test('StatusBar names the books that are limited or keep failing', async () => {
  const untilAt = Date.now() + 60_000
  const resting = [
    { host: 'bravo', untilAt, why: 'limited' },
    { host: 'delta', untilAt, why: 'failing' },
  ] as const
  const settings = { ...plainSettings, books: [book('bravo', 'Bravo')] }
  const opened = await open({ settings, desk: metered({ pausedHosts: [...resting] }) })
  expect(textOf(opened)).toMatch(/Bravo rate-limited until \d+:\d\d:\d\d [AP]M/)
  expect(textOf(opened)).toMatch(/delta is down, retrying at \d+:\d\d:\d\d [AP]M/)
})

test('describePauses leaves out books that are down while the desk says it of all', () => {
  const untilAt = Date.now() + 60_000
  const hosts = ['bravo', 'delta', 'golf'].map(host => ({ host, untilAt, why: 'failing' as const }))
  const meter = { ...quietMeter, pausedHosts: [...hosts, { host: 'echo', untilAt, why: 'limited' as const }] }
  const describe = (isOutageSaid: boolean) =>
    describePauses(meter, { bookOf: host => host, isOutageSaid }, Date.now())
  expect(describe(true)).toEqual([expect.stringMatching(/^echo rate-limited until/)])
  expect(describe(false)).toEqual(['4 books paused'])
})

test('StatusBar shows the time zone that all times are in', async () => {
  const { bar } = await open({})
  const zone = timeZoneName(Date.now())
  expect(zone).not.toBe('')
  expect(bar.text()).toContain(`Time zone ${zone}`)
  expect(bar.get(`[data-tip="${timeZoneText(Date.now())}"]`).text()).toContain(zone)
})

test('StatusBar shows the size of the board', async () => {
  const { bar } = await open({ board: filledBoard })
  expect(bar.text().replace(/\s+/g, ' ')).toContain('41,208 legs · 24 games · 12 books')
})

const openLedger = {
  kind: 'open',
  tickets: 1_204,
  records: 9_000,
  verified: 9_000,
  behind: null,
  isWitnessed: true,
  readOnly: null,
  savedAt: 1,
} as const
test.each([
  [{ kind: 'opening' }, 'Opening ledger…'],
  [openLedger, 'Ledger OK · 1,204 tickets'],
  [{ ...openLedger, verified: 10 }, 'Checking ledger · 1,204 tickets…'],
  [{ ...openLedger, readOnly: 'The disk is full.' }, 'Ledger read-only'],
  [{ ...openLedger, isWitnessed: false }, 'Ledger saved, check file not updated'],
  [{ ...openLedger, behind: 'The disk is full.' }, 'Ledger saved, lists are catching up'],
  [{ kind: 'closed', problem: 'damaged', sentence: 'Record 7 is not what was written.' }, 'Ledger not open'],
] as const)('StatusBar says how far the ledger can be trusted: %o', async (status, says) => {
  const { bar } = await open({ ledger: { seq: 0, status } })
  expect(bar.text()).toContain(says)
})
