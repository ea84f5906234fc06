/** Texts of accounts: states, records, differences. */
import type { EntryKind } from '../../../shared/model/accounts/account-draft.ts'
import type {
  AccountItem,
  AccountLine,
  AccountsOverview,
  HolderLine,
} from '../../../shared/model/accounts/account.ts'
import type { AccountRecord, AccountState } from '../../../shared/model/accounts/account-record.ts'
import type { TeamStatement } from '../../../shared/model/team/statement.ts'
import { exactMoney, signedMoney } from '../../../shared/model/ticket/money-text.ts'
import { minBonusBets } from '../../../shared/value/promotion-worth.ts'
import { usualBonusWorth } from '../../../shared/value/promotions.ts'
import { percentText } from '../../format/number-text.ts'
import { promotionName, promotionText } from '../../format/promotion-text.ts'
import { timeAndDay } from '../../format/time-text.ts'
import { findPromotionState } from './promotions/promotion-state.ts'

export const stateNames: Readonly<Record<AccountState['kind'], string>> = {
  open: 'Open',
  limited: 'Limited',
  closed: 'Closed',
}

export const entryNames: Readonly<Record<EntryKind, string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  reading: 'Balance on the book’s page',
  bonus: 'Bonus from the book',
  adjustment: 'Adjustment',
  limited: 'The book limits you',
  closed: 'Account closed',
  open: 'Account open again',
}

/** Highest stake that the book takes: `$50`, `Any` or `None`. */
export function takesText({ state, currency }: Pick<AccountLine, 'state' | 'currency'>): string {
  if (state.kind === 'limited') return exactMoney(state.maxStakeMinor, currency)
  return state.kind === 'open' ? 'Any' : '–'
}

/** Open promotions: `25% profit boost, Bonus bet $25`; empty without any. */
export const promotionsText = (
  { promotions, currency }: Pick<AccountLine, 'promotions' | 'currency'>,
  now: number,
): string =>
  promotions
    .filter(line => findPromotionState(line, now) === 'open')
    .map(({ terms }) => promotionName(terms, currency))
    .join(', ')

/** The last reading: `6:02 PM ✓`, or its difference. */
export function checkText({ check, currency }: Pick<AccountLine, 'check' | 'currency'>, now: number): string {
  if (check === null) return 'Never'
  if (check.differenceMinor !== 0) return `Off by ${exactMoney(Math.abs(check.differenceMinor), currency)}`
  return `${timeAndDay(check.at, now)} ✓`
}

/** A holder's difference: `to receive $945.55`. */
export function differenceText(
  { differenceMinor }: Pick<HolderLine, 'differenceMinor'>,
  currency: string,
): string {
  if (differenceMinor === 0) return 'even'
  const amount = exactMoney(Math.abs(differenceMinor), currency)
  return differenceMinor < 0 ? `to receive ${amount}` : `to pay ${amount}`
}

/** `Funded $500.00 · entitled $520.00 · holding $600.00 · to pay $80.00`. */
export function statementText({ currency, ...row }: TeamStatement['rows'][number]): string {
  const money = (minor: number) => exactMoney(minor, currency)
  return [
    `Funded ${money(row.fundedMinor)}`,
    `entitled ${money(row.entitledMinor)}`,
    `holding ${money(row.holdingMinor)}`,
    differenceText(row, currency),
  ].join(' · ')
}

/** `by Desk 1, 6:02 PM`. */
export const sentText = (
  { by, at, isShared }: TeamStatement,
  nameOf: (member: string) => string,
  now: number,
): string => `by ${nameOf(by)}, ${timeAndDay(at, now)}${isShared ? '' : ' · not yet shared'}`

/** The worth that an empty field means, and where it is from. */
export function bonusWorthHint(given: AccountsOverview['bonusWorth'] | undefined): string {
  const { worth, bets, isOwn } = given ?? { worth: usualBonusWorth, bets: 0, isOwn: false }
  return isOwn
    ? `Empty: ${percentText(worth, 0)}, by your ${bets} bonus bets.`
    : `Empty: ${percentText(worth, 0)}, as usual; by your own from ${minBonusBets} bonus bets on (now ${bets}).`
}

/** A balance; one below 0 has a mark beside its sign. */
export const balanceText = (minor: number, currency: string): string =>
  `${minor < 0 ? '⚠ ' : ''}${exactMoney(minor, currency)}`

export const belowZeroTip =
  'Below 0: stakes and withdrawals are more than the money recorded here. Record a deposit, or the balance on the book’s page.'

/**
 * Style of a column whose width is to have room for these amounts: signs and separators need no more than a digit, the
 * mark two.
 */
export const toDigitsStyle = (amounts: readonly string[]): Readonly<Record<'--digits', string>> => ({
  '--digits': `${Math.max(0, ...amounts.map(amount => amount.replace('⚠', '⚠⚠').length))}ch`,
})

export const moneyOrDash = (minor: number, currency: string): string =>
  minor === 0 ? '–' : exactMoney(minor, currency)

export function describeItem(item: AccountItem, account: AccountLine): string {
  if (item.kind === 'record') return describeRecord(item.record, account) + (item.isUndone ? ' (undone)' : '')
  if (item.isReversal)
    return item.entry === 'stake' ? `Stake returned: ${item.title}` : `Result reversed: ${item.title}`
  if (item.entry === 'stake') return `Stake: ${item.title}`
  return `${resultWords[item.result ?? 'won'] ?? 'Settled'}: ${item.title}`
}

const resultWords: Readonly<Record<string, string>> = {
  won: 'Ticket won',
  lost: 'Ticket lost',
  refunded: 'Ticket pushed or voided',
  'cashed-out': 'Ticket cashed out',
}

function describeRecord(record: AccountRecord, account: AccountLine): string {
  const text = recordText(record, account)
  return record.note === '' ? text : `${text} · ${record.note}`
}

function recordText(record: AccountRecord, { currency, holder }: AccountLine): string {
  switch (record.kind) {
    case 'account-opened':
      return 'Account added'
    case 'account-state':
      return record.state.kind === 'limited'
        ? `Limited to ${exactMoney(record.state.maxStakeMinor, currency)}`
        : stateNames[record.state.kind]
    case 'account-deposit':
      return record.holder === holder ? 'Deposit' : `Deposit, from ${record.holder}`
    case 'account-withdrawal':
      return record.holder === holder ? 'Withdrawal requested' : `Withdrawal requested, for ${record.holder}`
    case 'account-paid':
      return 'Withdrawal paid'
    case 'account-canceled':
      return 'Withdrawal canceled'
    case 'account-adjustment':
      return record.of === null ? 'Adjustment' : 'Difference explained'
    case 'account-bonus':
      return 'Bonus'
    case 'account-reading':
      return readingText(record.readMinor, record.readMinor - record.expectedMinor, currency)
    case 'account-promotion':
      return `Promotion: ${promotionText(record.terms, currency)}`
    case 'account-promotion-ended':
      return 'Promotion ended'
    case 'account-renamed':
      return `Holder renamed: ${record.from} is ${record.holder}`
    case 'account-undone':
      return 'Undo'
  }
}

function readingText(readMinor: number, difference: number, currency: string): string {
  const text = `Balance at the book: ${exactMoney(readMinor, currency)}`
  return difference === 0 ? `${text} ✓` : `${text}, ${signedMoney(difference, currency)}`
}
