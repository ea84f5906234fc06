/** Filters and sorts the rows by the user's choice of order, tag and filter text. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { findGap, type RowValue } from '../../../../shared/model/price/row-value.ts'
import type { RowSort } from '../../../../shared/model/settings/settings.ts'
import {
  leftOutForm,
  splitFilterText,
  type LimitSign,
  type TypedLimit,
} from '../../../../shared/text/filter-text.ts'
import { sortByMyOrder } from './my-order.ts'
import { rowSpoken } from './row-text.ts'

export interface RowFilter {
  readonly tag: string | null
  /** Only rows that contain each of its words, in any letter case, and are within its limits. */
  readonly text: string
}

export const noFilter: RowFilter = { tag: null, text: '' }

export interface RowChoice extends RowFilter {
  readonly sort: RowSort
  /** Ids in My order. */
  readonly myOrder: readonly number[]
}

export const hidesRows = ({ tag, text }: RowFilter): boolean => tag !== null || text.trim() !== ''

interface OrderContext {
  readonly getValue: (row: Row) => RowValue
  /** The best expected value with a promotion; undefined without one. */
  readonly getPromotedEv: (row: Row) => number | undefined
  readonly now: number
}

/**
 * Returns the ids of the chosen rows, in order. Rows with equal keys stay in the order of their addition; those without
 * a key come last.
 */
export function orderRows(rows: readonly Row[], choice: RowChoice, context: OrderContext): number[] {
  const { words, limits } = parseFilter(choice.text)
  const isChosen = (row: Row) =>
    hasWords(row, choice.tag, words) && isWithin(limits, measure => measureBy[measure](row, context))
  const shown = hidesRows(choice) ? rows.filter(isChosen) : rows
  const ids = shown.map(({ id }) => id)
  if (choice.sort === 'added') return ids
  if (choice.sort === 'mine') return sortByMyOrder(ids, choice.myOrder)
  const toKey = keyBy[choice.sort]
  return shown
    .map(row => ({ id: row.id, key: toKey(row, context) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ id }) => id)
}

type Key = number | string | undefined

/** Lowest first. */
const keyBy: Readonly<Record<Exclude<RowSort, 'added' | 'mine'>, (row: Row, context: OrderContext) => Key>> =
  {
    ev: (row, { getValue }) => negative(getValue(row).ranked[0]?.worth?.ev),
    promotion: (row, { getPromotedEv }) => negative(getPromotedEv(row)),
    gap: (row, { getValue }) => negative(findGap(getValue(row))),
    age: findLastPricedAt,
    game: row => row.legs[0]?.game.title,
    start: findFirstStartAt,
    tag: row => row.note.tags[0]?.toLowerCase(),
  }

const negative = (key: number | undefined): Key => key && -key

function compare(a: Key, b: Key): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
  return Number(a) - Number(b)
}

function findLastPricedAt({ cells }: Row): number | undefined {
  const times = cells.flatMap(({ quote }) => quote?.at ?? [])
  return times.length === 0 ? undefined : Math.max(...times)
}

function findFirstStartAt({ legs }: Row): number | undefined {
  const times = legs.flatMap(({ game }) => game.startAt ?? [])
  return times.length === 0 ? undefined : Math.min(...times)
}

/** The tags of all rows, each once, by the alphabet. */
export function listTags(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap(({ note }) => note.tags))].sort((a, b) => a.localeCompare(b))
}

// Filter text: words, and limits such as `ev>5`, `gap >= 3`, `age<60` or `start<2h`.

const measures = ['ev', 'gap', 'age', 'start'] as const
/** Expected value and gap in per cent, the others in ms. */
type Measure = (typeof measures)[number]

interface Limit {
  readonly measure: Measure
  readonly sign: Sign
  readonly bound: number
}

type Sign = Exclude<LimitSign, '='>
const isWithinBound: Readonly<Record<Sign, (value: number, bound: number) => boolean>> = {
  '>': (value, bound) => value > bound,
  '<': (value, bound) => value < bound,
  '>=': (value, bound) => value >= bound,
  '<=': (value, bound) => value <= bound,
}

const valueForm = /^(-?\d*\.?\d*)([a-z%]*)$/
/** By unit; without one, per cent, seconds of age and minutes to a start. */
const units: Readonly<Record<Measure, Readonly<Record<string, number>>>> = {
  ev: { '': 1, '%': 1 },
  gap: { '': 1, '%': 1 },
  age: { '': 1_000, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 },
  start: { '': 60_000, m: 60_000, min: 60_000, h: 3_600_000 },
}

/** A limit without a number has no effect yet. What is written like a limit and is none are words. */
function parseFilter(text: string) {
  const parts = splitFilterText(text.toLowerCase()).map(part =>
    typeof part === 'string' ? part : (parseLimit(part) ?? part.text),
  )
  return {
    words: parts.filter(part => typeof part === 'string').flatMap(part => part.trim().split(/\s+/)),
    limits: parts.filter(part => typeof part === 'object').filter(({ bound }) => !Number.isNaN(bound)),
  }
}

function parseLimit({ name, sign, value }: TypedLimit): Limit | undefined {
  const [form, number = '', unit = ''] = valueForm.exec(value) ?? []
  const measure = measures.find(each => each === name)
  const scale = measure && units[measure][unit]
  // No value is equal to a typed one to its last decimal.
  if (form === undefined || measure === undefined || scale === undefined || sign === '=') return undefined
  return { measure, sign, bound: Number.parseFloat(number) * scale }
}

/** A row without a limit's value is not within it. */
function isWithin(limits: readonly Limit[], getMeasured: (measure: Measure) => number | undefined): boolean {
  return limits.every(({ measure, sign, bound }) => {
    const value = getMeasured(measure)
    return value !== undefined && isWithinBound[sign](value, bound)
  })
}

const toPercent = (share: number | undefined) => share && share * 100

/** Values in the units of a filter; undefined for a start that has passed. */
const measureBy: Readonly<Record<Measure, (row: Row, context: OrderContext) => number | undefined>> = {
  ev: (row, { getValue }) => toPercent(getValue(row).ranked[0]?.worth?.ev),
  gap: (row, { getValue }) => toPercent(findGap(getValue(row))),
  age(row, { now }) {
    const at = findLastPricedAt(row)
    return at && now - at
  },
  start(row, { now }) {
    const at = findFirstStartAt(row)
    return at === undefined || at < now ? undefined : at - now
  },
}

function hasWords(row: Row, tag: string | null, words: readonly string[]): boolean {
  if (tag !== null && !row.note.tags.includes(tag)) return false
  const text = searchableText(row)
  return words.every(word =>
    word.search(leftOutForm) === 0 ? !text.includes(word.slice(1)) : text.includes(word),
  )
}

/** All texts of a parlay on screen. */
function searchableText(row: Row): string {
  const legs = row.legs.flatMap(({ name, market, game }) => [name, market, game.title, game.league])
  return [rowSpoken(row), row.note.note, ...legs].join(' ').toLowerCase()
}
