import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { useNow } from '../../../../../src/renderer/features/desk/context/useDisplay.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('useNow', () => {
  it('is renewed every second', () => {
    const scope = effectScope()
    const now = scope.run(useNow)
    vi.advanceTimersByTime(2_000)
    expect(now?.value).toBe(1_002_000)
    scope.stop()
  })

  it('keeps one timer for all callers, and none without a caller', () => {
    const scopes = [effectScope(), effectScope()]
    scopes.forEach(scope => scope.run(useNow))
    expect(vi.getTimerCount()).toBe(1)
    scopes[0]?.stop()
    expect(vi.getTimerCount()).toBe(1)
    scopes[1]?.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('refuses to run where nothing would stop it', () => {
    expect(() => useNow()).toThrow('scope')
  })
})
