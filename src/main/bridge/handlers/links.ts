import type { Handlers } from '../../../shared/contract.ts'
import { Refusal } from '../../../shared/failure.ts'
import { cleanText } from '../../../shared/clean-text.ts'
import type { OutcomePeriod } from '../../../shared/model/price/link-outcome.ts'
import type { Links, Quote, QuotedPrice } from '../../../shared/model/price/quote.ts'
import type { LegView } from '../../../shared/model/parlay/parlay.ts'
import { priceIn } from '../../../shared/odds/price-format.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { StoredApprovals } from '../../account/stored-preferences.ts'
import type { Account } from '../../account/account.ts'
import type { UserSettings } from '../../account/settings.ts'
import type { Desk } from '../../desk/desk.ts'
import type { LinkOutcomes } from '../../desk/quotes/link-outcomes.ts'
import { copyText, type DeepLinks } from '../../links/deep-link.ts'
import { findLink, findPhoneLink } from '../../links/link-policy.ts'

export interface LinkHandlerDeps {
  readonly desk: Pick<Desk, 'outcome' | 'quote' | 'parlay' | 'halfLives'>
  readonly links: DeepLinks
  readonly outcomes: LinkOutcomes
  readonly approvals: Pick<StoredApprovals, 'list' | 'revoke'>
  readonly account: Pick<Account, 'activeId'>
  readonly settings: Pick<UserSettings, 'priceFormat'>
}

/**
 * Betslip links. The window names a cell and a quote; the link's address is read from that quote and never leaves the
 * main process.
 */
export function createLinksHandlers({
  desk,
  links,
  outcomes,
  approvals,
  account,
  settings,
}: LinkHandlerDeps): Handlers['links'] {
  const lastLinks = (cell: { parlayId: number; bookId: string }) => linksIn(desk.outcome(cell))
  const records = (span?: OutcomePeriod) => ({
    records: outcomes.records(account.activeId, span),
    halfLives: desk.halfLives(),
  })
  return {
    open: ({ quoteId, approve, ...cell }) =>
      links.open(cell.bookId, findLink(linksIn(desk.quote(cell, quoteId).outcome)), approve),
    copy: ({ to, ...cell }) =>
      links.copy(to === 'phone' ? findPhoneLink(lastLinks(cell)) : findLink(lastLinks(cell))),
    phone: cell => links.phone(findPhoneLink(lastLinks(cell))),
    async copyBet({ quoteId, ...cell }) {
      const price = requirePrice(desk.quote(cell, quoteId))
      await copyText(describeBet(desk.parlay(cell.parlayId).legs, price, settings.priceFormat))
    },
    recordOutcome({ quoteId, seen, ...cell }) {
      outcomes.record({ cell, quoteId, price: requirePrice(desk.quote(cell, quoteId)) }, seen, Date.now())
      return records()
    },
    records: span => records(span),
    approvals: () => ({ approvals: approvals.list() }),
    revoke(approval) {
      approvals.revoke(approval)
      return { approvals: approvals.list() }
    },
  }
}

const linksIn = (outcome: Quote['outcome'] | undefined): Links | null =>
  outcome?.kind === 'priced' ? outcome.links : null

function requirePrice({ outcome }: Quote) {
  if (outcome.kind === 'priced') return outcome.price
  throw new Refusal({ kind: 'not-found', what: 'the price on screen' })
}

/** Legs and price to compare an opened betslip with, as text to paste: `3 legs, +512`, then a line for each leg. */
function describeBet(legs: readonly LegView[], price: QuotedPrice, format: PriceFormat): string {
  const parsed = parsePrice(price.text, price.format)
  const priceText = parsed.ok ? priceIn(format, parsed.price) : price.text
  const count = legs.length === 1 ? '1 leg' : `${legs.length} legs`
  return [`${count}, ${priceText}`, ...legs.map(({ name, market }) => `${name} (${market})`)]
    .map(cleanText)
    .join('\n')
}
