/** Alerts in words. */
import type { Alert, AlertRule } from '../../../../shared/model/parlay/alert.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { countOf } from '../../../format/count.ts'
import { priceText } from '../../../format/price-text.ts'
import { percentText, pointsText } from '../../../format/share-text.ts'

const minutesOf = (ms: number): string => `${ms / 60_000} min`

interface Names {
  readonly format: PriceFormat
  readonly nameOf: (bookId: string) => string
}

/** When it fires. */
export function ruleText(rule: AlertRule, { format, nameOf }: Names): string {
  switch (rule.kind) {
    case 'price-reaches': {
      const books = rule.bookIds.length === 0 ? 'Any book' : rule.bookIds.map(nameOf).join(' or ')
      return `${books} reaches ${priceText(rule.price, format)}`
    }
    case 'ev-over':
      return `The best EV is over ${percentText(rule.ev)}`
    case 'books-move': {
      const way = { up: ' longer', down: ' shorter', either: ' the same way' }[rule.direction]
      const verb = rule.books === 1 ? 'moves' : 'move'
      return `${countOf(rule.books, 'book')} ${verb}${way} by ${pointsText(rule.points)} points within ${minutesOf(rule.withinMs)}`
    }
    case 'game-starts':
      return rule.beforeMs === 0 ? 'A game starts' : `A game starts in ${minutesOf(rule.beforeMs)}`
  }
}

/** How it tells. */
export function notificationText({ rule, quietMs, hasNotice, hasSound }: Alert): string {
  const ways = [...(hasNotice ? ['notification'] : []), ...(hasSound ? ['sound'] : [])]
  const how = ways.length === 0 ? 'in this list only' : ways.join(' and ')
  const quiet = rule.kind === 'game-starts' ? 'once a start' : quietMs > 0 ? `quiet for ${minutesOf(quietMs)} after` : 'at every new price' // prettier-ignore
  return `${how} · ${quiet}`
}
