import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { recall, remember } from '../../src/renderer/session-memory.ts'

describe('the memory of the session', () => {
  it('gives back what was remembered', () => {
    remember('legs', [{ name: 'Over 47.5', price: null }])
    expect(recall<unknown>('legs', 'none')).toEqual([{ name: 'Over 47.5', price: null }])
    expect(recall('others', 'none')).toBe('none')
  })

  it('forgets', () => {
    remember('text', 'typed')
    remember('text', undefined)
    expect(recall('text', 'none')).toBe('none')
    expect(sessionStorage).toHaveLength(0)
  })

  it('keeps a long text once it has not changed for a while, and never its beginning', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const long = 'x'.repeat(3_000_000)
    remember('text', long)
    vi.advanceTimersByTime(200)
    remember('text', `${long}y`)
    vi.advanceTimersByTime(200)
    expect(sessionStorage).toHaveLength(0)
    vi.advanceTimersByTime(100)
    expect(recall('text', 'none')).toBe(`${long}y`)
    remember('text', long)
    remember('text', undefined)
    vi.runAllTimers()
    expect(recall('text', 'none')).toBe('none')
  })

  it('forgets a value that the storage has no room for', () => {
    remember('text', 'short')
    const { sessionStorage: storage } = globalThis
    vi.stubGlobal('sessionStorage', {
      removeItem: (name: string) => storage.removeItem(name),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    remember('text', 'longer')
    vi.unstubAllGlobals()
    expect(recall('text', 'none')).toBe('none')
  })

  it('does without a storage that is full or refused', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('sessionStorage', { setItem: refuse, getItem: refuse, removeItem: refuse })
    expect(() => remember('text', 'typed')).not.toThrow()
    expect(recall('text', 'none')).toBe('none')
    vi.unstubAllGlobals()
  })
})
