/** Days as people write them in a text: `2026-11-27`, `11/27`, `27.11`, `nov 27`, `nov 20-24`, `november`, `monday`. */

/** Today, and how days are written here. */
export interface Calendar {
  /** `2026-11-28`. */
  readonly today: string
  /** True where 3/4 is the third of April. */
  readonly isDayFirst: boolean
  /** True where dates are written with dots, so that 3.4 may be one. */
  readonly hasDots: boolean
  /** Numbers of the months by their names in lower case, whole and short. */
  readonly months: ReadonlyMap<string, number>
  /** Numbers of the days of a week, Sunday first as 0, by their whole names in lower case. */
  readonly weekdays: ReadonlyMap<string, number>
}

/** Days found in a text, the first and the last, and the number of their words. */
export interface TypedDays {
  readonly from: string
  readonly to: string
  readonly length: number
  /** True for a name that may be any word, such as `april`. */
  readonly isWord: boolean
}

const english = 'january february march april may june july august september october november december'

const toMonthKey = (name: string): string => name.toLowerCase().replace(/\.$/u, '')

function listMonths(): ReadonlyMap<string, number> {
  const months = new Map<string, number>([['sept', 9]])
  const names = english.split(' ')
  for (const [at, name] of names.entries()) months.set(name, at + 1).set(name.slice(0, 3), at + 1)
  for (const month of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(undefined, { day: 'numeric', month, timeZone: 'UTC' })
    for (const at of names.keys()) {
      const parts = format.formatToParts(Date.UTC(2026, at, 15))
      const name = parts.find(({ type }) => type === 'month')?.value ?? ''
      if (/\p{L}/u.test(name)) months.set(toMonthKey(name), at + 1)
    }
  }
  return months
}

const englishDays = 'sunday monday tuesday wednesday thursday friday saturday'

function listWeekdays(): ReadonlyMap<string, number> {
  const days = new Map(englishDays.split(' ').map((name, at) => [name, at]))
  const format = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' })
  // The first of February 2026 is a Sunday.
  for (const at of days.values()) days.set(format.format(Date.UTC(2026, 1, 1 + at)).toLowerCase(), at)
  return days
}

let ofLocale: Omit<Calendar, 'today'> | undefined

/** The calendar of this machine's user. */
export function readCalendar(): Calendar {
  ofLocale ??= readLocale()
  return { ...ofLocale, today: toDay(new Date()) }
}

function readLocale(): Omit<Calendar, 'today'> {
  const parts = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'numeric' }).formatToParts(0)
  const [first] = parts.filter(({ type }) => type === 'day' || type === 'month')
  const hasDots = parts.some(({ type, value }) => type === 'literal' && value.includes('.'))
  return { isDayFirst: first?.type === 'day', hasDots, months: listMonths(), weekdays: listWeekdays() }
}

const two = (part: number): string => String(part).padStart(2, '0')
const toDay = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** The days that begin at a word of a text; undefined for none. */
export function findDays(words: readonly string[], at: number, calendar: Calendar): TypedDays | undefined {
  const word = words[at] ?? ''
  const day = parseDay(word, calendar)
  if (day !== undefined) return { from: day, to: day, length: 1, isWord: false }
  return (
    findNamedDays(words.slice(at, at + 3), calendar) ??
    findMonth(words.slice(at, at + 2), calendar) ??
    findWeekday(word, calendar)
  )
}

const isoForm = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/u
const slashForm = /^(\d{1,2})([/-])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/u
const dotForm = /^(\d{1,2})\.(\d{1,2})(\.(\d{4}|\d{2})?)?$/u

