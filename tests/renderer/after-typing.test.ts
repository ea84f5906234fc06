import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAfterTyping } from '../../src/renderer/after-typing.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The letters of the test before are past.
  vi.advanceTimersByTime(1_000)
})
afterEach(() => {
  vi.useRealTimers()
})

const typeLetter = () => document.body.dispatchEvent(new Event('input', { bubbles: true }))

function start() {
  const ran: number[] = []
  return { ran, afterTyping: createAfterTyping(() => ran.push(performance.now())) }
}

describe('createAfterTyping', () => {
  it('runs immediately while nothing is typed', () => {
    const { ran, afterTyping } = start()
    afterTyping()
    afterTyping()
    expect(ran).toHaveLength(2)
  })

  it('runs once after the result of a letter, however often it was asked', () => {
    const { ran, afterTyping } = start()
    typeLetter()
    afterTyping()
    vi.advanceTimersByTime(20)
    afterTyping()
    expect(ran).toEqual([])
    vi.advanceTimersByTime(20)
    expect(ran).toHaveLength(1)
    afterTyping()
    expect(ran).toHaveLength(2)
  })

  it('waits for the last of several letters, but never longer than 100 ms', () => {
    const { ran, afterTyping } = start()
    typeLetter()
    afterTyping()
    const asked = performance.now()
    for (let letter = 0; letter < 10; letter++) {
      vi.advanceTimersByTime(30)
      typeLetter()
    }
    expect(ran).toEqual([asked + 100])
  })
})
