import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Http } from '../../../src/main/odds-service/http.ts'
import { fetchManifest } from '../../../src/main/updates/fetch-manifest.ts'
import { Updates } from '../../../src/main/updates/updates.ts'
import { noUpdates, type UpdateMemory } from '../../../src/shared/model/settings/updates.ts'
import { makeCertificate } from '../../support/odds-service/certificate.ts'
import {
  answerWith,
  day,
  envelopeOf,
  fileName,
  keysOf,
  makeKey,
  now,
  releaseKeys,
  sha512,
  signed,
  startTrustedServer,
  startUpdateServer,
  statement,
} from '../../support/updates/signed-release.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const [first, second, third] = releaseKeys
const other = makeKey()
/** Keys of other kinds. */
const others = [
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
].map(({ privateKey }) => privateKey)
const minute = 60_000
const file = statement().files[0]

/** Memory of an earlier check that accepted this manifest. */
const seen = (content: ReturnType<typeof statement>, checkedAt = now - day): UpdateMemory => ({
  isOn: true,
  number: content.number,
  sha512: sha512(JSON.stringify(content)),
  version: content.version,
  checkedAt,
})

interface Case {
  readonly body: string | Buffer
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly memory?: UpdateMemory
  readonly keys?: readonly KeyObject[]
  readonly threshold?: number
  readonly now?: number
  readonly version?: string
}

/** Offers a manifest to a program over TLS, and returns what the program says of it. */
async function offer(hostile: Case) {
  const { body, status, headers } = hostile
  const server = await startTrustedServer(answerWith(body, status, headers))
  const http = new Http({})
  onTestFinished(() => http.close())
  const before = { ...noUpdates, ...hostile.memory, isOn: true }
  let memory: UpdateMemory = before
  const { threshold = 2 } = hostile
  const updates = new Updates({
    http,
    source: {
      ...keysOf(hostile.keys),
      threshold,
      manifest: `${server.origin}/update.json`,
      page: 'https://x.example',
    },
    memory: { read: () => memory, write: change => (memory = change) },
    version: hostile.version ?? '0.1.0',
    place: { platform: 'linux', arch: 'x64', appImage: `${tempFolder()}/desk.AppImage` },
    folder: tempFolder(),
    log: () => '',
    openFile: () => Promise.resolve(),
    openPage: () => Promise.resolve(),
    now: () => hostile.now ?? now,
  })
  await updates.check()
  return { status: updates.state().status, memory, before, server }
}

const text = (change: Readonly<Record<string, unknown>> = {}): string => signed(statement(change))
const withFile = (change: Readonly<Record<string, unknown>>): string =>
  text({ files: [{ ...file, ...change }] })
/** A good envelope with something in it changed after it was signed. */
const altered = (change: (envelope: ReturnType<typeof envelopeOf>) => unknown): string =>
  JSON.stringify(change(envelopeOf(statement())))
const flip = (base64: string): string => {
  const bytes = Buffer.from(base64, 'base64')
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
  return bytes.toString('base64')
}

