import { createHmac } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createMemoryVault, KeychainUnavailable } from '../../../src/main/account/key-vault.ts'
import type { DeliveryState } from '../../../src/shared/model/settings/phone.ts'
import { maxWaiting } from '../../../src/main/phone/phone-store.ts'
import { describeTest } from '../../../src/renderer/ui/phone-text.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import { makeCertificate } from '../../support/odds-service/certificate.ts'
import { answers, isSilent, resets, startService, type Script } from '../../support/odds-service/server.ts'
import { startTlsService } from '../../support/odds-service/tls-servers.ts'
import {
  botToken,
  drafts,
  message,
  openPhone,
  signingKey,
  startTarget,
  waitForState,
} from '../../support/phone/phone-fixture.ts'

const minute = 60_000
const Sent = z.object({ title: z.string(), message: z.string() })
const isTriedOnce = (state: DeliveryState) => state.kind === 'waiting' && state.tries === 1

describe('a message', () => {
  it('goes to ntfy as JSON beside its topic, with the token in a header', async () => {
    const started = await startTarget([answers({})])
    started.phone.send([message])
    expect(await waitForState(started)).toEqual({ kind: 'delivered' })
    const [seen] = started.service.seen
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/base/',
      headers: { authorization: 'Bearer tk_secret_of_mine', 'content-type': 'application/json' },
    })
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      topic: 'my-topic',
      title: message.title,
      message: message.body,
    })
  })

  it('goes to Discord as plain text that mentions no one', async () => {
    const started = await startTarget([answers('', 204)], { kind: 'discord' })
    started.phone.send([{ ...message, title: '@everyone *a* [b](c)' }])
    expect(await waitForState(started)).toEqual({ kind: 'delivered' })
    const [seen] = started.service.seen
    expect(seen?.url).toBe('/api/webhooks/77/hook-secret?wait=true')
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      content: String.raw`**@everyone \*a\* \[b\]\(c\)**` + `\n${message.body}`,
      allowed_mentions: { parse: [] },
    })
  })

  it('goes to Telegram by the bot’s own address', async () => {
    const started = await startTarget([answers({ ok: true })], { kind: 'telegram' })
    started.phone.send([message])
    expect(await waitForState(started)).toEqual({ kind: 'delivered' })
    const [seen] = started.service.seen
    expect(seen?.url).toBe(`/bot${botToken}/sendMessage`)
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      chat_id: '-100123',
      text: `${message.title}\n${message.body}`,
    })
  })

  it('goes to a webhook signed by Standard Webhooks', async () => {
    const started = await startTarget([answers({})], { kind: 'webhook' })
    started.phone.send([message])
    expect(await waitForState(started)).toEqual({ kind: 'delivered' })
    const { url, headers, body = '' } = started.service.seen[0] ?? {}
    expect(url).toBe('/in?room=secret-room')
    const signed = `${String(headers?.['webhook-id'])}.${String(headers?.['webhook-timestamp'])}.${body}`
    const signature = createHmac('sha256', signingKey).update(signed).digest('base64')
    expect(headers?.['webhook-signature']).toBe(`v1,${signature}`)
    expect(JSON.parse(body)).toMatchObject({
      id: headers?.['webhook-id'],
      title: message.title,
      text: message.body,
    })
  })

  it('goes to a webhook without a signing key unsigned', async () => {
    const started = await startTarget([answers({})], { kind: 'unsigned' })
    started.phone.send([message])
    expect(await waitForState(started)).toEqual({ kind: 'delivered' })
    const { headers, body = '' } = started.service.seen[0] ?? {}
    expect(headers).not.toHaveProperty('webhook-signature')
    expect(JSON.parse(body)).toMatchObject({ id: headers?.['webhook-id'], text: message.body })
  })

  it('is cut where it is too long', async () => {
    const started = await startTarget([answers({})])
    started.phone.send([{ ...message, title: '😀'.repeat(500), body: 'b'.repeat(5_000) }])
    await waitForState(started)
    const { title, message: body } = Sent.parse(JSON.parse(started.service.seen[0]?.body ?? ''))
    expect(title.length).toBeLessThanOrEqual(200)
    expect(title.isWellFormed()).toBe(true)
    expect(body).toHaveLength(1_000)
  })
})

