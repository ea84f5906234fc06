/** An account in an exported file: all its records, oldest first. An import checks each by the account's rules. */
import { z } from 'zod'
import { AccountId } from '../../../shared/model/accounts/account-id.ts'
import type { AccountRecord } from '../../../shared/model/accounts/account-record.ts'
import type { AccountBook } from '../accounts/account-book.ts'
import { addRecord, findProblem, openHistory, type AccountHistory } from '../accounts/account-history.ts'
import { PortableAccountRecord } from '../log/portable-account-record.ts'
import type { LoggedRecord } from '../log/record.ts'
import { BadLine } from './replay.ts'

const withoutOwner = <T extends { isDemo: unknown }>({ isDemo: _, ...rest }: T) => rest

const PortableAccount = z.strictObject({
  accountId: AccountId,
  records: z.array(PortableAccountRecord).min(1).max(100_000),
})
export type PortableAccount = Readonly<z.infer<typeof PortableAccount>>

/** The beginning of an account's line in a file of this program. */
export const accountOpening = '{"accountId":'

/** True for an account among the entries of a file, whose other entries are tickets. */
export const isAccount = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'accountId' in value

/** Leaves out numbers that are valid in one log only. */
export function toPortableAccount({
  accountId,
  records,
}: Pick<AccountHistory, 'accountId' | 'records'>): PortableAccount {
  const places = new Map(records.map(({ seq }, place) => [seq, place]))
  return {
    accountId,
    records: records.map(({ at, record: stored }) => ({ at, ...withPlace(stored, places) })),
  }
}

function withPlace(stored: AccountRecord, places: ReadonlyMap<number, number>) {
  if (stored.kind === 'account-opened') return withoutOwner(stored)
  if (!('of' in stored) || stored.of === null) return stored
  return { ...stored, of: places.get(stored.of) ?? -1 }
}

/** The account after its records, whose numbers are their places. Throws BadLine. */
export function parsePortableAccount(value: unknown, isDemo: boolean): AccountHistory {
  const parsed = PortableAccount.safeParse(value)
  if (!parsed.success) throw new BadLine('This isn’t a valid account.')
  const { accountId, records } = parsed.data
  const logged = records.map(({ at, ...stored }, seq) => ({ seq, at, record: withOwner(stored, isDemo) }))
  const [first, ...rest] = logged
  if (first === undefined || !isOpening(first)) throw new BadLine('An account’s first record is missing.')
  return rest.reduce(
    (history, next) => {
      const sentence = findProblem(history, next.record)
      if (sentence !== undefined) throw new BadLine(`A record doesn’t fit its account: ${sentence}`)
      return addRecord(history, next)
    },
    openHistory(accountId, first),
  )
}

function withOwner(stored: Omitted<PortableAccount['records'][number]>, isDemo: boolean): AccountRecord {
  return stored.kind === 'account-opened' ? { ...stored, isDemo } : stored
}
type Omitted<T> = T extends unknown ? Omit<T, 'at'> : never

const isOpening = (
  logged: LoggedRecord<AccountRecord>,
): logged is LoggedRecord<Extract<AccountRecord, { kind: 'account-opened' }>> =>
  logged.record.kind === 'account-opened'

/** Writes an account that the ledger does not have. Only inside a commit. */
export function writeAccount(accounts: AccountBook, { accountId, records }: AccountHistory): void {
  const numbers = new Map<number, number>()
  for (const { seq, at, record: stored } of records)
    numbers.set(seq, accounts.import(at, accountId, withNumber(stored, numbers)))
}

function withNumber(stored: AccountRecord, numbers: ReadonlyMap<number, number>): AccountRecord {
  if (!('of' in stored) || stored.of === null) return stored
  return { ...stored, of: numbers.get(stored.of) ?? stored.of }
}
