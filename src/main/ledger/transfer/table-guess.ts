/** Guesses the columns of a table by their names and first rows, for the user to correct. */
import { priceFormats } from '../../../shared/odds/price.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import { tableFields, type TableField, type TableMapping } from '../../../shared/model/ticket/transfer.ts'

const namePatterns: Readonly<Record<TableField, RegExp>> = {
  placedAt: /^(date|placed|placedat|dateplaced|betdate|time|datetime|timeplaced|timeplacediso)$/,
  book: /^(book|sportsbook|bookmaker|bookie|site)$/,
  legs: /^(legs?|bet|bets|description|selections?|betname|event|betinfo|picks?|pick|leg\d+|leg\d+name)$/,
  odds: /^(odds|price|line|americanodds|decimalodds)$/,
  stake: /^(stake|wager|risk|amount|staked|betamount|units?)$/,
  currency: /^(currency|ccy)$/,
  result: /^(result|status|outcome|settlement|grade)$/,
  payout: /^(payout|return|returns|returned|paid|cashout|totalreturn)$/,
  profit: /^(profit|net|pnl|pl|profitloss|winloss)$/,
  league: /^(league|sport|leagues|sports|competition)$/,
  market: /^(market|bettype|type|markets)$/,
  tags: /^(tags?|labels?|category)$/,
  note: /^(notes?|comments?|memo)$/,
}

export function guessMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  known: { readonly currency: string },
): TableMapping {
  const taken = new Set<TableField>()
  const fields = columns.map(column => {
    const field = findField(column)
    if (field === null || (taken.has(field) && field !== 'legs')) return null
    taken.add(field)
    return field
  })
  const listValues = (field: TableField) => rows.flatMap(row => row[fields.indexOf(field)] || [])
  return {
    fields,
    priceFormat: guessFormat(listValues('odds')),
    currency: known.currency,
    dateOrder: listValues('placedAt').some(isDayFirst) ? 'day-first' : 'month-first',
    legSeparator: guessSeparator(listValues('legs')),
  }
}

function findField(column: string): TableField | null {
  const name = column.toLowerCase().replace(/[^a-z0-9]/g, '')
  return tableFields.find(field => namePatterns[field].test(name)) ?? null
}

/** American when a price has a sign and three digits; else the first format that fits all of them. */
function guessFormat(prices: readonly string[]): TableMapping['priceFormat'] {
  if (prices.some(price => /^\s*[+\-\u2212]\d{3,}\s*$/.test(price))) return 'american'
  const fits = priceFormats.filter(
    format => prices.length > 0 && prices.every(price => parsePrice(price.trim(), format).ok),
  )
  return fits[0] ?? 'american'
}

function isDayFirst(date: string): boolean {
  const [, first = '', second = ''] = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]/.exec(date) ?? []
  return Number(first) > 12 && Number(second) <= 12
}

function guessSeparator(legs: readonly string[]): TableMapping['legSeparator'] {
  const has = (pattern: RegExp) => legs.some(text => pattern.test(text))
  if (has(/\n/)) return 'line'
  if (has(/\|/)) return 'pipe'
  if (has(/;/)) return 'semicolon'
  return has(/ \+ /) ? 'plus' : 'none'
}
