/** Value of a ticket's price by the fair price when it was taken, by the book's close, and by the close without its margin. */
import { expectedValue } from '../../../../shared/odds/value.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import type { TicketDetail } from '../../../../shared/model/ticket/ticket-detail.ts'
import { fairText } from '../../../format/fair-text.ts'
import { signedPercent } from '../../../format/number-text.ts'
import { clockSeconds } from '../../../format/time-text.ts'
import { shortPriceText } from '../../../format/price-text.ts'
import { isCloseSoFar } from '../ledger-text.ts'

const sourceNames = { partition: 'one book’s prices', mine: 'yours', consensus: 'consensus' } as const

/**
 * `Fair price when taken +430 (consensus): EV +4.2%`, then the two closes, each with its own CLV: the table has the
 * book's, whose margin is in it, and the proof of edge the one without. Empty without any of them.
 */
export function fairValueLines(
  { line, fair, fairClose }: Pick<TicketDetail, 'line' | 'fair' | 'fairClose'>,
  format: PriceFormat,
  now: number,
): string[] {
  const worth = (p: number) => signedPercent(expectedValue(p, line.price.decimal))
  const { book, closing, clv } = line
  const soFar =
    isCloseSoFar(line, now) && closing.kind === 'priced' ? ` so far, at ${clockSeconds(closing.at)},` : ''
  const by = fairClose?.by === 'singles' ? ', estimated from single odds' : ''
  return [
    ...(fair === null
      ? []
      : [
          `Fair price when taken ${fairText(fair.p, format)} (${sourceNames[fair.source]}): EV ${worth(fair.p)}`,
        ]),
    ...(closing.kind !== 'priced' || clv === null
      ? []
      : [
          `Close at ${book.name}${soFar} ${shortPriceText(closing.price, format)}, margin included: CLV ${signedPercent(clv)}`,
        ]),
    ...(fairClose === null
      ? []
      : [`No-vig close${soFar} ${fairText(fairClose.p, format)}${by}: no-vig CLV ${worth(fairClose.p)}`]),
  ]
}
