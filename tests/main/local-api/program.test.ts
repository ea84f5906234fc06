/** The interface over the whole program, with a demo service: a generated client through a day, and the key nowhere. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { OpenAPIClientAxios, type Document } from 'openapi-client-axios'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createOpenApi } from '../../../src/main/local-api/open-api.ts'
import { callRoutes, followedEvents } from '../../../src/main/local-api/routes.ts'
import type { Scope } from '../../../src/shared/model/settings/automation.ts'
import { listRequests } from '../../support/bridge/all-requests.ts'
import { readFacts } from '../../support/bridge/program-facts.ts'
import { endStates, states } from '../../support/bridge/program-states.ts'
import type { Program } from '../../support/bridge/running-program.ts'
import { ScriptClient } from '../../support/local-api/script-client.ts'
import { formsOf } from '../../support/odds-service/key-forms.ts'

afterAll(endStates)

/** A program with priced parlays, scripts on, and a script that may do all. */
async function startWithScripts(scopes: Scope[] = ['read', 'watch', 'desk', 'price', 'record']) {
  const program = await states['a priced desk']?.()
  if (program === undefined) throw new Error('no such state')
  const on = await program.api.automation.setOn({ isOn: true })
  const made = await program.api.automation.createToken({ name: 'Model', scopes, callsPerMinute: 1_000 })
  if (!on.ok || !made.ok || on.value.socket === null) throw new Error(JSON.stringify([on, made]))
  const { token, state } = made.value
  const tokenId = state.tokens[0]?.id ?? ''
  return {
    program,
    socket: on.value.socket,
    token,
    tokenId,
    client: new ScriptClient(on.value.socket, token),
  }
}

/** Says yes to what the script asks for. */
async function sayYes({ api }: Program, tokenId: string, scope: Scope): Promise<void> {
  await vi.waitUntil(async () => {
    const state = await api.automation.snapshot()
    return state.ok && state.value.waiting.length > 0
  })
  await api.automation.answer({ tokenId, scope, isAllowed: true })
}

describe('the OpenAPI document', () => {
  it('is valid, and has every call with its schemas, and every event', async () => {
    const document: unknown = JSON.parse(createOpenApi())
    const validator = new Validator()
    const { valid, errors } = await validator.validate({ ...toDefinition(document) })
    expect([errors, valid]).toEqual([undefined, true])
    expect(validator.version).toBe('3.1')
    const { paths = {}, components } = toDefinition(document)
    const own = ['/v1/events', '/v1/openapi.json']
    expect(Object.keys(paths)).toEqual([...callRoutes.keys(), ...own])
    const names = Object.keys(components?.schemas ?? {}).filter(name => name.startsWith('event.'))
    expect(names).toEqual([...followedEvents.keys()].map(name => `event.${name}`))
  })
})

function toDefinition(document: unknown): Document
function toDefinition(document: unknown): unknown {
  return document
}

