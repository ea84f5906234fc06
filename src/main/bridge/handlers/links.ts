import type { Handlers } from '../../../shared/contract.ts'
import type { Desk } from '../../desk/desk.ts'
import type { DeepLinks } from '../../links/deep-link.ts'
import { linkOf } from '../../links/link-policy.ts'

/** A cell's betslip link. The window names the cell; the address comes from its last quote, here. */
export function linksHandlers(desk: Desk, links: DeepLinks): Handlers['links'] {
  const linkAt = (cell: { parlayId: number; bookId: string }) => {
    const outcome = desk.outcome(cell)
    return linkOf(outcome?.kind === 'priced' ? outcome.links : null)
  }
  return {
    open: ({ parlayId, bookId, approve }) => links.open(bookId, linkAt({ parlayId, bookId }), approve),
    copy: cell => links.copy(linkAt(cell)),
  }
}
