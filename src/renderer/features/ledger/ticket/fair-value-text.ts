/** Value of a ticket's price by the fair price when it was taken, and by the close without the book's margin. */
import { expectedValue } from '../../../../shared/odds/value.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import type { TicketDetail } from '../../../../shared/model/ticket/ticket-detail.ts'
import { fairText } from '../../../format/fair-text.ts'
import { signedPercent } from '../../../format/number-text.ts'
import { isCloseSoFar } from '../ledger-text.ts'

const sourceNames = { partition: 'one book’s prices', mine: 'yours', consensus: 'consensus' } as const

/** `Fair price when taken +430 (consensus): EV +4.2%`, and the same of the no-vig close; empty without either. */
export function fairValueLines(
  { line, fair, fairClose }: Pick<TicketDetail, 'line' | 'fair' | 'fairClose'>,
  format: PriceFormat,
  now: number,
): string[] {
  const worth = (p: number) => signedPercent(expectedValue(p, line.price.decimal))
  const close = isCloseSoFar(line, now) ? 'No-vig close so far' : 'No-vig close'
  const by = fairClose?.by === 'singles' ? ', estimated from single odds' : ''
  return [
    ...(fair === null
      ? []
      : [
          `Fair price when taken ${fairText(fair.p, format)} (${sourceNames[fair.source]}): EV ${worth(fair.p)}`,
        ]),
    ...(fairClose === null
      ? []
      : [`${close} ${fairText(fairClose.p, format)}${by}: CLV ${worth(fairClose.p)}`]),
  ]
}