const hostile: Readonly<Record<string, Record<string, Case>>> = {
  rollback: {
    'a manifest with a lower number': { body: text({ number: 6 }), memory: seen(statement()) },
    'a higher number with an older version than seen': {
      body: text({ number: 9, version: '0.2.0' }),
      memory: seen(statement({ version: '0.3.0' })),
    },
    'a version older than the program': { body: text(), version: '0.10.0' },
    'a version that only looks newer as text': { body: text({ version: '0.9.0' }), version: '0.10.0' },
  },
  'mixed-up': {
    'the number of one seen, with another file': {
      body: signed(statement({}, 'another program')),
      memory: seen(statement()),
    },
    'the number of one seen, with a later expiry': {
      body: text({ expiresAt: '2027-03-20T00:00:00Z' }),
      memory: seen(statement()),
    },
  },
  expired: {
    'a manifest held back past its expiry': { body: text(), now: Date.parse('2027-03-01T00:00:00Z') },
    'one held back that was seen before': {
      body: text(),
      memory: seen(statement()),
      now: Date.parse('2027-05-01T00:00:00Z'),
    },
  },
  'clock-set-back': {
    'an expired manifest under a clock set back': {
      body: text(),
      memory: seen(statement({ number: 6 }), Date.parse('2027-02-28T00:00:00Z')),
    },
    'one under a clock set back by more than clocks differ': {
      body: text(),
      memory: seen(statement(), now + 61 * minute),
    },
  },
  'clock-behind': {
    'a manifest of tomorrow': { body: text(), now: Date.parse('2026-11-29T00:00:00Z') },
    'a manifest of later than clocks differ': {
      body: text({ releasedAt: new Date(now + 61 * minute).toISOString() }),
    },
  },
  'lasts-too-long': {
    'a manifest that never expires': { body: text({ expiresAt: '2099-01-01T00:00:00Z' }) },
  },
  'too-few-signatures': {
    'no signature': { body: signed(statement(), []) },
    'one signature': { body: signed(statement(), [first]) },
    'two signatures of strangers': { body: signed(statement(), [other, makeKey()]) },
    'one of ours and one of a stranger': { body: signed(statement(), [first, other]) },
    'a key rotated by one: signed by one that stays and the new one': {
      body: signed(statement(), [second, other]),
    },
    'an old key of a program whose keys were rotated': {
      body: signed(statement(), [first, third]),
      keys: [first, second, other],
    },
  },
  'wrong-signature': {
    'a byte of the statement changed': { body: altered(made => ({ ...made, payload: flip(made.payload) })) },
    'a byte of a signature changed': {
      body: altered(made => ({
        ...made,
        signatures: made.signatures.map((each, at) => (at === 1 ? { ...each, sig: flip(each.sig) } : each)),
      })),
    },
    'the signatures of another manifest': {
      body: altered(made => ({ ...made, signatures: envelopeOf(statement({ number: 8 })).signatures })),
    },
    'one signature under the names of two keys': {
      body: altered(({ signatures: [one, two], ...made }) => ({
        ...made,
        signatures: [one, { keyid: two?.keyid, sig: one?.sig }],
      })),
    },
    'two statements, each signed by one key': {
      body: altered(made => ({
        ...made,
        signatures: [made.signatures[0], envelopeOf(statement({ number: 8 }), [second]).signatures[0]],
      })),
    },
  },
  'repeated-signature': {
    'one signature twice': {
      body: altered(({ signatures: [one], ...made }) => ({ ...made, signatures: [one, one] })),
    },
  },
  'no-release-keys': {
    'any manifest, to a build that has one key of the right kind': { body: text(), keys: [first, ...others] },
    'any manifest, to a build that has one key three times': { body: text(), keys: [first, first, first] },
    'one signature, to a build that asks for one': {
      body: signed(statement(), [first]),
      threshold: 1,
    },
  },
  'wrong-type': {
    'a signed statement of another kind': {
      body: signed(statement(), [first, second], 'application/vnd.in-toto+json'),
    },
  },
  'not-a-manifest': {
    'a page of a proxy': { body: '<!doctype html><title>Sign in</title>' },
    'an empty answer': { body: '' },
    'a manifest cut off in the middle': { body: text().slice(0, 400) },
    'a manifest without its last byte': { body: text().slice(0, -1) },
    'JSON of something else': { body: '{"version":"0.2.0"}' },
    'a list': { body: `[${text()}]` },
    'a thousand signatures': {
      body: altered(made => ({
        ...made,
        signatures: Array.from({ length: 500 }, () => made.signatures[0]),
      })),
    },
    'a signature in a second spelling of base64': {
      body: altered(({ signatures: [one, two], ...made }) => ({
        ...made,
        signatures: [one, { ...two, sig: `${two?.sig ?? ''}\n` }],
      })),
    },
    'a name of a key in capitals': {
      body: altered(({ signatures: [one, two], ...made }) => ({
        ...made,
        signatures: [{ ...one, keyid: `A${one?.keyid.slice(1) ?? ''}` }, two],
      })),
    },
  },
  'too-large': {
    'a manifest with a megabyte of spaces': { body: text() + ' '.repeat(1024 * 1024) },
    'a manifest that says it has 2 GB': { body: '{', headers: { 'content-length': String(2 * 1024 ** 3) } },
  },
  redirected: {
    'a redirect to another host': { body: '', status: 302, headers: { location: 'https://evil.example/' } },
    'a permanent redirect, with a good manifest in it': {
      body: text(),
      status: 301,
      headers: { location: '/new.json' },
    },
  },
  'server-error': {
    'HTTP 500': { body: text(), status: 500 },
    'HTTP 404 with a good manifest': { body: text(), status: 404 },
    'a part of a manifest': { body: text(), status: 206 },
  },
  'other-product': {
    'a manifest of another product with the same keys': { body: text({ product: 'parlay-phone' }) },
  },
  'newer-format': {
    'a format of a later program': { body: text({ format: 2, files: {} }) },
  },
  'unreadable-manifest': {
    'bytes that are no JSON': { body: signed(Buffer.from('{')) },
    'bytes that are no UTF-8': { body: signed(Buffer.from([0x22, 0xff, 0x22])) },
    'a good statement with bytes in its notes that are no UTF-8': {
      body: signed(Buffer.from(JSON.stringify(statement({ notes: '\xff' })), 'latin1')),
    },
    'no version': { body: text({ version: undefined }) },
    'a version in words': { body: text({ version: 'newest' }) },
    'a number that is none': { body: text({ number: '9'.repeat(400) }) },
    'files over http': { body: text({ folder: 'http://updates.localhost/' }) },
    'a file with a folder in its name': { body: withFile({ name: '../0.2.0.AppImage' }) },
    'a file of another version': { body: withFile({ name: fileName('0.1.9') }) },
    'a file whose version ends as this one': { body: withFile({ name: fileName('10.2.0') }) },
    'a file whose version begins as this one': { body: withFile({ name: fileName('0.2.0.1') }) },
    'a name that Windows would shorten': { body: withFile({ name: `${fileName()}.` }) },
    'two files for one system': { body: text({ files: [file, file] }) },
    'a file of 2 GB': { body: withFile({ size: 2 * 1024 ** 3 }) },
    'a file of no bytes': { body: withFile({ size: 0 }) },
    'a hash that is cut off': { body: withFile({ sha512: 'ab' }) },
    'an expiry before its release': { body: text({ expiresAt: '2026-11-30T00:00:00Z' }) },
    'notes without end': { body: text({ notes: 'x'.repeat(20_000) }) },
  },
  'no-file': {
    'only files for another system': { body: withFile({ system: 'win32', kind: 'exe' }) },
    'only files for another processor': { body: withFile({ arch: 'arm64' }) },
  },
}
const cases = Object.entries(hostile).flatMap(([problem, byName]) =>
  Object.entries(byName).map(([name, each]): [string, string, Case] => [name, problem, each]),
)

