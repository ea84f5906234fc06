/** Keeps the lines of a cell's value in their places while prices stream: a number that is missing now is a dash. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { RowValue } from '../../../../shared/model/price/row-value.ts'
import type { ValueSettings } from '../../../../shared/model/settings/settings.ts'
import type { ValueLine } from './value-lines.ts'

const identify = ({ name, part }: ValueLine): string => (part === undefined ? name : `${name} ${part}`)

/** Lines that come and go with the age of prices. The others change by what the user does. */
const streaming: ReadonlySet<string> = new Set([
  'fair median',
  'consensus',
  'ev',
  'kelly',
  'gap',
  'takes',
  'takes rival',
  'singles',
  'correlation',
])

/** Names a cell and what the user set for its value: a line that needed another setting can't return. */
export function nameLines(
  cell: string,
  { fairs, fairPrice, cells }: Pick<Row, 'fairs' | 'fairPrice' | 'cells'>,
  { stakeMinor }: Pick<RowValue, 'stakeMinor'>,
  { fairSource }: Pick<ValueSettings, 'fairSource'>,
): string {
  const used = fairs.filter(({ isUsed }) => isUsed).map(({ bookId }) => bookId)
  const limits = cells.map(({ maxStakeMinor }) => maxStakeMinor)
  return JSON.stringify([cell, fairSource, fairPrice?.decimal ?? null, used, stakeMinor, limits])
}

/** `before`: the lines last shown under the same name. */
export function keepLines(lines: readonly ValueLine[], before: readonly ValueLine[]): readonly ValueLine[] {
  const present = new Set(lines.map(identify))
  const kept = [...lines]
  for (const [place, line] of before.entries()) {
    if (present.has(identify(line)) || !streaming.has(identify(line))) continue
    const above = before.slice(0, place).map(identify)
    const after = kept.findLastIndex(each => above.includes(identify(each)))
    const { name, part, label } = line
    kept.splice(after + 1, 0, { name, label, text: '—', ...(part && { part }) })
  }
  return kept
}
