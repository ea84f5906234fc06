import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AlertDraft } from '../../../../src/shared/model/parlay/alert.ts'
import { catchFailure } from '../../../support/account/account-fixture.ts'
import { at, settle } from '../../../support/desk/scripted-desk.ts'
import {
  draft,
  reprice,
  sentences,
  startAlerts,
  startWatching,
} from '../../../support/desk/scripted-alerts.ts'

const minute = 60_000
const noon = Date.UTC(2026, 0, 10, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Price alert', () => {
  it('fires when a new price reaches it, and describes it', async () => {
    const started = await startWatching()
    started.alerts.save(null, draft())
    await reprice(started, { b: 199 })
    expect(started.fired).toEqual([])
    await reprice(started, { b: 210 })
    expect(sentences(started)).toEqual(['Bravo is at +210. Your alert: +200.'])
    expect(started.alerts.state().fired).toMatchObject([
      { alertId: 1, parlayId: 1, bookId: 'b', isRead: false },
    ])
  })

  it('takes its price in any format, and refuses a text that is no price', async () => {
    const started = await startWatching()
    const rule = (text: string): AlertDraft['rule'] => ({
      kind: 'price-reaches',
      bookIds: [],
      price: { text, format: 'fractional' },
    })
    started.alerts.save(null, draft({ rule: rule('2/1') }))
    const bad = await catchFailure(() => started.alerts.save(null, draft({ rule: rule('+200') })))
    expect(bad).toMatchObject({ kind: 'invalid', field: 'price' })
    await reprice(started, { b: 200 })
    expect(sentences(started)).toEqual(['Bravo is at +200. Your alert: +200.'])
    expect(started.alerts.state().alerts).toHaveLength(1)
  })

  it('keeps quiet for its time, though the price stays', async () => {
    const started = await startWatching()
    started.alerts.save(null, draft({ quietMs: 15 * minute }))
    for (let minutes = 0; minutes < 31; minutes += 1) {
      await reprice(started, { b: 210 })
      await vi.advanceTimersByTimeAsync(minute - 20)
    }
    expect(started.fired).toHaveLength(3)
  })

  it('fires at once when it is set at a price already reached, and then keeps quiet', async () => {
    const started = await startWatching()
    await reprice(started, { b: 210 })
    started.alerts.save(null, draft())
    expect(sentences(started)).toEqual(['Bravo is at +210. Your alert: +200.'])
    started.alerts.save(1, draft({ hasSound: true }))
    await reprice(started, { b: 220 })
    expect(started.fired).toHaveLength(1)
  })

  it('does not fire at once for a stale price, nor while it is off', async () => {
    const started = await startWatching()
    await reprice(started, { b: 210 })
    started.alerts.save(null, draft({ isOn: false }))
    vi.setSystemTime(Date.now() + minute)
    started.alerts.save(null, draft())
    expect(started.fired).toEqual([])
  })

  it('does not fire others when one is set', async () => {
    const started = await startWatching()
    started.alerts.save(null, draft({ quietMs: 0 }))
    await reprice(started, { b: 210 })
    started.alerts.save(null, draft({ rule: { kind: 'ev-over', ev: 9 } }))
    expect(started.fired).toHaveLength(1)
  })

  it('fires again at once when the clock was set back', async () => {
    const started = await startWatching()
    started.alerts.save(null, draft())
    await reprice(started, { b: 210 })
    vi.setSystemTime(noon - 60 * minute)
    await reprice(started, { b: 210 })
    expect(started.fired).toHaveLength(2)
  })

  it('is silent while it is off and after its removal, and is back when that is undone', async () => {
    const started = await startWatching()
    const { alerts } = started
    alerts.save(null, draft())
    alerts.save(1, draft({ isOn: false }))
    await reprice(started, { b: 210 })
    await reprice(started, { b: 190 })
    alerts.save(1, draft())
    alerts.remove(1)
    await reprice(started, { b: 210 })
    expect([started.fired.length, alerts.state().alerts.length]).toEqual([0, 0])
    expect(alerts.restore(1).alerts).toMatchObject([{ id: 1, isOn: true }])
    await reprice(started, { b: 210 })
    expect(started.fired).toHaveLength(1)
  })

  it('cannot be changed or removed when it is not there', async () => {
    const { alerts } = await startWatching()
    const refused = { kind: 'not-found' }
    expect(await catchFailure(() => alerts.save(7, draft()))).toMatchObject(refused)
    expect(await catchFailure(() => alerts.remove(7))).toMatchObject(refused)
    expect(await catchFailure(() => alerts.restore(7))).toMatchObject(refused)
    expect(await catchFailure(() => alerts.save(null, draft({ parlayId: 9 })))).toMatchObject(refused)
  })
})

