import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { createAfterInput } from '../../src/renderer/after-input.ts'

let tests = 0
beforeEach(() => {
  vi.useFakeTimers()
  // Each test starts at the same time, so it first goes past the inputs of those before.
  vi.advanceTimersByTime(1_000 * ++tests)
})
afterEach(() => {
  vi.useRealTimers()
})

const dispatch = (kind: string) => document.body.dispatchEvent(new Event(kind, { bubbles: true }))
const press = (key: string, held = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...held }))

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

  it('waits for the result of an arrow, but not of a key whose result comes with the changes', () => {
    const { ran, afterInput } = start()
    press('Delete')
    press('ArrowUp', { altKey: true })
    afterInput()
    expect(ran).toHaveLength(1)
    press('ArrowUp')
    afterInput()
    expect(ran).toHaveLength(1)
    vi.advanceTimersByTime(40)
    expect(ran).toHaveLength(2)
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

  it('runs no more once the part that asked for it is gone', () => {
    const part = effectScope()
    const { ran, afterInput } = part.run(start) ?? start()
    dispatch('input')
    afterInput()
    part.stop()
    vi.advanceTimersByTime(100)
    expect(ran).toEqual([])
  })
})