describe('a client generated from it', () => {
  it('drives a desk through a day: odds, parlays, fair prices, prices, a ticket, and its results', async () => {
    const { program, socket, token, tokenId, client: script } = await startWithScripts()
    const { body: document } = await new ScriptClient(socket).get('/v1/openapi.json')
    const generated = new OpenAPIClientAxios({
      definition: toDefinition(document),
      axiosConfigDefaults: {
        ...{ socketPath: socket, baseURL: 'http://desk', proxy: false, adapter: 'http' },
        headers: { authorization: `Bearer ${token}` },
      },
    })
    await generated.init()
    const client = await generated.getClient()
    const ask = async (name: string, request?: unknown): Promise<unknown> => {
      const call: unknown = client[name]
      if (typeof call !== 'function') throw new Error(`no ${name}`)
      const { data } = toReply(await call.call(client, null, request))
      return data
    }

    const events = script.events('scripts.priced')
    const firstPrices = events.next()
    await pause(50)
    // A character that cannot be seen is not kept.
    const name = 'mo\u200bdel'
    const odds = JSON.stringify([{ id: 'Bravo#e#m#n', sgp: 's' }])
    expect(await ask('scripts.addOdds', { name, text: odds })).toMatchObject({ taken: 1 })
    expect(await ask('scripts.addOdds', { name, text: odds })).toMatchObject({ taken: 1 })
    const facts = await readFacts(program.api)
    expect(facts.sources.filter(({ name }) => name === 'Script: model')).toHaveLength(1)

    const [line] = facts.lines
    const fairPrice = { text: '+300', format: 'american' }
    const added = await ask('scripts.addParlays', {
      parlays: [
        { legs: { selections: [line?.key] }, note: { name: 'By a model' }, fairPrice },
        { legs: { selections: ['e#m#none'] } },
      ],
    })
    expect(added).toMatchObject({ results: [{ kind: 'added' }, { kind: 'failed' }] })
    const parlayId = toParlayId(added)

    const asked = ask('scripts.price', { parlayId, books: null, maxAgeMs: 0 })
    await sayYes(program, tokenId, 'price')
    const { answers } = toAnswers(await asked)
    expect(answers.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 'priced').length).toBeGreaterThan(0)
    const again = toAnswers(await ask('scripts.price', { parlayId, books: null, maxAgeMs: 60_000 }))
    expect(again.answers.filter(({ status, isNew }) => status === 'priced' && isNew)).toEqual([])
    expect(await firstPrices).toMatchObject({ value: { name: 'scripts.priced' } })
    await events.return(undefined)

    const best = answers.find(({ status }) => status === 'priced')
    const ticket = {
      ...{ uid: crypto.randomUUID(), bookId: best?.bookId, stake: '25' },
      ...{ price: { text: '+300', format: 'american' }, legs: { kind: 'parlay', parlayId, quoteId: null } },
    }
    const recording = ask('scripts.record', ticket)
    await sayYes(program, tokenId, 'record')
    expect(await recording).toEqual({ ticketId: 1, wasThere: false, isOtherBook: false })
    expect(await ask('scripts.record', ticket)).toMatchObject({ ticketId: 1, wasThere: true })
    const elsewhere = { ...ticket, uid: crypto.randomUUID(), bookId: 'nosuchbook' }
    expect(await ask('scripts.record', elsewhere)).toMatchObject({ ticketId: 2, isOtherBook: true })
    expect(await ask('ledger.ticket', { ticketId: 1 })).toMatchObject({ via: 'Model' })
    expect(JSON.stringify(await ask('desk.snapshot'))).toContain('"fairPrice":{"text":"+300"')
    expect(await program.api.automation.activity({ before: null, limit: 50 })).toMatchObject({ ok: true })
    expect(program.faults).toEqual([])
  }, 60_000)
})

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

function toReply(value: unknown): { readonly data: unknown } {
  return typeof value === 'object' && value !== null && 'data' in value ? value : { data: undefined }
}
const toParlayId = (added: unknown) => Number(/"parlayId":(\d+)/.exec(JSON.stringify(added))?.[1])
interface Answers {
  readonly answers: readonly { readonly bookId: string; readonly status: string; readonly isNew: boolean }[]
}
function toAnswers(value: unknown): Answers
function toAnswers(value: unknown): unknown {
  return value
}

describe('the key', () => {
  it('is in no answer of any route, and no event', async () => {
    const { program, client, tokenId } = await startWithScripts()
    const { account } = program.services
    const key = account.keys.current(account.activeId)
    const forms = formsOf(key)
    const said: string[] = []
    const followed = new Set<string>()
    const events = client.events()
    const reading = (async () => {
      for await (const event of events) {
        followed.add(event.name)
        said.push(JSON.stringify(event))
      }
    })().catch(() => undefined)
    await pause(50)
    let facts = await readFacts(program.api)
    // A submission, which a call is about.
    await program.ask(
      'trending.send',
      listRequests().find(([call]) => call === 'trending.send')?.[1](facts)[0],
    )
    facts = await readFacts(program.api)
    for (const scope of ['price', 'record'] as const) {
      const name = `scripts.${scope}`
      const request = listRequests().find(([call]) => call === name)?.[1](facts)[0]
      const asked = client.call(name, request)
      await sayYes(program, tokenId, scope)
      await asked
    }
    const names = new Set([...callRoutes.values()].map(({ name }) => name))
    const answered = new Set<string>()
    for (const [name, requests] of listRequests()) {
      if (!names.has(name)) continue
      facts = await readFacts(program.api)
      for (const request of requests(facts).slice(0, 6)) {
        const { status, body } = await client.call(name, request)
        said.push(JSON.stringify(body))
        if (status === 200) answered.add(name)
        if (status === 429) await pause(1_000)
      }
    }
    expect([...names].filter(name => !answered.has(name))).toEqual([])
    const { body } = await client.get('/v1/openapi.json')
    said.push(JSON.stringify(body))
    await program.close()
    await reading
    expect(said.length).toBeGreaterThan(100)
    const usual = ['board.changed', 'desk.changed', 'ledger.changed', 'scripts.priced', 'trending.changed']
    expect(usual.filter(name => !followed.has(name))).toEqual([])
    expect(said.filter(text => forms.some(form => text.includes(form)))).toEqual([])
  }, 60_000)
})
