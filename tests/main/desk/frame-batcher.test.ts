import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FrameBatcher, type FrameChanges } from '../../../src/main/desk/frame-batcher.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function startFrames() {
  const told: FrameChanges[] = []
  return { told, frames: new FrameBatcher(content => told.push(content)) }
}

describe('Frames', () => {
  it('tells all changes of a frame at once, each row once', () => {
    const { told, frames } = startFrames()
    for (const row of [1, 2, 1, 3, 2]) frames.addRow(row)
    frames.addOrder()
    expect(told).toEqual([])
    vi.advanceTimersByTime(4)
    expect(told).toEqual([{ rows: new Set([1, 2, 3]), isOrderChanged: true }])
  })

  it('tells no frame sooner than 16 ms after the one before', () => {
    const { told, frames } = startFrames()
    frames.addRow(1)
    vi.advanceTimersByTime(4)
    frames.addRow(2)
    vi.advanceTimersByTime(15)
    expect(told).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(told).toHaveLength(2)
  })

  it('tells at once what has nothing more to wait for, and that only once', () => {
    const { told, frames } = startFrames()
    frames.addRow(1)
    frames.pushSoon()
    frames.addRow(2)
    frames.pushSoon()
    expect(told).toEqual([])
    vi.advanceTimersByTime(0)
    expect(told.map(({ rows }) => [...rows])).toEqual([[1, 2]])
    vi.advanceTimersByTime(1_000)
    expect(told).toHaveLength(1)
  })

  it('tells nothing twice, and nothing by itself', () => {
    const { told, frames } = startFrames()
    frames.addRow(1)
    vi.advanceTimersByTime(1_000)
    frames.addRow(2)
    vi.advanceTimersByTime(1_000)
    expect(told.map(({ rows }) => [...rows])).toEqual([[1], [2]])
  })

  it('tells a frame about every 16 ms while changes keep coming', () => {
    const { told, frames } = startFrames()
    for (let ms = 0; ms < 1_600; ms += 4) {
      frames.addRow(ms)
      vi.advanceTimersByTime(4)
    }
    expect(told.length).toBeGreaterThanOrEqual(95)
    expect(told.length).toBeLessThanOrEqual(101)
  })

  it('brings a frame that was due late forward when something changes', () => {
    const { told, frames } = startFrames()
    frames.pushWithin(500)
    vi.advanceTimersByTime(100)
    frames.addRow(1)
    vi.advanceTimersByTime(16)
    expect(told.map(({ rows }) => [...rows])).toEqual([[1]])
    vi.advanceTimersByTime(1_000)
    expect(told).toHaveLength(1)
  })

  it('is not put off by a later wish', () => {
    const { told, frames } = startFrames()
    frames.addRow(1)
    frames.pushWithin(500)
    vi.advanceTimersByTime(16)
    expect(told).toHaveLength(1)
  })
})
