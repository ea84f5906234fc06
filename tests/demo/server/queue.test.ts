import { describe, expect, it } from 'vitest'
import type { DemoOptions } from '../../../src/demo/service.ts'
import { parseJson, KEY, oddsAt, startTestDemo } from '../../support/demo/demo-client.ts'

/** A demo and a function that queues ids and gives the status and body of the answer. */
async function startQueue(options: DemoOptions = {}) {
  const demo = await startTestDemo(options)
  const ids = oddsAt(await demo.feed('&sportsbook=alpha_bet&league=ubl'), 'alpha_bet').map(o => o.id)
  const queue = async (parlay: readonly string[]) => {
    const reply = await demo.ask({ host: 'queue', path: `/?key=${KEY}`, body: JSON.stringify(parlay) })
    return { status: reply.status, body: parseJson(reply) }
  }
  return { demo, ids, queue }
}

const queued = { status: 200, body: { code: 200, queued: true, message: 'Queued' } }
const already = { status: 409, body: { code: 409, queued: false, message: 'Already queued' } }
const full = { status: 429, body: { code: 429, queued: false, message: 'Max queued' } }
const unknown = { status: 404, body: { code: 404, queued: false, message: 'Event not found' } }

describe('the queue', () => {
  it('takes a parlay once, whatever the order of its ids', async () => {
    const { ids, queue } = await startQueue()
    expect(await queue(ids.slice(0, 3))).toEqual(queued)
    expect(await queue(ids.slice(0, 3).reverse())).toEqual(already)
    expect(await queue(ids.slice(0, 2))).toEqual(queued)
  })

  it('takes no more than it holds until the first ones expire', async () => {
    const { demo, ids, queue } = await startQueue()
    for (let i = 0; i < 5; i++) expect(await queue(ids.slice(i, i + 2))).toEqual(queued)
    expect(await queue(ids.slice(5, 7))).toEqual(full)
    expect(await queue(ids.slice(0, 2))).toEqual(already)
    demo.turnTo(59)
    expect(await queue(ids.slice(5, 7))).toEqual(full)
    demo.turnTo(60)
    expect(await queue(ids.slice(5, 7))).toEqual(queued)
    expect(await queue(ids.slice(0, 2))).toEqual(queued)
  })

  it('knows no event that is invented or over', async () => {
    const { demo, ids, queue } = await startQueue()
    const [id = ''] = ids
    expect(await queue(['Alpha Bet#ubl:no:such:2026-03-14#Moneyline#No'])).toEqual(unknown)
    expect(await queue([id, 'rubbish'])).toEqual(unknown)
    demo.turnTo(1600)
    expect(await queue([id])).toEqual(unknown)
  })

  it('can answer 200 whatever the code', async () => {
    const { ids, queue } = await startQueue({ queue: { status: 'ok', capacity: 1 } })
    await queue(ids.slice(0, 2))
    expect(await queue(ids.slice(0, 2))).toEqual({ ...already, status: 200 })
    expect(await queue(ids.slice(0, 3))).toEqual({ ...full, status: 200 })
  })

  it('fills up with other people’s parlays and empties again, and has some of them already', async () => {
    const { demo, ids, queue } = await startQueue({ queue: { isCrowded: true } })
    const codes = new Set<unknown>()
    for (const at of [0, 20, 50, 60, 100, 120, 140, 170, 180, 240]) {
      demo.turnTo(at)
      for (let i = 0; i < 4; i++) codes.add((await queue(ids.slice(at + i, at + i + 2))).status)
    }
    expect([...codes].sort()).toEqual([200, 409, 429])
    demo.turnTo(60)
    expect(await queue(ids.slice(400, 402))).toEqual(full)
    demo.turnTo(120)
    expect(await queue(ids.slice(400, 402))).toEqual(queued)
  })

  it('needs the key and a list of strings', async () => {
    const demo = await startTestDemo()
    expect((await demo.ask({ host: 'queue', path: '/', body: '["a"]' })).status).toBe(401)
    expect((await demo.ask({ host: 'queue', path: `/?key=${KEY}`, body: '{"ids":[]}' })).status).toBe(400)
  })
})
