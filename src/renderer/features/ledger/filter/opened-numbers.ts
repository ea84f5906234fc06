/**
 * Numbers that the user opened to their tickets, with what each changed in the filter: a number that is taken back takes
 * all of that with it, be it pressed again, or one of its chips or fields removed.
 */
import type { Narrowing } from '../../../navigation-store.ts'
import {
  allTickets,
  type FilterPart,
  type LedgerFilter,
} from '../../../../shared/model/ticket/ledger-filter.ts'
import { type FilterField, filterFields, isNarrowedTo, isSamePart, narrowFilter } from './narrowing.ts'
import type { Period } from './period.ts'

type Fields = Omit<LedgerFilter, 'also'>

interface OpenedNumber {
  readonly part: Narrowing
  /** Fields that it changed, as they were. */
  readonly before: Partial<Fields>
  /** Parts that it added. */
  readonly added: readonly FilterPart[]
}

/** Filter of the ledger, and the numbers that were opened in it, the first one first. */
export interface Shown {
  readonly period: Period
  readonly filter: LedgerFilter
  readonly opened: readonly OpenedNumber[]
}

const pick = (from: Partial<Fields>, names: readonly FilterField[]): Partial<Fields> =>
  names.reduce<Partial<Fields>>((picked, name) => ({ ...picked, [name]: from[name] }), {})
/** Fields that a number sets. Days of a number narrow the period, which stays. */
const toSetFields = ({ also: _, ...set }: Narrowing): Partial<Fields> => set
const without = (parts: readonly FilterPart[], gone: readonly FilterPart[]): readonly FilterPart[] =>
  parts.filter(part => !gone.some(each => isSamePart(each, part)))

/** Opens a number, or takes it back if it is open. */
export function toggleNumber(shown: Shown, part: Narrowing): Shown {
  const found = shown.opened.findLast(each => JSON.stringify(each.part) === JSON.stringify(part))
  if (!isNarrowedTo(shown.filter, part)) return open(shown, part, found)
  return found === undefined ? removeConditions(shown, part) : takeBack(shown, found)
}

function open(shown: Shown, part: Narrowing, stale: OpenedNumber | undefined): Shown {
  const set = toSetFields(part)
  const was: Fields = shown.filter
  const filter = narrowFilter(shown.filter, part)
  const before = pick(
    was,
    filterFields.filter(name => name in set && set[name] !== was[name]),
  )
  const number = { part, before, added: filter.also.slice(shown.filter.also.length) }
  return {
    period: shown.period,
    filter,
    opened: [...shown.opened.filter(each => each !== stale), number],
  }
}

/** Removes a number's conditions that were not set by the number itself. Days and currency stay as the user chose them. */
function removeConditions(shown: Shown, { also = [], ...set }: Narrowing): Shown {
  const names = filterFields.filter(
    name => name in set && !['fromDay', 'toDay', 'currency', 'text'].includes(name),
  )
  const filter = {
    ...shown.filter,
    ...pick({ ...allTickets }, names),
    also: without(shown.filter.also, also),
  }
  return changeFilter(shown, filter)
}

/** Adopts a filter that the user changed. A number whose chip or field was removed is taken back whole. */
export function changeFilter(shown: Shown, filter: LedgerFilter): Shown {
  const removed = without(shown.filter.also, filter.also)
  const isRemoved = ({ part, before }: OpenedNumber) =>
    without(removed, part.also ?? []).length < removed.length ||
    (part.toDay !== undefined && shown.period !== 'days' && hasOtherDays(shown.filter, filter)) ||
    filterFields.some(
      name =>
        name in before &&
        filter[name] !== shown.filter[name] &&
        (filter[name] === null || filter[name] === before[name]),
    )
  return shown.opened.filter(isRemoved).reduceRight(takeBack, { ...shown, filter })
}

const hasOtherDays = (one: LedgerFilter, other: LedgerFilter): boolean =>
  one.fromDay !== other.fromDay || one.toDay !== other.toDay

/** Takes back the number that was opened last; undefined when none is open. */
export function closeLastNumber(shown: Shown): Shown | undefined {
  const last = shown.opened.at(-1)
  return last && takeBack(shown, last)
}

/** Undoes what a number changed and still holds. What a later number needs too stays, and goes with that one. */
function takeBack(shown: Shown, number: OpenedNumber): Shown {
  const at = shown.opened.indexOf(number)
  const later = shown.opened.slice(at + 1)
  const set = toSetFields(number.part)
  const now: Fields = shown.filter
  const heirOf = (name: FilterField) => later.find(each => name in toSetFields(each.part))
  const heirOfPart = (part: FilterPart) =>
    later.find(each => each.part.also?.some(other => isSamePart(other, part)))
  const names = filterFields.filter(name => name in number.before)
  const inherit = (each: OpenedNumber): OpenedNumber => ({
    ...each,
    before: {
      ...each.before,
      ...pick(
        number.before,
        names.filter(name => heirOf(name) === each),
      ),
    },
    added: [...each.added, ...number.added.filter(part => heirOfPart(part) === each)],
  })
  const restored = names.filter(name => heirOf(name) === undefined && now[name] === set[name])
  const gone = number.added.filter(part => heirOfPart(part) === undefined)
  return {
    period: shown.period,
    filter: { ...shown.filter, ...pick(number.before, restored), also: without(shown.filter.also, gone) },
    opened: [...shown.opened.slice(0, at), ...later.map(inherit)],
  }
}
