import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAfterInput } from '../../src/renderer/after-input.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The inputs of the test before are past.
  vi.advanceTimersByTime(1_000)
})
afterEach(() => {
  vi.useRealTimers()
})

const dispatch = (kind: string) => document.body.dispatchEvent(new Event(kind, { bubbles: true }))

function start() {
  const ran: number[] = []
  return { ran, afterInput: createAfterInput(() => ran.push(performance.now())) }
}

describe('createAfterInput', () => {
  it('runs immediately while there is no input', () => {
    const { ran, afterInput } = start()
    afterInput()
    afterInput()
    expect(ran).toHaveLength(2)
  })

  it('runs once after the result of a letter, however often it was asked', () => {
    const { ran, afterInput } = start()
    dispatch('input')
    afterInput()
    vi.advanceTimersByTime(20)
    afterInput()
    expect(ran).toEqual([])
    vi.advanceTimersByTime(20)
    expect(ran).toHaveLength(1)
    afterInput()
    expect(ran).toHaveLength(2)
  })

  it.each(['keydown', 'pointerdown'])('waits for the result of a %s, too', kind => {
    const { ran, afterInput } = start()
    dispatch(kind)
    afterInput()
    expect(ran).toEqual([])
    vi.advanceTimersByTime(40)
    expect(ran).toHaveLength(1)
  })

  it('waits for the last of several letters, but never longer than 100 ms', () => {
    const { ran, afterInput } = start()
    dispatch('input')
    afterInput()
    const asked = performance.now()
    for (let letter = 0; letter < 10; letter++) {
      vi.advanceTimersByTime(30)
      dispatch('input')
    }
    expect(ran).toEqual([asked + 100])
  })
})
