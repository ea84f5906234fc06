/** Requests of the team's calls, for a program without a team. */
import { nothing, type Requests } from './ledger-requests.ts'

const member = '0123456789abcdef'
const uid = '6f0c1c9e-3a57-4d6e-9a55-0d8c1c7f4b11'
const server = { address: 'postgres://admin:pw@localhost:9/parlay', certificate: null }

export const teamRequests: Requests['team'] = {
  snapshot: nothing,
  test: () => [server, { ...server, address: 'https://team.example' }],
  found: () => [{ ...server, name: 'Pool', memberName: 'Desk 1', shared: 'all' as const }],
  invite: () => [{ name: 'Desk 2', role: 'trader' as const, holder: null }],
  join: () => [{ invitation: 'rubbish' }],
  admit: () => [{ member }],
  setRole: () => [{ member, role: 'partner' as const, holder: 'Kim' }],
  remove: () => [{ member }],
  leave: () => [{ ledger: 'team' as const, evenUnshared: false }],
  unshared: nothing,
  retry: nothing,
  returnRecords: nothing,
  setShared: () => [{ shared: 'ledger' as const, callsPerMinute: 600 }],
  decideWaiting: () => [{ uid, word: 'apply' as const }],
  present: () => [{ parlayId: 1, bookId: 'bravo', doing: 'placing' as const }],
  work: nothing,
  instruct: () => [{ parlayId: 1, to: null, parts: [{ bookId: 'bravo', stake: '200' }], note: '' }],
  reply: () => [{ uid, part: 0, reply: { kind: 'accepted' as const } }],
  share: () => [{ parlayId: 1, audience: { kind: 'all' as const } }],
  sendStatements: nothing,
}
