import { describe, expect, it, vi } from 'vitest'
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

  it('does not keep a text too long to be written at each key, nor its beginning', () => {
    remember('text', 'short')
    remember('text', 'x'.repeat(1_000_001))
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
