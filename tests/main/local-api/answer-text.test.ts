import { describe, expect, it, vi } from 'vitest'
import { toAnswerText } from '../../../src/main/local-api/answer-text.ts'
import { createOpenApi } from '../../../src/main/local-api/open-api.ts'
import { openLocalApi } from '../../support/local-api/open-api.ts'
import { fc } from '../../support/property.ts'
import { cell, leg, priced, row } from '../../support/shared/desk-rows.ts'
import { Links } from '../../../src/shared/model/price/quote.ts'
import { quietMeter } from '../../../src/shared/model/parlay/desk.ts'

const canary = 'canary.example'
const slip = { desktop: `https://${canary}/slip?a={"b":"}"}`, mobile: `bravo://${canary}/\\"}` }
const cells = [cell('bravo', { quote: priced(300, 1, slip) }), cell('alpha', { quote: priced(310, 1, slip) })]
const desk = { seq: 1, rows: [row(1, cells, [leg('River Town', 'Moneyline')])], meter: quietMeter }

/** Value that a reader of the text gets, without the links. */
const withoutLinks = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, part: unknown) =>
    key === 'links' && Links.safeParse(part).success ? null : part,
  )

describe('bet slip links', () => {
  it('are the only addresses that an answer or event can have', () => {
    const document: unknown = JSON.parse(createOpenApi(), (key, part: unknown) =>
      key === 'servers' ? undefined : part,
    )
    const names = JSON.stringify(document).matchAll(/"(\w*(?:link|url|href|address)\w*)":/gi)
    expect(new Set([...names].map(([, name]) => name))).toEqual(new Set(['links']))
  })

  it('reach a script by no answer and no event', async () => {
    const { api, makeScript } = await openLocalApi({
      change: handlers => ({ ...handlers, desk: { ...handlers.desk, snapshot: () => desk } }),
    })
    const { client } = await makeScript('read', 'watch')
    const said = [JSON.stringify(await client.call('desk.snapshot'))]
    const events = client.events()
    const first = events.next()
    await vi.waitUntil(() => api.follows('desk.changed'))
    api.announce('desk', 'changed', { ...desk, order: null })
    said.push(JSON.stringify(await first))
    const second = events.next()
    const answer = { at: 1, outcome: priced(300, 1, slip).outcome }
    api.announce('fair', 'answered', { parlayId: 1, bookId: 'bravo', place: 0, answer })
    said.push(JSON.stringify(await second))
    for (const text of said) {
      expect(text).toContain('"text":"+300"')
      expect(text).toContain('"links":null')
      expect(text).not.toContain(canary)
    }
  })

  it('are all that is left out of any value, whatever texts it has', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('"links":{"a":1}', '\\"links":{', 'links', '}', '\\', '{"links":{"desktop":"x"}}'),
    )
    const links = fc.record({ desktop: fc.option(text), mobile: fc.option(text) })
    const { value } = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.record({ links: fc.option(links), text, more: tie('value') }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(text, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(value, given => {
        expect(JSON.parse(toAnswerText({ given }))).toEqual(withoutLinks({ given }))
      }),
    )
  })
})
