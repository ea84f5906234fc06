import { expect, it } from 'vitest'
import {
  attestHead,
  compareAttestedHeads,
  isLeaving,
  signLeaving,
} from '../../../../src/main/team/log/heads.ts'
import { createSigningKey } from '../../../../src/main/team/log/signing.ts'

const team = 'a'.repeat(64)
const author = { member: '0'.repeat(16), key: createSigningKey() }
const { publicKey } = author.key
const head = { place: 3, hash: 'c'.repeat(64) }

it('only a desk itself leaves, its own team, and by no head that it attests', () => {
  const last = signLeaving(team, author, head)
  expect(isLeaving(team, publicKey, last)).toBe(true)
  expect(isLeaving(team, publicKey, attestHead(team, author, head))).toBe(false)
  expect(isLeaving(team, createSigningKey().publicKey, last)).toBe(false)
  expect(isLeaving('b'.repeat(64), publicKey, last)).toBe(false)
  expect(isLeaving(team, publicKey, { ...last, place: 4 })).toBe(false)
})

it('the last head of a desk that left stops no other desk', () => {
  const member = { member: author.member, name: 'Desk 2', role: 'trader', holder: null } as const
  const members = new Map([[author.member, { ...member, publicKey, isRemoved: false }]])
  const copy = { team, head: { place: 2, hash: 'd'.repeat(64) }, members, hashAt: () => undefined }
  expect(compareAttestedHeads(copy, [attestHead(team, author, head)])).toBeDefined()
  expect(compareAttestedHeads(copy, [signLeaving(team, author, head)])).toBeUndefined()
})