const neverStopped = new AbortController().signal

describe('a hostile manifest', () => {
  it('comes in at least 40 kinds', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40)
  })

  it.each(cases)('that is %s is refused as %s, in a sentence', async (_name, problem, each) => {
    const { status, memory, before, server } = await offer(each)
    expect(status).toMatchObject({ kind: 'failed', problem, release: null })
    expect(status.kind === 'failed' && status.sentence).toMatch(/^[A-Z].+\.$/)
    if (problem !== 'no-file') expect(memory).toEqual(before)
    expect(server.asked.length).toBeLessThanOrEqual(1)
  })

  it('of 2 GB is read no further than its cap', async () => {
    const piece = Buffer.alloc(64 * 1024, ' ')
    const server = await startTrustedServer((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    })
    const http = new Http({})
    onTestFinished(() => http.close())
    await expect(fetchManifest(http, `${server.origin}/`, neverStopped)).rejects.toMatchObject({
      problem: 'too-large',
    })
    expect(server.bytesSent()).toBeLessThan(8 * 1024 * 1024)
  })

  it('behind a certificate that is not trusted is not read', async () => {
    const server = await startUpdateServer(makeCertificate('updates.localhost'), answerWith(text()))
    const http = new Http({})
    onTestFinished(() => http.close())
    await expect(fetchManifest(http, `${server.origin}/`, neverStopped)).rejects.toMatchObject({
      problem: 'unreachable',
    })
    expect(server.asked).toEqual([])
  })

  it('under a clock that was ahead once leads to the release page too, since no other clock helps', async () => {
    const ahead = seen(statement(), now + 30 * day)
    const { status } = await offer({ body: text(), memory: ahead })
    expect(status).toMatchObject({ problem: 'clock-set-back' })
    expect('sentence' in status && status.sentence).toContain('get updates from the release page')
  })
})

describe('a good manifest', () => {
  it.each<[string, Case]>([
    ['signed by two of three', { body: signed(statement(), [first, third]) }],
    ['signed by all three', { body: signed(statement(), releaseKeys) }],
    ['signed by two that stay and a new key', { body: signed(statement(), [first, second, other]) }],
    ['seen before', { body: text(), memory: seen(statement()) }],
    [
      'signed again with a later expiry and a higher number',
      {
        body: text({ number: 8, expiresAt: '2027-03-20T00:00:00Z' }),
        memory: seen(statement()),
      },
    ],
    ['with fields of a later program', { body: text({ delta: { from: '0.1.0' } }) }],
    [
      'released by a clock that is ahead as far as clocks differ',
      { body: text({ releasedAt: new Date(now + 60 * minute).toISOString() }) },
    ],
    ['checked by a clock a minute behind', { body: text(), memory: seen(statement(), now + 60_000) }],
  ])('%s is accepted and remembered', async (_name, each) => {
    const { status, memory } = await offer(each)
    expect(status).toMatchObject({ kind: 'available', release: { version: '0.2.0' }, pageReason: null })
    expect(memory).toMatchObject({ version: '0.2.0', checkedAt: now })
  })

  it('of the version in use says so', async () => {
    const { status } = await offer({ body: text(), version: '0.2.0' })
    expect(status).toEqual({ kind: 'newest' })
  })

  it('shows markup in its notes as text, without hidden characters', async () => {
    const { status } = await offer({ body: text({ notes: '<img src=x onerror=1>\nA\u202eB\u0007' }) })
    expect(status).toMatchObject({ release: { notes: '<img src=x onerror=1>\nAB' } })
  })
})