function parseDay(word: string, calendar: Calendar): string | undefined {
  const { today, isDayFirst, hasDots } = calendar
  if (word === 'today') return today
  if (word === 'yesterday') return findDayBefore(today, 1)
  const iso = isoForm.exec(word)
  if (iso) return toRealDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const dotted = dotForm.exec(word)
  if (dotted)
    return hasDots || dotted[3] !== undefined
      ? toPastDay({ month: dotted[2], day: dotted[1], year: dotted[4] }, today)
      : undefined
  const [, one, mark, other, year] = slashForm.exec(word) ?? []
  // Without a year, 10-11 may be a score.
  if (one === undefined || (mark === '-' && year === undefined)) return undefined
  const isDay = Number(one) > 12 || (isDayFirst && Number(other) <= 12)
  const [day, month] = isDay ? [one, other] : [other, one]
  return toPastDay({ month, day, year }, today)
}

const dayForm = /^(\d{1,2})(?:st|nd|rd|th)?(?:[-–](\d{1,2})(?:st|nd|rd|th)?)?[.,]?$/u
const yearForm = /^\d{4}$/u

/** `nov 27`, `27 nov`, `november 27, 2026`, `nov 20-24`. */
function findNamedDays(words: readonly string[], { months, today }: Calendar): TypedDays | undefined {
  const [first = '', second = '', third = ''] = words
  const month = months.get(toMonthKey(first)) ?? months.get(toMonthKey(second))
  const [, day, last] = dayForm.exec(first) ?? dayForm.exec(second) ?? []
  if (month === undefined || day === undefined) return undefined
  const year = yearForm.test(third) ? third : undefined
  const from = toPastDay({ month: String(month), day, year }, today)
  if (from === undefined) return undefined
  const to = last === undefined ? from : toRealDay(Number(from.slice(0, 4)), month, Number(last))
  if (to === undefined || to < from) return undefined
  return { from, to, length: year === undefined ? 2 : 3, isWord: false }
}

/** Fewer letters may be the beginning of a name. */
const minMonthLetters = 4

/** `november`, `nov 2026`. Without a year, the last such month that has begun. */
function findMonth([first = '', second = '']: readonly string[], calendar: Calendar): TypedDays | undefined {
  const month = calendar.months.get(toMonthKey(first))
  const hasYear = yearForm.test(second)
  if (month === undefined || (!hasYear && first.length < minMonthLetters)) return undefined
  const year = hasYear ? second : undefined
  const from = toPastDay({ month: String(month), day: '1', year }, calendar.today)
  if (from === undefined) return undefined
  const to = new Date(Date.UTC(Number(from.slice(0, 4)), month, 0)).toISOString().slice(0, 10)
  return { from, to, length: hasYear ? 2 : 1, isWord: !hasYear }
}

/** The last such day that is not in the future. */
function findWeekday(word: string, { weekdays, today }: Calendar): TypedDays | undefined {
  const weekday = weekdays.get(word)
  if (weekday === undefined) return undefined
  const daysBack = (new Date(`${today}T00:00Z`).getUTCDay() - weekday + 7) % 7
  const day = findDayBefore(today, daysBack)
  return { from: day, to: day, length: 1, isWord: true }
}

interface Written {
  readonly month: string | undefined
  readonly day: string | undefined
  readonly year: string | undefined
}

/** Years back in which a February 29 is looked for. */
const maxYearsBack = 8

/** Without a year, the last such day that is not in the future. */
function toPastDay({ month, day, year }: Written, today: string): string | undefined {
  const [m, d] = [Number(month), Number(day)]
  if (year !== undefined) return toRealDay(Number(year) + (year.length === 2 ? 2_000 : 0), m, d)
  const thisYear = Number(today.slice(0, 4))
  const years = Array.from({ length: maxYearsBack + 1 }, (_, back) => thisYear - back)
  return years.map(each => toRealDay(each, m, d)).find(each => each !== undefined && each <= today)
}

/** Undefined for a day that no calendar has. */
function toRealDay(year: number, month: number, day: number): string | undefined {
  const text = `${year}-${two(month)}-${two(day)}`
  const at = new Date(`${text}T00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? undefined : text
}

const findDayBefore = (day: string, days: number): string =>
  new Date(new Date(`${day}T00:00Z`).getTime() - days * 86_400_000).toISOString().slice(0, 10)
