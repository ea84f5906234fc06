import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FrameBatcher, type FrameChanges } from '../../../src/main/desk/frame-batcher.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function startFrames({ isInView = () => true }: { isInView?: (row: number) => boolean } = {}) {
  const pushed: FrameChanges[] = []
  return { pushed, frames: new FrameBatcher({ onFrame: changes => pushed.push(changes), isInView }) }
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

describe('FrameBatcher', () => {
  it('pushes all changes of a frame at once, each row once', () => {
    const { pushed, frames } = startFrames()
    for (const row of [1, 2, 1, 3, 2]) frames.addRow(row)
    frames.addOrder()
    expect(pushed).toEqual([])
    vi.advanceTimersByTime(4)
    expect(pushed).toEqual([{ rows: new Set([1, 2, 3]), isOrderChanged: true }])
  })

  it('pushes no frame sooner than 16 ms after the one before', () => {
    const { pushed, frames } = startFrames()
    frames.addRow(1)
    vi.advanceTimersByTime(4)
    frames.addRow(2)
    vi.advanceTimersByTime(15)
    expect(pushed).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(pushed).toHaveLength(2)
  })

  it('pushes on the next turn when asked to, and only once', () => {
    const { pushed, frames } = startFrames()
    frames.addRow(1)
    frames.pushSoon()
    frames.addRow(2)
    frames.pushSoon()
    expect(pushed).toEqual([])
    vi.advanceTimersByTime(0)
    expect(pushed.map(({ rows }) => [...rows])).toEqual([[1, 2]])
    vi.advanceTimersByTime(1_000)
    expect(pushed).toHaveLength(1)
  })

  it('pushes nothing twice, and nothing by itself', () => {
    const { pushed, frames } = startFrames()
    frames.addRow(1)
    vi.advanceTimersByTime(1_000)
    frames.addRow(2)
    vi.advanceTimersByTime(1_000)
    expect(pushed.map(({ rows }) => [...rows])).toEqual([[1], [2]])
  })

  it('pushes a frame about every 16 ms while changes keep coming', () => {
    const { pushed, frames } = startFrames()
    for (let ms = 0; ms < 1_600; ms += 4) {
      frames.addRow(ms)
      vi.advanceTimersByTime(4)
    }
    expect(pushed.length).toBeGreaterThanOrEqual(95)
    expect(pushed.length).toBeLessThanOrEqual(101)
  })

  it('pushes a frame that was due late earlier when something changes', () => {
    const { pushed, frames } = startFrames()
    frames.pushWithin(500)
    vi.advanceTimersByTime(100)
    frames.addRow(1)
    vi.advanceTimersByTime(16)
    expect(pushed.map(({ rows }) => [...rows])).toEqual([[1]])
    vi.advanceTimersByTime(1_000)
    expect(pushed).toHaveLength(1)
  })

  it('keeps the earlier time when a later one is asked for', () => {
    const { pushed, frames } = startFrames()
    frames.addRow(1)
    frames.pushWithin(500)
    vi.advanceTimersByTime(16)
    expect(pushed).toHaveLength(1)
  })

  it('pushes all rows in view in the first frame, and a few of the others in each frame after it', () => {
    const { pushed, frames } = startFrames({ isInView: row => row > 25 })
    for (let row = 1; row <= 27; row++) frames.addRow(row)
    vi.advanceTimersByTime(1_000)
    expect(pushed.map(({ rows }) => [...rows])).toEqual([[26, 27, ...range(1, 12)], range(13, 24), [25]])
  })

  it('pushes a row that comes into view before those that wait', () => {
    const inView = new Set<number>()
    const { pushed, frames } = startFrames({ isInView: row => inView.has(row) })
    for (let row = 1; row <= 16; row++) frames.addRow(row)
    vi.advanceTimersByTime(4)
    inView.add(16)
    vi.advanceTimersByTime(16)
    expect(pushed.map(({ rows }) => [...rows])).toEqual([range(1, 12), [16, 13, 14, 15]])
  })

  it('pushes a new order with all its rows', () => {
    const { pushed, frames } = startFrames({ isInView: () => false })
    const rows = range(1, 20)
    rows.forEach(row => frames.addRow(row))
    frames.addOrder()
    vi.advanceTimersByTime(1_000)
    expect(pushed).toEqual([{ rows: new Set(rows), isOrderChanged: true }])
  })
})
