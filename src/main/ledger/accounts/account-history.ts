/**
 * An account after its records. Pure: the same records always give the same account. What its tickets add is in
 * account-reads.ts.
 */
import { assertNever } from '../../../shared/failure.ts'
import type {
  AccountRecord,
  AccountRecordOf,
  AccountState,
} from '../../../shared/model/accounts/account-record.ts'
import type { PromotionTerms } from '../../../shared/model/accounts/promotion.ts'
import type { LoggedRecord } from '../log/record.ts'
import { toLocalDay } from '../tickets/parse-draft.ts'

type Logged<R extends AccountRecord = AccountRecord> = LoggedRecord<R>

export interface AccountHistory {
  readonly accountId: string
  /** With the holder's present name. */
  readonly opened: AccountRecordOf<'account-opened'>
  /** All records as written, oldest first; the first one opens the account. */
  readonly records: readonly Logged[]
  /** Numbers of records that were undone. */
  readonly undone: ReadonlySet<number>
}

export function openHistory(
  accountId: string,
  first: Logged<AccountRecordOf<'account-opened'>>,
): AccountHistory {
  return { accountId, opened: first.record, records: [first], undone: new Set() }
}

/** The account after one more record, which `findProblem` allows. */
export function addRecord(history: AccountHistory, logged: Logged): AccountHistory {
  const { record } = logged
  const opened = record.kind === 'account-renamed' ? rename(history.opened, record) : history.opened
  const undone = record.kind === 'account-undone' ? new Set([...history.undone, record.of]) : history.undone
  return { ...history, opened, records: [...history.records, logged], undone }
}

type Renaming = AccountRecordOf<'account-renamed'>
const rename = <R extends { readonly holder: string }>(record: R, { from, holder }: Renaming): R =>
  record.holder === from ? { ...record, holder } : record

/** The record with the present name of the holder that it names. */
export function withPresentName({ records }: AccountHistory, { seq, record }: Logged): AccountRecord {
  if (!('holder' in record) || record.kind === 'account-renamed') return record
  const later = records.slice(records.findIndex(each => each.seq === seq) + 1)
  const renamings = later.flatMap(each => (each.record.kind === 'account-renamed' ? [each.record] : []))
  return renamings.reduce(rename, record)
}

/** Present names of the account's holder and of those whose money is in it. */
export const listHolders = (history: AccountHistory): ReadonlySet<string> =>
  new Set([history.opened.holder, ...listFlows(history).keys()])

/** True when the opening itself was undone: the account is in no list. */
export const isRemoved = ({ records, undone }: AccountHistory): boolean => undone.has(records[0]?.seq ?? -1)

/** Records that count: those undone, and the undoing itself, do not. */
export function listActive({ records, undone }: AccountHistory): readonly Logged[] {
  return records.filter(({ seq, record }) => record.kind !== 'account-undone' && !undone.has(seq))
}

/** The change of the balance by a record, in minor units. */
export function amountOf(history: AccountHistory, record: AccountRecord): number {
  switch (record.kind) {
    case 'account-deposit':
    case 'account-bonus':
    case 'account-adjustment':
      return record.amountMinor
    case 'account-withdrawal':
      return -record.amountMinor
    case 'account-canceled':
      return findWithdrawal(history, record.of)?.amountMinor ?? 0
    case 'account-undone': {
      const undone = history.records.find(({ seq }) => seq === record.of)
      return undone === undefined ? 0 : 0 - amountOf(history, undone.record)
    }
    case 'account-opened':
    case 'account-state':
    case 'account-paid':
    case 'account-reading':
    case 'account-promotion':
    case 'account-promotion-ended':
    case 'account-renamed':
      return 0
    // Stryker disable next-line ConditionalExpression: never reached
    default:
      return assertNever(record)
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, minor) => all + minor, 0)

/** Sum of the records, without the tickets. */
export const sumRecords = (history: AccountHistory): number =>
  sum(history.records.map(({ record }) => amountOf(history, record)))

function findWithdrawal({ records }: AccountHistory, of: number) {
  const found = records.find(({ seq }) => seq === of)?.record
  return found?.kind === 'account-withdrawal' ? found : undefined
}

function findNamedWithdrawal(history: AccountHistory, of: number) {
  const found = history.records.find(({ seq }) => seq === of)
  const record = found && withPresentName(history, found)
  return record?.kind === 'account-withdrawal' ? record : undefined
}

/** Withdrawals that are not paid or canceled yet. */
export function listPending(
  history: AccountHistory,
): readonly Logged<AccountRecordOf<'account-withdrawal'>>[] {
  const active = listActive(history)
  const ended = new Set(
    active.flatMap(({ record }) =>
      record.kind === 'account-paid' || record.kind === 'account-canceled' ? [record.of] : [],
    ),
  )
  return active.flatMap(({ seq, at, record }) =>
    record.kind === 'account-withdrawal' && !ended.has(seq) ? [{ seq, at, record }] : [],
  )
}

export const sumPending = (history: AccountHistory): number =>
  sum(listPending(history).map(({ record }) => record.amountMinor))

export function getState(history: AccountHistory): AccountState {
  const last = listActive(history).findLast(({ record }) => record.kind === 'account-state')?.record
  return last?.kind === 'account-state' ? last.state : { kind: 'open' }
}

/** The last reading, and its difference as far as no adjustment explains it; null when there is none. */
export function getCheck(history: AccountHistory) {
  const active = listActive(history)
  const last = active.findLast(({ record }) => record.kind === 'account-reading')
  if (last?.record.kind !== 'account-reading') return null
  const { readMinor, expectedMinor } = last.record
  const explained = sum(active.map(({ record }) => (explains(record, last.seq) ? record.amountMinor : 0)))
  return { at: last.at, seq: last.seq, readMinor, differenceMinor: readMinor - expectedMinor - explained }
}

