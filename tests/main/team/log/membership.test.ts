import { describe, expect, it } from 'vitest'
import {
  applyMember,
  findProblem,
  readFounding,
  type Members,
} from '../../../../src/main/team/log/membership.ts'
import { emptyHead, type Body, type Member } from '../../../../src/main/team/log/record.ts'
import { createSigningKey } from '../../../../src/main/team/log/signing.ts'

const toBody = (payload: unknown): Body => ({ team: null, prior: null, seen: emptyHead, at: 0, payload })
const toMember = (name: string, role: Member['role']): Member => ({
  member: name.padEnd(16, '0'),
  name,
  role,
  publicKey: createSigningKey().publicKey,
  holder: null,
  isRemoved: false,
})
const owner = toMember('a', 'owner')
const trader = toMember('b', 'trader')
const members: Members = new Map([owner, trader].map(each => [each.member, each]))

describe('readFounding', () => {
  it('reads the team’s name and its owner', () => {
    expect(readFounding(toBody({ team: 'Us', owner }))).toEqual({ name: 'Us', owner })
  })

  it.each([
    ['nothing', null],
    ['no name', { team: ' ', owner }],
    ['an owner with another role', { team: 'Us', owner: { ...owner, role: 'trader' } }],
    ['a removed owner', { team: 'Us', owner: { ...owner, isRemoved: true } }],
    ['more than it may', { team: 'Us', owner, more: 1 }],
  ])('founds no team from %s', (_, payload) => {
    expect(readFounding(toBody(payload))).toBeUndefined()
  })
})

describe('applyMember', () => {
  it('lets a desk in, gives it another role, and removes it', () => {
    const partner = { ...toMember('c', 'partner'), holder: 'Kim' }
    const withPartner = applyMember(members, toBody(partner))
    expect(withPartner?.get(partner.member)).toEqual(partner)
    const auditor = { ...partner, role: 'auditor' as const }
    expect(applyMember(withPartner ?? members, toBody(auditor))?.get(partner.member)).toEqual(auditor)
    const removed = { ...trader, isRemoved: true }
    expect(applyMember(members, toBody(removed))?.get(trader.member)).toEqual(removed)
  })

  it.each([
    ['another key of a known desk', { ...trader, publicKey: createSigningKey().publicKey }, 'keeps its key'],
    ['the key of another desk', { ...toMember('c', 'trader'), publicKey: trader.publicKey }, 'has this key'],
    ['the removal of the last owner', { ...owner, isRemoved: true }, 'last owner'],
    ['another role of the last owner', { ...owner, role: 'trader' as const }, 'last owner'],
  ])('has no effect for %s', (_, member, why) => {
    expect(findProblem(members, member)).toContain(why)
    expect(applyMember(members, toBody(member))).toBeUndefined()
  })

  it('has no effect for a desk that was removed before', () => {
    const removed = applyMember(members, toBody({ ...trader, isRemoved: true })) ?? members
    expect(applyMember(removed, toBody(trader))).toBeUndefined()
  })

  it('removes an owner while another stays', () => {
    const second = { ...trader, role: 'owner' as const }
    const both = applyMember(members, toBody(second)) ?? members
    expect(applyMember(both, toBody({ ...owner, isRemoved: true }))?.get(owner.member)?.isRemoved).toBe(true)
  })

  it('has no effect for a payload of another form', () => {
    expect(applyMember(members, toBody({ ...trader, role: 'king' }))).toBeUndefined()
  })
})
