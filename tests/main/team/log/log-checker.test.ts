import { describe, expect, it } from 'vitest'
import { LogChecker, type CheckedLog } from '../../../../src/main/team/log/log-checker.ts'
import {
  emptyHead,
  signRecord,
  toDigest,
  toHash,
  type Head,
  type Member,
  type ServedRecord,
  type SignedRecord,
} from '../../../../src/main/team/log/record.ts'
import { createSigningKey, signLines, type SigningKey } from '../../../../src/main/team/log/signing.ts'

const key = createSigningKey()
const owner: Member = {
  member: 'aa'.repeat(8),
  name: 'Owner',
  role: 'owner',
  publicKey: key.publicKey,
  holder: null,
  isRemoved: false,
}
interface Signing {
  readonly team: string | null
  readonly prior?: SignedRecord
  readonly kind?: 'founded' | 'member' | 'change'
  readonly seen?: Head
}
function sign(number: number, payload: unknown, { team, prior, kind = 'change', seen = emptyHead }: Signing) {
  const named = prior === undefined ? null : toDigest(prior)
  return signRecord({ member: owner.member, key }, { number, kind, team, prior: named, seen, at: 5, payload })
}
const founding = sign(1, { team: 'Us', owner }, { team: null, kind: 'founded' })
const team = toDigest(founding)

const second = sign(2, { stake: 5 }, { team, prior: founding })
const third = sign(3, {}, { team, prior: second })
const fourth = sign(4, {}, { team, prior: third })

function chain(contents: readonly SignedRecord[]): ServedRecord[] {
  const rows: ServedRecord[] = []
  for (const content of contents) {
    const [place, digest] = [rows.length + 1, toDigest(content)]
    rows.push({ place, digest, hash: toHash(rows.at(-1)?.hash ?? emptyHead.hash, place, digest), content })
  }
  return rows
}
const hide = (record: ServedRecord): ServedRecord => ({ ...record, content: null })
const open = (from?: CheckedLog) => new LogChecker({ team, hashAt: () => undefined, ...(from && { from }) })