describe('Alerts of a removed parlay', () => {
  it('go and come back with it', async () => {
    const started = await startWatching()
    const { alerts, desk } = started
    alerts.save(null, draft())
    await reprice(started, { b: 210 })
    const before = alerts.state()
    const pushed: unknown[] = []
    alerts.on('changed', state => pushed.push(state))
    desk.remove(1)
    await settle()
    expect(pushed.at(-1)).toEqual({ alerts: [], fired: [] })
    await desk.restore(1)
    await settle()
    expect(pushed.at(-1)).toEqual(before)
  })
})

describe('Alerts after a restart', () => {
  it('have the alerts, what fired, what was read, and the quiet time', async () => {
    const first = await startWatching()
    first.alerts.save(null, draft())
    await reprice(first, { b: 210 })
    first.alerts.markRead()
    const before = first.alerts.state()
    first.desk.close()

    const second = await startAlerts({}, first.database)
    expect(second.alerts.state()).toEqual(before)
    await reprice(second, { b: 220 })
    expect(second.fired).toEqual([])
    await vi.advanceTimersByTimeAsync(15 * minute)
    await reprice(second, { b: 220 })
    expect(second.fired).toHaveLength(1)
  })

  it('have none of another profile', async () => {
    const started = await startWatching()
    started.alerts.save(null, draft())
    await reprice(started, { b: 210 })
    started.world.profileId = 'p-other'
    started.desk.open()
    started.alerts.open()
    await settle()
    expect(started.alerts.state()).toEqual({ alerts: [], fired: [] })
    expect(await catchFailure(() => started.alerts.remove(1))).toMatchObject({ kind: 'not-found' })
  })

  it('forget what fired more than a month ago', async () => {
    const started = await startWatching()
    started.alerts.save(null, draft())
    await reprice(started, { b: 210 })
    vi.setSystemTime(noon + 31 * 24 * 60 * minute)
    started.alerts.open()
    expect(started.database.prepare('SELECT count(*) AS n FROM fired_alerts').get()).toEqual({ n: 0 })
  })
})

describe('Alerts with a full disk', () => {
  it('reject a new alert with a sentence, and still fire existing ones', async () => {
    const started = await startWatching()
    started.alerts.save(null, draft())
    started.database.exec('PRAGMA query_only = 1')
    expect(await catchFailure(() => started.alerts.save(null, draft()))).toMatchObject({ kind: 'storage' })
    await reprice(started, { b: 210 })
    await reprice(started, { b: 210 })
    expect(started.fired).toHaveLength(1)
    expect(started.alerts.state().fired).toEqual([])
  })
})

describe('Alerts after an answer without a price', () => {
  it('do not fire', async () => {
    const started = await startWatching()
    started.alerts.save(
      null,
      draft({ rule: { kind: 'price-reaches', bookIds: [], price: { text: '+160', format: 'american' } } }),
    )
    started.world.reply = book => (book === 'a' ? { kind: 'no-price' } : { kind: 'message', text: 'SUSP' })
    started.desk.price(1, null)
    await settle()
    expect(started.fired).toEqual([])
    started.world.reply = () => at(170)
    started.desk.price(1, 'a')
    await settle()
    expect(started.fired).toHaveLength(1)
  })
})
