import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { answer } from '../../../src/main/bridge/answer.ts'
import { readBody } from '../../../src/main/local-api/read-body.ts'
import { callRoutes } from '../../../src/main/local-api/routes.ts'
import { Failure } from '../../../src/shared/failure.ts'
import { openLocalApi } from '../../support/local-api/open-api.ts'
import { goodRequests } from '../../support/bridge/quiet-handlers.ts'
import { fc, sampleCount } from '../../support/property.ts'

const routes = [...callRoutes.values()]
const fields = [
  'parlayId',
  'bookId',
  'selections',
  'filter',
  'parlays',
  'legs',
  'price',
  'stake',
  'text',
  'name',
]

/** Bodies of all kinds: bytes, broken JSON, JSON of any shape, and objects with names of real fields. */
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
  fc.string({ unit: 'binary', maxLength: 100 }).map(text => Buffer.from(text)),
  fc.json().map(text => Buffer.from(text)),
  fc.json().map(text => Buffer.from(text.slice(1))),
  fc
    .dictionary(fc.constantFrom(...fields), fc.jsonValue())
    .map(given => Buffer.from(JSON.stringify({ ...given, more: 1 }))),
)

/** A request whose body came in these chunks. */
function toRequest(chunks: readonly Buffer[]): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  for (const chunk of chunks) request.push(chunk)
  request.push(null)
  return request
}

describe('random bodies', () => {
  it('are parsed or refused with a sentence, however they are cut', async () => {
    for (const bytes of fc.sample(bodies, 2_000)) {
      const at = Math.floor(bytes.length / 3)
      const whole = await readBody(toRequest([bytes]))
      const cut = await readBody(toRequest([bytes.subarray(0, at), bytes.subarray(at)]))
      expect(cut).toEqual(whole)
      if (whole?.ok === false) expect(whole.error.body.sentence).toMatch(/[.]$/)
    }
  })

  it('reach no handler of any call: 10,000 for each', async () => {
    const read = await Promise.all(fc.sample(bodies, sampleCount).map(bytes => readBody(toRequest([bytes]))))
    const values = read.flatMap(body => (body?.ok === true ? [body.value] : []))
    expect(values.length).toBeGreaterThan(sampleCount / 3)
    const ran: unknown[] = []
    const wrong: unknown[] = []
    for (const { name, entry } of routes)
      for (const value of values) {
        if (value === null && goodRequests[name] === null) continue
        const outcome = await answer(entry, value, { run: parsed => ran.push([name, parsed]), log: String })
        if (outcome.ok || !Failure.safeParse(outcome.failure).success) wrong.push([name, value])
      }
    expect([ran, wrong]).toEqual([[], []])
  }, 120_000)

  it('over the socket are answered by an error of the client, and the desk serves on', async () => {
    const { makeScript, ran, logged } = await openLocalApi()
    const { client } = await makeScript('read', 'desk', 'price', 'record')
    const statuses = new Set<number>()
    for (const { name } of routes)
      for (const raw of fc.sample(bodies, 20)) {
        const { status, body } = await client.call(name, null, {
          raw: Buffer.concat([raw, Buffer.from(' ')]),
        })
        if (status !== 200) expect(body).toHaveProperty('sentence')
        if (status !== 200 || goodRequests[name] !== null) statuses.add(status)
      }
    expect([...statuses].filter(status => status !== 400)).toEqual([])
    expect(ran.filter(({ request }) => request !== null)).toEqual([])
    expect(logged).toEqual([])
  }, 60_000)
})
