import { afterEach, describe, expect, it, vi } from 'vitest'
import { bridge } from '../../src/renderer/bridge.ts'

afterEach(() => {
  Object.assign(globalThis, { desk: undefined })
})

/** A `window.desk` with one call and one event, both in text as the preload gives them. */
function expose() {
  const snapshot = vi.fn((_request?: unknown) => Promise.resolve('{"ok":true,"value":[1,null]}'))
  const end = vi.fn()
  const listeners: ((text: string) => void)[] = []
  const changed = (listener: (text: string) => void) => {
    listeners.push(listener)
    return end
  }
  Object.assign(globalThis, { desk: { desk: { snapshot, changed } } })
  return { snapshot, end, push: (text: string) => listeners.forEach(listener => listener(text)) }
}

describe('bridge', () => {
  it('reads the answer of a call, and passes its request on as it is', async () => {
    const { snapshot } = expose()
    const request = { bytes: new Uint8Array(2) }
    const ask: (given: unknown) => Promise<unknown> = bridge().desk.snapshot
    expect(await ask(request)).toEqual({ ok: true, value: [1, null] })
    expect(snapshot.mock.lastCall?.[0]).toBe(request)
  })

  it('reads the payloads of an event until its listener ends', () => {
    const { end, push } = expose()
    const pushed: unknown[] = []
    const stop = bridge().desk.changed(change => pushed.push(change))
    push('{"seq":1}')
    push('{"seq":2}')
    expect(pushed).toEqual([{ seq: 1 }, { seq: 2 }])
    stop()
    expect(end).toHaveBeenCalledOnce()
  })

  it('is the same object while the preload’s is, and another for another', () => {
    expose()
    const first = bridge()
    expect(bridge()).toBe(first)
    expose()
    expect(bridge()).not.toBe(first)
  })
})