describe('an answer', () => {
  const cases: readonly [string, Script, unknown][] = [
    ['HTTP 403', answers('no', 403), { kind: 'failed', reason: { kind: 'rejected', status: 403 } }],
    ['HTTP 404', answers('no', 404), { kind: 'failed', reason: { kind: 'rejected', status: 404 } }],
    [
      'a redirect',
      answers('', 302, { location: '/other' }),
      { kind: 'failed', reason: { kind: 'redirected', status: 302 } },
    ],
    ['HTTP 502', answers('', 502), { kind: 'unsure', reason: { kind: 'unanswered' } }],
    ['a reset', resets, { kind: 'unsure', reason: { kind: 'unanswered' } }],
    ['silence', isSilent, { kind: 'unsure', reason: { kind: 'unanswered' } }],
    [
      'a body without end',
      response => {
        response.writeHead(200).write('{')
      },
      { kind: 'unsure', reason: { kind: 'unanswered' } },
    ],
  ]
  it.each(cases)('of %s ends it, and it is sent once', async (_name, script, state) => {
    const started = await startTarget([script, answers({})], { timeoutMs: 200 })
    started.phone.send([message])
    expect(await waitForState(started)).toEqual(state)
    await new Promise(resolve => setTimeout(resolve, 60))
    expect(started.service.seen).toHaveLength(1)
  })

  it('of HTTP 500 is tried again until it is delivered', async () => {
    const started = await startTarget([answers('', 500), answers('', 503), answers({})])
    started.phone.send([message])
    expect(await waitForState(started)).toEqual({ kind: 'delivered' })
    expect(new Set(started.service.seen.map(({ body }) => body)).size).toBe(1)
    expect(started.service.seen).toHaveLength(3)
  })

  it('of HTTP 429 is tried again when its Retry-After has passed', async () => {
    const started = await startTarget([answers('', 429, { 'retry-after': '1' }), answers({})])
    const sentAt = Date.now()
    started.phone.send([message])
    const waiting = await waitForState(started, isTriedOnce)
    expect(waiting).toMatchObject({ tries: 1, reason: { kind: 'limited' } })
    expect(await waitForState(started)).toEqual({ kind: 'delivered' })
    expect(Date.now() - sentAt).toBeGreaterThanOrEqual(1_000)
  })

  it('of Telegram’s HTTP 429 names the pause in its body', async () => {
    const limit = answers({ ok: false, parameters: { retry_after: 30 } }, 429)
    const started = await startTarget([limit], { kind: 'telegram' })
    started.phone.send([message])
    const state = await waitForState(started, isTriedOnce)
    expect(state.kind === 'waiting' && Math.round((state.nextAt - Date.now()) / 1_000)).toBe(30)
  })

  it('of HTTP 429 that lasts for longer than an alert is worth ends it', async () => {
    const started = await startTarget([answers('', 429, { 'retry-after': '3600' })])
    started.phone.send([message])
    expect(await waitForState(started)).toEqual({ kind: 'failed', reason: { kind: 'limited' } })
  })
})

