/** Moments as people write them in tables, by the clock of this computer unless they name a zone. */
import type { DateOrder } from '../../../shared/model/ticket/transfer.ts'

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(.+))?$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[ ,]+(.+))?$/
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?\s*([ap]m)?\s*(z|[+-]\d{2}:?\d{2})?$/i

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

const noon = '12:00'

/** Epoch ms; undefined when the text is no date in this order. A date alone is noon, so that its day is the same nearby. */
export function momentIn(text: string, order: DateOrder): number | undefined {
  const { day, rest } = dayIn(text.trim(), order)
  if (day === undefined) return undefined
  const time = clock.exec(rest === '' ? noon : rest)
  if (time === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', ms = '0', half = '', zone = ''] = time
  const hour = hourOf(Number(hours), half.toLowerCase())
  if (hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return atZone(day, [hour, Number(minutes), Number(seconds), Number(ms.padEnd(3, '0'))], zone)
}

function dayIn(text: string, order: DateOrder): { day: Day | undefined; rest: string } {
  const first = yearFirst.exec(text)
  if (first !== null) return { day: dayOf(first[1], first[2], first[3]), rest: first[4] ?? '' }
  const [, a, b, year = '', rest = ''] = yearLast.exec(text) ?? []
  const full = year.length === 2 ? `20${year}` : year
  return { day: order === 'month-first' ? dayOf(full, a, b) : dayOf(full, b, a), rest }
}

/** Undefined for a day that no calendar has. */
function dayOf(year = '', month = '', day = ''): Day | undefined {
  const found = { year: Number(year), month: Number(month), day: Number(day) }
  const date = new Date(Date.UTC(found.year, found.month - 1, found.day))
  const isReal =
    found.year >= 1990 && date.getUTCMonth() === found.month - 1 && date.getUTCDate() === found.day
  return isReal ? found : undefined
}

function hourOf(hour: number, half: string): number | undefined {
  if (half === '') return hour < 24 ? hour : undefined
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}

function atZone({ year, month, day }: Day, clockTime: readonly number[], zone: string): number {
  const [hour = 0, minute = 0, second = 0, ms = 0] = clockTime
  if (zone === '') return new Date(year, month - 1, day, hour, minute, second, ms).getTime()
  const utc = Date.UTC(year, month - 1, day, hour, minute, second, ms)
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? utc + offset : utc - offset
}