describe('LogChecker', () => {
  it('returns each record as it came', () => {
    const checker = open()
    const records = chain([founding, second])
    expect(records.map(record => checker.check(record).content)).toEqual([founding, second])
    expect(checker.state).toMatchObject({ head: { place: 2, hash: records[1]?.hash }, isPartial: false })
  })

  it('continues from its state, as after a restart', () => {
    const records = chain([founding, second, third])
    const first = open()
    for (const record of records.slice(0, 2)) first.check(record)
    const next = open(first.state)
    for (const record of records.slice(2)) next.check(record)
    expect(next.state.head).toEqual({ place: 3, hash: records[2]?.hash })
  })

  it('keeps its state when a record fails', () => {
    const checker = open()
    const [first, later] = chain([founding, third])
    if (first === undefined || later === undefined) throw new Error('none')
    checker.check(first)
    const before = checker.state
    expect(() => checker.check(later)).toThrow('skipped')
    expect(checker.state).toBe(before)
  })

  it('checks the chain of records that it may not read, and the order of those it may', () => {
    const records = chain([founding, second, third, fourth])
    const served = records.map((record, at) => (at === 1 || at === 2 ? hide(record) : record))
    const checker = open()
    for (const record of served) checker.check(record)
    expect(checker.state).toMatchObject({ head: { place: 4 }, isPartial: true })
    const changed = served.map((record, at) => (at === 1 ? { ...record, digest: 'a'.repeat(64) } : record))
    const other = open()
    expect(() => changed.forEach(record => other.check(record))).toThrow('chain')
  })

  it('names a hidden founding', () => {
    expect(() => chain([founding]).map(record => open().check(hide(record)))).toThrow('not-founded')
  })

  it('gives a record whose author wrote its body wrongly no effect, and goes on', () => {
    const body = '{"a": 1}'
    const wrong = {
      member: owner.member,
      number: 2,
      kind: 'member',
      body,
      signature: signLines(key, 'record', [owner.member, 2, 'member', body]),
    }
    const checker = open()
    for (const record of chain([founding, wrong, sign(3, {}, { team, prior: wrong })])) checker.check(record)
    expect(checker.state).toMatchObject({ head: { place: 3 }, members: { size: 1 } })
  })

  it('gives no effect to a member whose payload alone is not canonical', () => {
    const added = { ...owner, member: 'bb'.repeat(8), publicKey: createSigningKey().publicKey }
    const { body: canonical } = sign(2, added, { team, prior: founding, kind: 'member' })
    for (const body of [canonical, canonical.replace('"payload":{', '"payload":{ ')]) {
      const lines = [owner.member, 2, 'member', body]
      const signature = signLines(key, 'record', lines)
      const checker = open()
      const records = chain([founding, { member: owner.member, number: 2, kind: 'member', body, signature }])
      for (const record of records) checker.check(record)
      expect(checker.state.members.size).toBe(body === canonical ? 2 : 1)
    }
  })

  it('names an author that saw another record earlier in the same page, which no copy has yet', () => {
    const seen = { place: 2, hash: 'b'.repeat(64) }
    const page = chain([founding, second, sign(3, {}, { team, prior: second, seen })])
    expect(open().checkAll(page).fault).toMatchObject({ kind: 'forked' })
  })

  it('names an author that saw another record at a place that only the copy has', () => {
    const records = chain([
      founding,
      second,
      sign(3, {}, { team, prior: second, seen: { place: 1, hash: 'b'.repeat(64) } }),
    ])
    const first = open()
    first.checkAll(records.slice(0, 2))
    const next = new LogChecker({ team, hashAt: place => records[place - 1]?.hash, from: first.state })
    expect(next.checkAll(records.slice(2)).fault).toMatchObject({ kind: 'forked' })
  })

  it('goes on when it does not know the hash that an author saw', () => {
    const records = chain([
      founding,
      second,
      sign(3, {}, { team, prior: second, seen: { place: 1, hash: 'b'.repeat(64) } }),
    ])
    const first = open()
    first.checkAll(records.slice(0, 2))
    expect(open(first.state).checkAll(records.slice(2)).fault).toBeUndefined()
  })

  it('names an author that saw something before the first record', () => {
    const records = chain([
      founding,
      sign(2, {}, { team, prior: founding, seen: { place: 0, hash: 'b'.repeat(64) } }),
    ])
    const checker = open()
    expect(() => records.forEach(record => checker.check(record))).toThrow('forked')
  })

  it.each<[string, SigningKey, Partial<Member>]>([
    ['another member’s name', key, { member: 'bb'.repeat(8) }],
    ['another key', createSigningKey(), {}],
  ])('names a founding signed under %s as forged', (_, by, change) => {
    const other = signRecord(
      { member: owner.member, key: by },
      {
        number: 1,
        kind: 'founded',
        team: null,
        prior: null,
        seen: emptyHead,
        at: 5,
        payload: { team: 'Us', owner: { ...owner, ...change } },
      },
    )
    const checker = new LogChecker({ team: toDigest(other), hashAt: () => undefined })
    expect(() => chain([other]).map(record => checker.check(record))).toThrow('forged')
  })

  it('verifies the last signature of each author, which confirms those before it', () => {
    const unsigned = { ...second, signature: '0'.repeat(128) }
    const next = sign(3, {}, { team, prior: unsigned })
    const records = chain([founding, unsigned, next])
    const whole = open()
    expect(whole.checkAll(records)).toMatchObject({ fault: undefined })
    const single = open()
    expect(() => records.forEach(record => single.check(record))).toThrow('forged')
  })

  it('finds the record at fault among many, and keeps those before it', () => {
    const forged = { ...third, body: third.body.replace('"at":5', '"at":6') }
    const checker = open()
    const { checked, fault } = checker.checkAll(chain([founding, second, forged, fourth]))
    expect(checked.map(({ place }) => place)).toEqual([1, 2])
    expect(fault).toMatchObject({ kind: 'forged' })
    expect(checker.state.head.place).toBe(2)
  })

  it('verifies a record that the next one does not name, also among records that it may not read', () => {
    const forged = { ...third, body: third.body.replace('"at":5', '"at":6') }
    const page = chain([founding, second, forged, fourth]).map((record, at) =>
      at === 1 ? hide(record) : record,
    )
    expect(open().checkAll(page).fault).toMatchObject({ kind: 'forged' })
  })

  it('names a record that does not name the one before it as severed', () => {
    const other = sign(3, {}, { team, prior: founding })
    expect(open().checkAll(chain([founding, second, other])).fault).toMatchObject({ kind: 'severed' })
  })
})
