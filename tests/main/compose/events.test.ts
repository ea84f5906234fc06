import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectAlerts, connectScanner, connectWindows } from '../../../src/main/compose/events.ts'
import { UserSettings } from '../../../src/main/account/settings.ts'
import type { WindowEvents } from '../../../src/main/window/desk-windows.ts'
import { createNotify } from '../../../src/main/notices/desktop-notice.ts'
import { Notification } from '../../support/electron.ts'
import { startAccount } from '../../support/account/account-fixture.ts'
import { openPhone } from '../../support/phone/phone-fixture.ts'
import { draft, reprice, startWatching } from '../../support/desk/scripted-alerts.ts'
import { candidate, priced, startScanner } from '../../support/desk/scripted-scanner.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  Notification.shown.splice(0)
})

const showMain = vi.fn()

async function start() {
  const { account } = startAccount()
  const watching = await startWatching()
  const { phone } = openPhone({ database: watching.database })
  const sent = vi.spyOn(phone, 'send')
  const announced: [string, unknown][] = []
  const services = {
    announce: (area: string, verb: string, payload: unknown) =>
      void announced.push([`${area}.${verb}`, payload]),
    account,
    desk: watching.desk,
    alerts: watching.alerts,
    phone,
  }
  connectAlerts(
    services,
    createNotify(sentence => account.addNotice(sentence)),
    { showMain },
  )
  return { ...watching, account, announced, sent }
}

describe('an alert that fires', () => {
  it('is announced in the window, as a notification and on phones', async () => {
    const started = await start()
    started.alerts.save(null, draft())
    await reprice(started, { b: 210 })
    expect(Notification.shown.map(({ parts }) => parts)).toEqual([
      { title: 'one pts · two pts', body: 'Bravo is at +210. Your alert: +200.', silent: true },
    ])
    expect(started.announced.filter(([event]) => event === 'alerts.changed').at(-1)?.[1]).toEqual(
      started.alerts.state(),
    )
    expect(started.sent).toHaveBeenCalledExactlyOnceWith([
      { firedIds: [1], title: 'Demo: one pts · two pts', body: 'Bravo is at +210. Your alert: +200.' },
    ])
  })

  it('brings the main window forward when its notice is answered, which shows the cell', async () => {
    const started = await start()
    started.alerts.save(null, draft())
    await reprice(started, { b: 210 })
    Notification.shown[0]?.listeners.get('click')?.()
    expect(showMain).toHaveBeenCalledExactlyOnceWith({ show: 'price', parlayId: 1, bookId: 'b' })
  })

  it('is announced in the window only where the system has no notifications', async () => {
    const supported = vi.spyOn(Notification, 'isSupported').mockReturnValue(false)
    const started = await start()
    started.alerts.save(null, draft())
    await reprice(started, { b: 210 })
    expect(Notification.shown).toEqual([])
    expect(started.alerts.state().fired).toHaveLength(1)
    expect(started.account.state().notices).toEqual([
      expect.stringContaining('A notification couldn’t be shown.'),
    ])
    supported.mockRestore()
  })
})

describe('another profile', () => {
  it('brings its own alerts', async () => {
    const started = await start()
    started.alerts.save(null, draft({ parlayId: null }))
    started.world.profileId = 'p-other'
    started.account.emit('switched')
    expect(started.alerts.state().alerts).toEqual([])
  })
})

describe('a window that closed', () => {
  it('has no rows in view and no what-if price under way, and the others are sent the list', () => {
    const announce = vi.fn()
    const services = {
      announce,
      auto: { setHidden: vi.fn() },
      desk: { setVisibleRows: vi.fn() },
      whatIf: { cancel: vi.fn() },
      fairPrices: { cancel: vi.fn() },
      hedges: { cancel: vi.fn() },
    }
    const windows = Object.assign(new EventEmitter<WindowEvents>(), { list: () => ['ledger' as const] })
    connectWindows(services, windows)
    windows.emit('closed', 'blue')
    windows.emit('changed')
    windows.emit('hidden', true)
    expect(services.desk.setVisibleRows).toHaveBeenCalledExactlyOnceWith([], null, 'blue')
    expect(services.whatIf.cancel).toHaveBeenCalledExactlyOnceWith('blue')
    expect(services.fairPrices.cancel).toHaveBeenCalledExactlyOnceWith('blue')
    expect(services.hedges.cancel).toHaveBeenCalledExactlyOnceWith('blue')
    expect(announce).toHaveBeenCalledExactlyOnceWith('windows', 'changed', { open: ['ledger'] })
    expect(services.auto.setHidden).toHaveBeenCalledExactlyOnceWith(true)
  })
})

describe('the scanner', () => {
  it('hears of new prices on the desk and of new settings, and announces its list', async () => {
    const watching = await startWatching()
    const { account, settings: file } = startAccount()
    const settings = new UserSettings(file)
    const { scanner } = startScanner({ candidates: [candidate('one')], reply: () => priced(6) })
    const announced = vi.fn()
    connectScanner({ announce: announced, account, desk: watching.desk, scanner, settings })
    const rowsChanged = vi.spyOn(scanner, 'rowsChanged')
    await reprice(watching, { b: 210 })
    expect(rowsChanged.mock.lastCall?.[0].map(({ legs }) => legs.length)).toEqual([2])
    await scanner.start()
    announced.mockClear()
    settings.set({ staleAfterMs: 30_000 })
    vi.runOnlyPendingTimers()
    expect(announced.mock.calls.map(([area, event]) => `${area}.${event}`)).toEqual(['scanner.changed'])
  })
})
