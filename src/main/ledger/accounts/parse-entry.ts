/** Parses what the user enters of an account to a record. An invalid value throws Refusal with its field. */
import { Refusal } from '../../../shared/failure.ts'
import { cleanText } from '../../../shared/clean-text.ts'
import type { EntryDraft } from '../../../shared/model/accounts/account-draft.ts'
import type { AccountRecord } from '../../../shared/model/accounts/account-record.ts'
import { parseMoney } from '../../../shared/model/ticket/money.ts'

interface Context {
  readonly currency: string
  /** The balance by records and tickets now, for a reading. */
  readonly balance: () => number
  /** The name as the holder is known by already. */
  readonly spellHolder: (name: string) => string
}

/** Throws Refusal. */
export function parseEntry(draft: EntryDraft, context: Context): AccountRecord {
  const { currency, balance } = context
  const note = 'note' in draft ? cleanText(draft.note) : ''
  switch (draft.kind) {
    case 'deposit':
    case 'withdrawal':
    case 'bonus':
    case 'adjustment':
      return parseMoneyEntry(draft, context)
    case 'paid':
    case 'canceled':
      return { kind: `account-${draft.kind}`, of: draft.of, day: draft.day, note }
    case 'open':
    case 'closed':
      return { kind: 'account-state', state: { kind: draft.kind }, note }
    case 'limited': {
      const maxStakeMinor = parseAmount('maxStake', draft.maxStake, currency)
      return { kind: 'account-state', state: { kind: 'limited', maxStakeMinor }, note }
    }
    case 'reading': {
      const readMinor = parseSigned('balance', draft.balance, currency)
      if (readMinor < 0) throw invalid('balance', 'Enter the balance on the book’s page: 0 or more.')
      return { kind: 'account-reading', readMinor, expectedMinor: balance(), note }
    }
    case 'undone':
      return { kind: 'account-undone', of: draft.of, note }
    case 'promotion': {
      const { promotionId, terms } = draft
      return {
        kind: 'account-promotion',
        promotionId,
        terms: { ...terms, name: cleanText(terms.name) },
        note,
      }
    }
    case 'promotion-ended':
      return { kind: 'account-promotion-ended', promotionId: draft.promotionId, note }
  }
}

type MoneyEntry = Extract<EntryDraft, { readonly amount: string }>

function parseMoneyEntry(draft: MoneyEntry, { currency, spellHolder }: Context): AccountRecord {
  const { kind, amount, day } = draft
  const dated = { day, note: cleanText(draft.note) }
  if (kind === 'adjustment') {
    const amountMinor = parseSigned('amount', amount, currency)
    if (amountMinor === 0) throw invalid('amount', 'Enter an amount other than 0.')
    return { kind: 'account-adjustment', amountMinor, of: draft.of, ...dated }
  }
  const amountMinor = parseAmount('amount', amount, currency)
  if (kind === 'bonus') return { kind: 'account-bonus', amountMinor, ...dated }
  const holder = spellHolder(parseHolder(draft.holder))
  return { kind: `account-${kind}`, amountMinor, holder, ...dated }
}

/** Throws Refusal for a name without any visible character. */
export function parseHolder(text: string): string {
  const holder = cleanText(text)
  if (holder === '') throw invalid('holder', 'Enter a name, like Main.')
  return holder
}

/** An amount above 0. Throws Refusal. */
export function parseAmount(field: string, text: string, currency: string): number {
  const minor = parseSigned(field, text, currency)
  if (minor <= 0) throw invalid(field, 'Enter an amount above 0.')
  return minor
}

/** An amount with or without a sign, such as `-4.00`. Throws Refusal. */
export function parseSigned(field: string, text: string, currency: string): number {
  const [, sign = '', amount = ''] = /^([-+\u2212]?)(.*)$/s.exec(text.trim()) ?? []
  const parsed = parseMoney(amount, currency)
  if (!parsed.ok) throw invalid(field, parsed.sentence)
  return sign === '-' || sign === '\u2212' ? 0 - parsed.minor : parsed.minor
}

const invalid = (field: string, sentence: string) => new Refusal({ kind: 'invalid', field, sentence })
