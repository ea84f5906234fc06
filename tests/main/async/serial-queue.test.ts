import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SerialQueue } from '../../../src/main/async/serial-queue.ts'

describe('SerialQueue', () => {
  it('runs one piece of work after the other, in the order they were added', async () => {
    const queue = new SerialQueue()
    const log: string[] = []
    const work = (name: string, ms: number) => async () => {
      log.push(`${name} begins`)
      await pause(ms)
      log.push(`${name} ends`)
      return name
    }
    const both = [queue.run(work('slow', 20)), queue.run(work('quick', 0))]
    expect(await Promise.all(both)).toEqual(['slow', 'quick'])
    expect(log).toEqual(['slow begins', 'slow ends', 'quick begins', 'quick ends'])
  })

  it('rejects for the work that fails and goes on with the next', async () => {
    const queue = new SerialQueue()
    const failing = queue.run(() => Promise.reject(new Error('no disk')))
    const throwing = queue.run(() => {
      throw new Error('no memory')
    })
    const next = queue.run(() => 'done')
    await expect(failing).rejects.toThrow('no disk')
    await expect(throwing).rejects.toThrow('no memory')
    expect(await next).toBe('done')
  })
})
