import type { Handlers } from '../../../shared/contract.ts'
import { Refusal } from '../../../shared/failure.ts'
import type { NotedSpan } from '../../../shared/model/price/link-outcome.ts'
import type { Links, Quote } from '../../../shared/model/price/quote.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { Desk } from '../../desk/desk.ts'
import type { LinkOutcomes } from '../../desk/quotes/link-outcomes.ts'
import { copyText, type DeepLinks } from '../../links/deep-link.ts'
import { findLink, findPhoneLink } from '../../links/link-policy.ts'
import { describeBet } from '../../links/reminder.ts'

export interface LinkHandlerDeps {
  readonly desk: Pick<Desk, 'outcome' | 'quote' | 'parlay'>
  readonly links: DeepLinks
  readonly outcomes: LinkOutcomes
  readonly profileId: () => string
  readonly priceFormat: () => PriceFormat
}

/** Betslip links. The window names a cell and a quote of it; the address comes from there, here. */
export function createLinksHandlers({
  desk,
  links,
  outcomes,
  profileId,
  priceFormat,
}: LinkHandlerDeps): Handlers['links'] {
  const lastLinks = (cell: { parlayId: number; bookId: string }) => linksIn(desk.outcome(cell))
  const records = (span?: NotedSpan) => ({ records: outcomes.records(profileId(), span) })
  return {
    open: ({ quoteId, approve, ...cell }) =>
      links.open(cell.bookId, findLink(linksIn(desk.quote(cell, quoteId).outcome)), approve),
    copy: ({ to, ...cell }) =>
      links.copy(to === 'phone' ? findPhoneLink(lastLinks(cell)) : findLink(lastLinks(cell))),
    phone: cell => links.phone(findPhoneLink(lastLinks(cell))),
    async remind({ quoteId, ...cell }) {
      const price = requirePrice(desk.quote(cell, quoteId))
      await copyText(describeBet(desk.parlay(cell.parlayId).legs, price, priceFormat()))
    },
    recordOutcome({ quoteId, seen, ...cell }) {
      outcomes.record({ cell, quoteId, price: requirePrice(desk.quote(cell, quoteId)) }, seen, Date.now())
      return records()
    },
    records: span => records(span),
  }
}

const linksIn = (outcome: Quote['outcome'] | undefined): Links | null =>
  outcome?.kind === 'priced' ? outcome.links : null

function requirePrice({ outcome }: Quote) {
  if (outcome.kind === 'priced') return outcome.price
  throw new Refusal({ kind: 'not-found', what: 'the price that was on screen' })
}
