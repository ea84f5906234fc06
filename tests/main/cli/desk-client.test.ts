import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DeskClient } from '../../../src/main/cli/desk/desk-client.ts'
import { contract } from '../../../src/shared/contract.ts'
import { startFakeDesk, token, type FakeDesk } from '../../support/cli/fake-desk.ts'

const containing = (part: string): unknown => expect.stringContaining(part)
const maxSilenceMs = 200
const alerts = { alerts: [], fired: [] }

function createClient({ runtime }: FakeDesk): DeskClient {
  const socket = join(runtime, 'parlay-desk', 'desk.sock')
  return new DeskClient({ socket, token, signal: new AbortController().signal, maxSilenceMs })
}

describe('DeskClient and a desk that falls silent', () => {
  it.each(['request', 'headers'] as const)(
    'fails a call after the %s in time, with a sentence',
    async part => {
      const desk = await startFakeDesk({ 'alerts.snapshot': () => ({ body: alerts, silentAfter: part }) })
      await expect(createClient(desk).call(contract.alerts.snapshot, null)).rejects.toMatchObject({
        ...{ name: 'DeskProblem', kind: 'timed-out', status: null },
        message: containing('Parlay Desk hasn’t responded for'),
      })
    },
  )

  it('says once that it waits, where calls take longer than usual', async () => {
    const said: number[] = []
    const desk = await startFakeDesk({ 'alerts.snapshot': () => ({ body: alerts, silentAfter: 'request' }) })
    const socket = join(desk.runtime, 'parlay-desk', 'desk.sock')
    const { signal } = new AbortController()
    const onWait = () => void said.push(1)
    const client = new DeskClient({ socket, token, signal, maxSilenceMs, onWait, patienceMs: 10 })
    for (let i = 0; i < 2; i++)
      await expect(client.call(contract.alerts.snapshot, null)).rejects.toMatchObject({ kind: 'timed-out' })
    expect(said).toHaveLength(1)
  })

  it('says nothing where a call is quick', async () => {
    const said: number[] = []
    const desk = await startFakeDesk({ 'alerts.snapshot': () => ({ body: alerts }) })
    const socket = join(desk.runtime, 'parlay-desk', 'desk.sock')
    const { signal } = new AbortController()
    const client = new DeskClient({ socket, token, signal, onWait: () => void said.push(1), patienceMs: 100 })
    await client.call(contract.alerts.snapshot, null)
    await pause(150)
    expect(said).toEqual([])
  })

  it('waits as long as it takes for an event', async () => {
    const desk = await startFakeDesk({})
    const events = createClient(desk).follow(contract.alerts.changed)
    const first = events.next()
    await expect.poll(() => desk.streams.length).toBe(1)
    await pause(2 * maxSilenceMs)
    desk.push('alerts.changed', alerts)
    expect(await first).toEqual({ done: false, value: alerts })
    await events.return(undefined)
  })
})
