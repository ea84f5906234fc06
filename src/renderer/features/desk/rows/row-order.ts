/** Which rows are shown and in what order, by what the user chose. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { gapOf, type RowValue } from '../../../../shared/model/price/row-value.ts'
import { rowSpoken } from '../grid/grid-cell.ts'
import { isWithin, readFilter, type Measure, type RowFilter } from './row-filter.ts'

export const sorts = ['added', 'ev', 'gap', 'age', 'game', 'start', 'tag'] as const
export type Sort = (typeof sorts)[number]

export interface RowChoice {
  readonly sort: Sort
  /** Only rows with this tag. */
  readonly tag: string | null
  /** Only rows in which each of these words is found, in whatever case, and that keep within its limits. */
  readonly text: string
}

export const allRows: RowChoice = { sort: 'added', tag: null, text: '' }

/** Whether the choice hides rows. */
export const isNarrow = ({ tag, text }: RowChoice): boolean => tag !== null || text.trim() !== ''

/** The ids of the rows chosen, in order. Rows that sort alike stay as they were added; those without a key go last. */
export function orderRows(rows: readonly Row[], choice: RowChoice, { valueOf, now }: OrderContext): number[] {
  const filter = readFilter(choice.text)
  const isChosen = (row: Row) =>
    hasWords(row, choice.tag, filter) && isWithin(filter.limits, of => measures[of](row, { valueOf, now }))
  const shown = isNarrow(choice) ? rows.filter(isChosen) : rows
  if (choice.sort === 'added') return shown.map(({ id }) => id)
  const keyOf = keys[choice.sort]
  return shown
    .map(row => ({ id: row.id, key: keyOf(row, valueOf) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ id }) => id)
}

/** What rows are judged by. */
export interface OrderContext {
  readonly valueOf: (row: Row) => RowValue
  readonly now: number
}

type Key = number | string | undefined

/** Lowest first. */
const keys: Readonly<Record<Exclude<Sort, 'added'>, (row: Row, valueOf: (row: Row) => RowValue) => Key>> = {
  ev: (row, valueOf) => negative(valueOf(row).ranked[0]?.worth?.ev),
  gap: (row, valueOf) => negative(gapOf(valueOf(row))),
  age: lastPricedAt,
  game: row => row.legs[0]?.game.title,
  start: firstStart,
  tag: row => row.note.tags[0]?.toLowerCase(),
}

const negative = (key: number | undefined): Key => key && -key

function compare(a: Key, b: Key): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
  return Number(a) - Number(b)
}

const percent = (share: number | undefined) => share && share * 100

/** In the units of a filter. A start that has passed is none. */
const measures: Readonly<Record<Measure, (row: Row, eyes: OrderContext) => number | undefined>> = {
  ev: (row, { valueOf }) => percent(valueOf(row).ranked[0]?.worth?.ev),
  gap: (row, { valueOf }) => percent(gapOf(valueOf(row))),
  age(row, { now }) {
    const at = lastPricedAt(row)
    return at && now - at
  },
  start(row, { now }) {
    const at = firstStart(row)
    return at === undefined || at < now ? undefined : at - now
  },
}

function lastPricedAt({ cells }: Row): number | undefined {
  const times = cells.flatMap(({ quote }) => quote?.at ?? [])
  return times.length === 0 ? undefined : Math.max(...times)
}

function firstStart({ legs }: Row): number | undefined {
  const times = legs.flatMap(({ game }) => game.startAt ?? [])
  return times.length === 0 ? undefined : Math.min(...times)
}

function hasWords(row: Row, tag: string | null, { words }: RowFilter): boolean {
  if (tag !== null && !row.note.tags.includes(tag)) return false
  const says = textOf(row)
  return words.every(word => says.includes(word))
}

/** All that the screen says of a parlay in words. */
function textOf(row: Row): string {
  const legs = row.legs.flatMap(({ name, market, game }) => [name, market, game.title, game.league])
  return [rowSpoken(row), row.note.note, ...legs].join(' ').toLowerCase()
}

/** The tags of all rows, each once, by the alphabet. */
export function listTags(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap(({ note }) => note.tags))].sort((a, b) => a.localeCompare(b))
}
