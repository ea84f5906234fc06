import { expect, it } from 'vitest'
import { describeUnsent } from '../../../src/main/team/copy/describe-unsent.ts'
import { emptyHead, signRecord } from '../../../src/main/team/log/record.ts'
import { createSigningKey } from '../../../src/main/team/log/signing.ts'
import type { RecordKind } from '../../../src/shared/model/team/roles.ts'

it('describeUnsent names what the records of the outbox are about, and leaves changes to the ledger', () => {
  const author = { member: '0'.repeat(16), key: createSigningKey() }
  const sign = (kind: RecordKind, payload: unknown, number: number) =>
    signRecord(author, {
      number,
      kind,
      team: 'a'.repeat(64),
      prior: null,
      seen: emptyHead,
      at: number,
      payload,
    })
  const records = [
    sign('instruction', { uid: 'one', title: 'A ML · B ML', keys: [] }, 1),
    sign('change', { uid: 'u' }, 2),
    sign('statement', { holder: 'Kim', rows: [] }, 3),
    sign('reply', { uid: 'one', part: 0 }, 4),
    sign('member', { member: '0000000000000009', name: 'Desk 2', role: 'trader', holder: null }, 5),
    sign('member', { member: '000000000000000a', name: 'Desk 3', role: 'partner', holder: 'Kim' }, 6),
  ]
  expect(describeUnsent({ unsent: () => records }, 10)).toEqual([
    { kind: 'instruction', subject: 'one', title: 'A ML · B ML', at: 1 },
    { kind: 'statement', subject: 'Kim', title: 'Kim', at: 3 },
    { kind: 'reply', subject: 'one', title: '', at: 4 },
    { kind: 'member', subject: '0000000000000009', title: 'Desk 2', at: 5 },
    { kind: 'member', subject: '000000000000000a', title: 'Desk 3', at: 6 },
  ])
})
