import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallReserve } from '../../../../src/main/desk/budget/call-reserve.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function startReserve(limit: number) {
  const write = vi.fn<(reserved: number) => void>()
  const reserve = new CallReserve({ limit: () => limit, write })
  const take = (count: number) => {
    for (let call = 0; call < count; call += 1) reserve.take(0)
  }
  const written = () => write.mock.calls.map(([reserved]) => reserved)
  return { reserve, write, take, written }
}

describe('CallReserve', () => {
  it.each([
    [3, 0, 1],
    [100, 0, 10],
    [100, 30, 31],
    [100, 200, 100],
    [10_000, 0, 64],
  ])('with a limit of %i and %i calls behind, writes %i', (limit, waiting, reserved) => {
    const { reserve, written } = startReserve(limit)
    reserve.take(waiting)
    expect(written()).toEqual([reserved])
  })

  it('writes again when the block is used up, or shortly after less than half is left', async () => {
    const { reserve, take, written } = startReserve(100)
    take(5)
    reserve.fillSoon()
    await vi.advanceTimersByTimeAsync(1_000)
    take(1)
    expect(written()).toEqual([10])
    reserve.fillSoon()
    await vi.advanceTimersByTimeAsync(249)
    expect(written()).toEqual([10])
    await vi.advanceTimersByTimeAsync(1)
    expect(written()).toEqual([10, 10])
    take(6)
    reserve.fillSoon()
    take(5)
    await vi.advanceTimersByTimeAsync(250)
    expect(written()).toEqual([10, 10, 10])
  })

  it('gives no call that could not be written', () => {
    const { reserve, write, take } = startReserve(100)
    const full = new Error('full')
    write.mockImplementation(() => {
      throw full
    })
    for (let again = 0; again < 2; again += 1) expect(() => reserve.take(0)).toThrow(full)
    reserve.save()
    reserve.close()
    expect(write).toHaveBeenCalledTimes(4)
    write.mockReset()
    take(10)
    expect(write).toHaveBeenCalledTimes(1)
  })

  it('returns at its end what was not used', async () => {
    const { reserve, take, written } = startReserve(100)
    take(8)
    reserve.fillSoon()
    reserve.close()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(written()).toEqual([10, 0])
    take(1)
    expect(written()).toEqual([10, 0, 10])
  })
})
