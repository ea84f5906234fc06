import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chainHash, chainStart, readChain, type LogRow } from '../../../../src/main/ledger/log/parse-log.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'

const row = (seq: number, given: Partial<LogRow> = {}): LogRow => ({
  seq,
  at: 10 * seq,
  ticket_id: 7,
  kind: 'voided',
  body: `{"reason":"${seq}"}`,
  ...given,
})

/** Three rows, each with the hash after it. */
function makeRows() {
  let hash = chainStart.hash
  return [row(1, { ticket_id: null }), row(2), row(3)].map(each => {
    hash = chainHash(hash, each)
    return { ...each, hash }
  })
}

/** A log without the triggers that refuse damage. */
function openLog(rows: readonly (LogRow & { readonly hash: string })[]) {
  const database = openDatabase(':memory:', [
    'CREATE TABLE log (seq INTEGER, at INTEGER, ticket_id INTEGER, kind TEXT, body TEXT, hash BLOB)',
  ])
  onTestFinished(() => database.close())
  const insert = database.prepare('INSERT INTO log VALUES (?, ?, ?, ?, ?, unhex(?))')
  for (const { seq, at, ticket_id: ticketId, kind, body, hash } of rows)
    insert.run(seq, at, ticketId, kind, body, hash)
  return database
}

const toError = (seq: number) => new Error(`bad at ${seq}`)

describe('the running hash', () => {
  it('covers the hash before it and every column', () => {
    const sha = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(chainHash('before', row(2))).toBe(sha('before\n2\n20\n7\nvoided\n{"reason":"2"}'))
    expect(chainHash('before', row(1, { ticket_id: null }))).toBe(
      sha('before\n1\n10\n\nvoided\n{"reason":"1"}'),
    )
  })
})

describe('readChain', () => {
  const [first, second, third] = makeRows()
  if (first === undefined || second === undefined || third === undefined) throw new Error('no rows')
  const whole = [first, second, third]

  it('yields each record with the end of the chain there', () => {
    const read = [...readChain(openLog(whole), chainStart, { toError })]
    expect(read.map(({ row: { seq, body }, end }) => ({ seq, body, end }))).toEqual(
      whole.map(({ seq, body, hash }) => ({ seq, body, end: { records: seq, hash } })),
    )
  })

  it('reads on from a place, and no more than the limit', () => {
    const from = { records: 1, hash: first.hash }
    const read = [...readChain(openLog(whole), from, { limit: 1, toError })]
    expect(read.map(({ end }) => end)).toEqual([{ records: 2, hash: second.hash }])
  })

  it('accepts a record whose hash is known from elsewhere', () => {
    const known = { records: 2, hash: second.hash }
    expect([...readChain(openLog(whole), chainStart, { known, toError })]).toHaveLength(3)
    expect([...readChain(openLog(whole), chainStart, { known: null, toError })]).toHaveLength(3)
  })

  it.each([
    ['is missing', [first, third], 2],
    ['was changed', [first, { ...second, body: '{}' }, third], 2],
    ['has the number of another', [first, { ...third, hash: chainHash(first.hash, row(3)) }], 2],
    ['has another hash', [first, second, { ...third, hash: first.hash }], 3],
  ])('throws at a record that %s', (_, rows, seq) => {
    expect(() => [...readChain(openLog(rows), chainStart, { toError })]).toThrow(`bad at ${seq}`)
  })

  it('throws at a record whose hash is known to be another', () => {
    const known = { records: 2, hash: third.hash }
    expect(() => [...readChain(openLog(whole), chainStart, { known, toError })]).toThrow('bad at 2')
  })
})