const explains = (record: AccountRecord, reading: number): record is AccountRecordOf<'account-adjustment'> =>
  record.kind === 'account-adjustment' && record.of === reading

export interface PromotionState {
  readonly promotionId: string
  /** Epoch ms. */
  readonly addedAt: number
  readonly terms: PromotionTerms
  readonly ended: { readonly seq: number; readonly at: number } | null
}

/** Promotions of the account with their last terms, in the order of adding. */
export function listPromotions(history: AccountHistory): readonly PromotionState[] {
  const found = new Map<string, PromotionState>()
  for (const { seq, at, record } of listActive(history)) {
    if (record.kind !== 'account-promotion' && record.kind !== 'account-promotion-ended') continue
    const { promotionId } = record
    const before = found.get(promotionId)
    if (record.kind === 'account-promotion')
      found.set(promotionId, {
        promotionId,
        addedAt: before?.addedAt ?? at,
        terms: record.terms,
        ended: before?.ended ?? null,
      })
    else if (before !== undefined) found.set(promotionId, { ...before, ended: { seq, at } })
  }
  return [...found.values()]
}

/** The promotion that a record added; undefined for any other record, and for a change of its terms. */
export function findAddedPromotion(history: AccountHistory, of: number): string | undefined {
  const active = listActive(history)
  const record = active.find(({ seq }) => seq === of)?.record
  if (record?.kind !== 'account-promotion') return undefined
  const first = active.find(each => isOfPromotion(each.record, record.promotionId))
  return first?.seq === of ? record.promotionId : undefined
}

const isOfPromotion = (record: AccountRecord, promotionId: string): boolean =>
  'promotionId' in record && record.promotionId === promotionId

/** An amount of minor units at a time, epoch ms. */
export interface TimedMinor {
  readonly at: number
  readonly minor: number
}

/** The time of a record; the start of its day when it was written on another one. */
const timeOf = (at: number, day: string): number =>
  toLocalDay(at) === day ? at : new Date(`${day}T00:00:00`).getTime()

/** By holder: deposits of their money, and withdrawals paid to them, which are below 0. */
export function listFlows(history: AccountHistory): ReadonlyMap<string, readonly TimedMinor[]> {
  const found = new Map<string, TimedMinor[]>()
  const add = (holder: string, flow: TimedMinor) => found.set(holder, [...(found.get(holder) ?? []), flow])
  for (const logged of listActive(history)) {
    const record = withPresentName(history, logged)
    if (record.kind === 'account-deposit')
      add(record.holder, { at: timeOf(logged.at, record.day), minor: record.amountMinor })
    const paid = record.kind === 'account-paid' ? findNamedWithdrawal(history, record.of) : undefined
    if (record.kind === 'account-paid' && paid !== undefined)
      add(paid.holder, { at: timeOf(logged.at, record.day), minor: -paid.amountMinor })
  }
  return found
}

/** Gains and losses by records: bonuses and adjustments. */
export function listRecordResults(history: AccountHistory): TimedMinor[] {
  return listActive(history).flatMap(({ at, record }) =>
    record.kind === 'account-bonus' || record.kind === 'account-adjustment'
      ? [{ at: timeOf(at, record.day), minor: record.amountMinor }]
      : [],
  )
}

/** Sentence that says why a record may not follow; undefined if it may. */
export function findProblem(history: AccountHistory, record: AccountRecord): string | undefined {
  if (isRemoved(history)) return 'This account was removed.'
  switch (record.kind) {
    case 'account-opened':
      return 'This account is open already.'
    case 'account-paid':
    case 'account-canceled':
      return listPending(history).some(({ seq }) => seq === record.of)
        ? undefined
        : 'This withdrawal isn’t pending.'
    case 'account-adjustment':
      return record.of === null || isActive(history, record.of, 'account-reading')
        ? undefined
        : 'The balance this explains isn’t in the account.'
    case 'account-promotion-ended':
      return listPromotions(history).some(
        ({ promotionId, ended }) => promotionId === record.promotionId && ended === null,
      )
        ? undefined
        : 'This promotion isn’t in the account, or has ended.'
    case 'account-renamed':
      return listHolders(history).has(record.from) ? undefined : `${record.from} isn’t in this account.`
    case 'account-undone':
      return findUndoProblem(history, record.of)
    default:
      return undefined
  }
}

const isActive = (history: AccountHistory, of: number, kind?: AccountRecord['kind']): boolean =>
  listActive(history).some(({ seq, record }) => seq === of && (kind === undefined || record.kind === kind))

/** A record that another one refers to is undone only after that one. */
export function findUndoProblem(history: AccountHistory, of: number): string | undefined {
  if (!isActive(history, of)) return 'This record was undone, or can’t be.'
  const active = listActive(history)
  if (active.some(({ seq, record }) => seq === of && record.kind === 'account-renamed'))
    return 'Rename the holder again instead: other accounts have this record too.'
  if (active[0]?.seq === of && active[0].record.kind === 'account-opened')
    return active.some(({ seq, record }) => seq !== of && record.kind !== 'account-renamed')
      ? 'Undo the account’s other records first.'
      : undefined
  const added = findAddedPromotion(history, of)
  const refers = active.some(
    ({ seq, record }) =>
      ('of' in record && record.of === of) ||
      (added !== undefined && seq !== of && isOfPromotion(record, added)),
  )
  return refers ? 'Undo the later record that refers to it first.' : undefined
}