describe('a host that cannot be reached', () => {
  it('is tried again for 15 minutes, and then the alert is not delivered', async () => {
    let passed = 0
    const { phone } = openPhone({ now: () => Date.now() + passed })
    await phone.add({ kind: 'ntfy', name: '', address: 'http://127.0.0.1:9/topic', token: '' })
    phone.approve(phone.state().targets[0]?.id ?? '')
    phone.send([message])
    const waits = await waitForState({ phone }, state => state.kind === 'waiting' && state.tries > 1)
    expect(waits).toMatchObject({ reason: { kind: 'unreachable', detail: 'ECONNREFUSED' } })
    passed = 16 * minute
    expect(await waitForState({ phone })).toMatchObject({ kind: 'failed', reason: { kind: 'unreachable' } })
  })

  it('without a trusted certificate is sent nothing, and the test names the certificate', async () => {
    const { port, urls } = await startTlsService(makeCertificate('ntfy.localhost'))
    const { phone } = openPhone({ pausesMs: [minute] })
    await phone.add({ kind: 'ntfy', name: '', address: `https://ntfy.localhost:${port}/topic`, token: '' })
    const id = phone.state().targets[0]?.id ?? ''
    phone.approve(id)
    expect(describeTest(await phone.test(id), 'ntfy')).toBe(
      'Test not delivered. No connection: its certificate isn’t trusted.',
    )
    phone.send([message])
    const waits = await waitForState({ phone }, isTriedOnce)
    expect(waits).toMatchObject({ reason: { kind: 'unreachable', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
    expect(urls).toEqual([])
  })

  it('that has no https is sent nothing, and the test says so', async () => {
    const plain = await startService(answers({}))
    const { phone } = openPhone()
    const address = `https://ntfy.localhost:${plain.port}/topic`
    await phone.add({ kind: 'ntfy', name: '', address, token: '' })
    const id = phone.state().targets[0]?.id ?? ''
    phone.approve(id)
    expect(describeTest(await phone.test(id), 'ntfy')).toBe(
      'Test not delivered. No connection: https doesn’t work there.',
    )
    expect(plain.seen).toEqual([])
  })

  it('holds up no other target', async () => {
    const slow = await startTarget([isSilent], { timeoutMs: 3_000 })
    const fast = await startService(answers({}))
    const draft = drafts(fast.port)['webhook']
    if (draft !== undefined) await slow.phone.add(draft)
    slow.phone.approve(slow.phone.state().targets[1]?.id ?? '')
    slow.phone.send([message])
    await vi.waitUntil(() => fast.seen.length === 1, { timeout: 1_000 })
  })
})

describe('a target', () => {
  it('is sent nothing before its host is approved', async () => {
    const service = await startService(answers({}))
    const { phone } = openPhone()
    const [ntfy, other] = [drafts(service.port)['ntfy'], drafts(service.port)['ntfy']]
    if (ntfy === undefined || other === undefined) throw new Error('no draft')
    await phone.add(ntfy)
    const [target] = phone.state().targets
    expect(target).toMatchObject({
      host: `ntfy.localhost:${service.port}`,
      isApproved: false,
      secretStatus: 'keychain',
    })
    phone.send([message])
    await expect(phone.test(target?.id ?? '')).rejects.toBeInstanceOf(Refusal)
    expect(service.seen).toEqual([])
    phone.approve(target?.id ?? '')
    expect(await phone.test(target?.id ?? '')).toEqual({ kind: 'delivered' })
    // Its host is approved once.
    await phone.add(other)
    expect(phone.state().targets.map(({ isApproved }) => isApproved)).toEqual([true, true])
  })

  it('that is turned off ends what waits, and is sent nothing', async () => {
    const started = await startTarget([answers('', 503)], { pausesMs: [minute] })
    started.phone.send([message])
    await waitForState(started, isTriedOnce)
    started.phone.setOn(started.id, false)
    expect(await waitForState(started)).toEqual({ kind: 'failed', reason: { kind: 'turned-off' } })
    started.phone.send([message])
    expect(started.phone.state().deliveries).toHaveLength(1)
    await started.phone.remove(started.id)
    expect(started.phone.state().targets).toEqual([])
    expect(await started.vault.read(started.id)).toBeUndefined()
  })

  it('keeps the newest of too many messages', async () => {
    const started = await startTarget([answers('', 503)], { pausesMs: [minute] })
    const many = Array.from({ length: maxWaiting + 2 }, (_, place) => ({ ...message, firedIds: [place + 1] }))
    started.phone.send(many)
    const ended = started.phone.state().deliveries.filter(({ state }) => state.kind === 'failed')
    expect(ended.map(({ firedIds }) => firedIds)).toEqual([[2], [1]])
    expect(ended[0]?.state).toEqual({ kind: 'failed', reason: { kind: 'too-many' } })
  })

  it('goes on with what waited after a restart', async () => {
    const first = await startTarget([answers('', 503), answers({})], { pausesMs: [300] })
    first.phone.send([message])
    await waitForState(first, isTriedOnce)
    first.phone.close()
    const second = openPhone({ database: first.database, vault: first.vault })
    expect(await waitForState(second)).toEqual({ kind: 'delivered' })
    expect(first.service.seen).toHaveLength(2)
  })

  it('whose test fails says why', async () => {
    const started = await startTarget([answers('bad token', 401), resets, answers('', 500)])
    const results = []
    for (let count = 0; count < 3; count++) results.push(await started.phone.test(started.id))
    expect(results).toEqual([
      { kind: 'failed', reason: { kind: 'rejected', status: 401 } },
      { kind: 'unsure', reason: { kind: 'unanswered' } },
      { kind: 'failed', reason: { kind: 'server-error', status: 500 } },
    ])
  })
})

describe('a secret', () => {
  it('is in the keychain alone: in no state, file or log', async () => {
    const started = await startTarget([answers('', 503)], { kind: 'webhook' })
    started.phone.send([message])
    await waitForState(started, isTriedOnce)
    expect(await started.vault.read(started.id)).toContain(signingKey)
    const rows = ['phone_targets', 'phone_deliveries'].map(table =>
      started.database.prepare(`SELECT * FROM ${table}`).all(),
    )
    const seen = JSON.stringify([started.phone.state(), rows, started.log.mock.calls])
    for (const part of [signingKey, 'secret-room', '/in']) expect(seen).not.toContain(part)
    expect(started.secrets.redact(`key ${signingKey} at /in?room=secret-room`)).not.toMatch(
      /signing|secret-room/,
    )
  })

  it('is kept for the session where no keychain answers, and then missing', async () => {
    const locked = () => Promise.reject(new KeychainUnavailable('locked'))
    const vault = { ...createMemoryVault(), write: locked, remove: locked }
    const first = await startTarget([answers({})], { vault })
    expect(first.phone.state().targets[0]?.secretStatus).toBe('session')
    expect(await first.phone.test(first.id)).toEqual({ kind: 'delivered' })
    first.phone.close()
    const second = openPhone({ database: first.database, vault })
    expect(second.phone.state().targets[0]?.secretStatus).toBe('missing')
    second.phone.send([message])
    expect(await waitForState(second)).toEqual({ kind: 'failed', reason: { kind: 'no-secret' } })
    await second.phone.remove(first.id)
    expect(second.problems).toEqual([expect.stringContaining('Your keychain may still hold')])
  })

  it('behind a locked keychain is waited for', async () => {
    let isLocked = true
    const inner = createMemoryVault()
    const vault = {
      ...inner,
      read: (id: string) => (isLocked ? Promise.reject(new KeychainUnavailable('locked')) : inner.read(id)),
    }
    const first = await startTarget([answers({})], { vault })
    first.phone.close()
    const second = openPhone({ database: first.database, vault })
    second.phone.send([message])
    const state = await waitForState(second, each => each.kind === 'waiting' && each.reason !== null)
    expect(state).toMatchObject({ reason: { kind: 'keychain-locked' } })
    isLocked = false
    expect(await waitForState(second)).toEqual({ kind: 'delivered' })
  })
})

describe('a file that cannot be written', () => {
  it('is reported once, and nothing is sent', async () => {
    const started = await startTarget([answers({})])
    started.database.exec(
      "CREATE TRIGGER full BEFORE INSERT ON phone_deliveries BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END",
    )
    started.phone.send([message])
    started.phone.send([message])
    expect(started.problems).toHaveLength(1)
    expect(started.service.seen).toEqual([])
  })
})
