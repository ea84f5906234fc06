import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explainFailure } from '../../src/renderer/ui/failure-text.ts'
import { entries, outline } from '../../src/shared/contract.ts'
import { Failure } from '../../src/shared/failure.ts'
import { known, walk } from '../support/bridge/schema-walk.ts'

const outward = Object.entries(entries).flatMap(([area, verbs]) =>
  Object.entries(verbs).map(([verb, entry]) => ({
    name: `${area}.${verb}`,
    schema: entry.kind === 'call' ? entry.answer : entry.payload,
  })),
)

describe('what crosses the bridge to the window', () => {
  it.each(outward)('$name is made of closed objects and plain values only', ({ name, schema }) => {
    const found = [...walk(schema, name)]
    expect(found.filter(({ kind, isLoose }) => isLoose || !known.has(kind))).toEqual([])
  })

  it.each(outward)('$name has no place for a key, a token or a secret', ({ name, schema }) => {
    const fields = [...walk(schema, name)].map(({ path }) => path)
    const secret = /\.(apiKey|api_key|secret|token|password|sgp|grade|authorization|header|headers|query)\b/i
    const allowed = [
      // The grade token that the user typed into the form of a leg comes back into that form.
      'drafts.tickets[].form.typed[].grade',
      // The token of a new script is shown to the user once.
      'automation.createToken.token',
    ]
    expect(fields.filter(path => secret.test(path) && !allowed.includes(path))).toEqual([])
    // The one field of this name is a selection's.
    const ofSelection =
      /(legs\[\]|legs\[\]\.line|selections\[\]|parts\[\]\.leg|parts\[\]\.choices\[\]|stakes\.hedge\.(sides\[\]\.opposite|middles\[\]\.leg))\.key$/
    expect(fields.filter(path => /\.key$/.test(path) && !ofSelection.test(path))).toEqual([])
  })

  it('takes no key in an answer that is otherwise good', () => {
    const { account } = entries
    const state = {
      profiles: [],
      activeId: 'demo',
      activeName: 'Demo',
      isDemo: true,
      keyStatus: { kind: 'keychain' },
      notices: [],
    }
    for (const bad of [
      { ...state, key: 'k' },
      { ...state, keyStatus: { kind: 'keychain', key: 'k' } },
    ]) {
      for (const entry of Object.values(account ?? {}))
        if (entry.kind === 'call') expect(entry.answer.safeParse(bad).success).toBe(false)
    }
  })
})

describe('the outline', () => {
  it('names every call and event of the contract and nothing else', () => {
    const flat = Object.entries(entries).flatMap(([area, verbs]) =>
      Object.entries(verbs).map(([verb, { kind }]) => `${area}.${verb} ${kind}`),
    )
    const outlined = Object.entries(outline()).flatMap(([area, verbs]) =>
      Object.entries(verbs).map(([verb, kind]) => `${area}.${verb} ${kind}`),
    )
    expect(outlined).toEqual(flat)
    expect(flat).toContain('account.setKey call')
  })
})

describe('a failure', () => {
  const kinds = [...walk(Failure, '')].filter(({ path }) => path === '.kind').length

  const examples: Failure[] = [
    { kind: 'timed-out', afterMs: 8_000 },
    { kind: 'unreachable', host: 'bravo.example', detail: 'ECONNREFUSED' },
    { kind: 'limited', untilAt: 1_768_046_400_000 },
    { kind: 'unreadable', status: 200, detail: 'broken JSON' },
    { kind: 'server-error', status: 500, detail: 'it gave no reason' },
    { kind: 'redirected', status: 302 },
    { kind: 'too-large', limitBytes: 1_048_576 },
    { kind: 'key-missing' },
    { kind: 'host-failing', host: 'bravo', untilAt: 1 },
    { kind: 'key-refused' },
    { kind: 'forbidden' },
    { kind: 'bad-address', detail: 'not an address' },
    { kind: 'invalid', field: 'name', sentence: 'Choose a new one.' },
    { kind: 'not-found', what: 'this book' },
    { kind: 'link-refused', sentence: 'The link names a port.' },
    { kind: 'link-unapproved', host: 'bets.example', url: 'https://bets.example/' },
    { kind: 'storage', sentence: 'The disk is full.' },
    { kind: 'team', sentence: 'The team’s server is full.', remedy: 'Your records stay here.' },
    { kind: 'internal', reference: 'abcd' },
  ]

  it('of every kind is among the examples', () => {
    expect(new Set(examples.map(({ kind }) => kind)).size).toBe(kinds)
    for (const example of examples) expect(Failure.parse(example)).toEqual(example)
  })

  it.each(examples)('$kind has a plain sentence on screen', failure => {
    const { headline, remedy } = explainFailure(failure)
    expect(`${headline} ${remedy}`.trim()).toMatch(/^[A-Z].*[.]$/)
    expect(`${headline}${remedy}`).not.toMatch(/undefined|NaN|\[object|\.\.|: \./)
  })
})

describe('the bridge', () => {
  it('has one place that answers, and no call that takes a path, a header or SQL', () => {
    const served = readFileSync(join(import.meta.dirname, '../../src/main/bridge/serve.ts'), 'utf8')
    expect(served.match(/ipcMain\.handle\(/g)).toHaveLength(1)
    const inward = Object.entries(entries).flatMap(([area, verbs]) =>
      Object.entries(verbs).flatMap(([verb, entry]) =>
        entry.kind === 'call' ? [...walk(entry.request, `${area}.${verb}`)].map(({ path }) => path) : [],
      ),
    )
    expect(
      inward.filter(path => /\.(path|file|folder|header|headers|sql|channel|url|link)\b/i.test(path)),
    ).toEqual([])
  })
})
