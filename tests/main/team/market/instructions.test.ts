import { describe, expect, it } from 'vitest'
import {
  foldInstructions,
  type InstructionPayload,
  type Reply,
  type WorkRecord,
} from '../../../../src/main/team/market/instructions.ts'

const [uid, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const [owner, two, three] = ['aa'.repeat(8), 'bb'.repeat(8), 'cc'.repeat(8)]

const instruct = (changes: Partial<InstructionPayload> = {}, member = owner): WorkRecord => ({
  ...{ kind: 'instruction', member, at: 1, isShared: true },
  payload: {
    ...{ uid, to: null, keys: ['e1#Points#one'], title: 'One', legs: ['One'], currency: 'USD', note: '' },
    parts: [
      { hostId: 'a', bookName: 'Alpha', stakeMinor: 20_000 },
      { hostId: 'b', bookName: 'Bravo', stakeMinor: 15_000 },
    ],
    ...changes,
  },
})
const reply = (member: string, said: Reply, { part = 0, of = uid } = {}): WorkRecord => ({
  ...{ kind: 'reply', member, at: 2, isShared: true },
  payload: { uid: of, part, reply: said },
})
const accepted: Reply = { kind: 'accepted' }
const placed: Reply = { kind: 'placed', ticketUid: 't', price: '+510' }
const refused: Reply = { kind: 'refused', note: 'Gone.' }
const limited: Reply = { kind: 'limited', stakeMinor: 6_000, note: '' }

/** Members and kinds of the replies that count. */
const states = (...records: WorkRecord[]) =>
  foldInstructions([instruct(), ...records])[0]?.replies.map(last => last && `${last.member} ${last.kind}`)

describe('foldInstructions', () => {
  it('lists instructions in their order, with the last reply to each part', () => {
    const folded = foldInstructions([
      instruct(),
      instruct({ uid: other, to: two }, three),
      reply(two, accepted),
      reply(two, placed),
      reply(three, limited, { part: 1 }),
    ])
    expect(folded.map(each => [each.uid, each.by])).toEqual([
      [uid, owner],
      [other, three],
    ])
    expect(folded[0]?.replies).toMatchObject([
      { kind: 'placed', member: two, price: '+510', at: 2 },
      { kind: 'limited', member: three, stakeMinor: 6_000 },
    ])
    expect(folded[1]?.replies).toEqual([null, null])
  })

  it.each([
    [
      'accepted stays with the one who accepted',
      [reply(two, accepted), reply(three, placed)],
      `${two} accepted`,
    ],
    [
      'accepted is free again once refused',
      [reply(two, accepted), reply(two, refused), reply(three, placed)],
      `${three} placed`,
    ],
    [
      'accepted is free again once limited',
      [reply(two, accepted), reply(two, limited), reply(three, accepted)],
      `${three} accepted`,
    ],
    [
      'placed stays placed',
      [reply(two, placed), reply(two, refused), reply(owner, refused)],
      `${two} placed`,
    ],
    [
      'accepted is taken back by its author',
      [reply(two, accepted), reply(owner, refused)],
      `${owner} refused`,
    ],
  ])('a part that was %s', (_title, records, state) => {
    expect(states(...records)).toEqual([state, null])
  })

  it('takes replies of the member that it is for, and no other', () => {
    const [folded] = foldInstructions([instruct({ to: two }), reply(three, placed), reply(two, accepted)])
    expect(folded?.replies[0]).toMatchObject({ member: two, kind: 'accepted' })
  })

  it('ignores what is no instruction or reply, and a second one with the same uid', () => {
    const ignored = [
      instruct({ note: 'Second.' }, two),
      reply(two, placed, { part: 7 }),
      reply(two, placed, { of: other }),
      { ...reply(two, placed), payload: { uid, part: 0, reply: { kind: 'lost' } } },
      { ...instruct({ uid: other }), payload: null },
      { ...reply(two, placed), kind: 'change' },
    ]
    const [folded, ...rest] = foldInstructions([instruct(), ...ignored])
    expect([folded?.by, folded?.note, folded?.replies, rest]).toEqual([owner, '', [null, null], []])
  })
})
