/** A record of an account in an exported file, and in a change of a team. */
import { z } from 'zod'
import { accountRecordFields } from '../../../shared/model/accounts/account-record.ts'
import { RecordTime } from './record.ts'

const record = <K extends string, T extends z.ZodRawShape>(kind: K, fields: T) =>
  z.strictObject({ at: RecordTime, kind: z.literal(kind), ...fields })

const withoutOwner = <T extends { isDemo: unknown }>({ isDemo: _, ...rest }: T) => rest

/** As in the log, except that the file names the owner once, and `of` is a place in this list, counted from 0. */
export const PortableAccountRecord = z.discriminatedUnion('kind', [
  record('account-opened', withoutOwner(accountRecordFields['account-opened'])),
  record('account-state', accountRecordFields['account-state']),
  record('account-deposit', accountRecordFields['account-deposit']),
  record('account-withdrawal', accountRecordFields['account-withdrawal']),
  record('account-paid', accountRecordFields['account-paid']),
  record('account-canceled', accountRecordFields['account-canceled']),
  record('account-adjustment', accountRecordFields['account-adjustment']),
  record('account-bonus', accountRecordFields['account-bonus']),
  record('account-reading', accountRecordFields['account-reading']),
  record('account-promotion', accountRecordFields['account-promotion']),
  record('account-promotion-ended', accountRecordFields['account-promotion-ended']),
  record('account-renamed', accountRecordFields['account-renamed']),
  record('account-undone', accountRecordFields['account-undone']),
])
