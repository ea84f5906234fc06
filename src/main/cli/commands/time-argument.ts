/** Times in arguments and lines: a day or a time of the user's own zone, or a time with its zone. */
import { invalidInput } from '../../../shared/failure.ts'
import { Day } from '../../../shared/model/ticket/ticket.ts'

/** Nothing else: `Date.parse` takes “7” for a July, and a day alone for one of Greenwich. */
const form = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/

/** Epoch ms; a day begins in the user's own zone, and `lastMs` is added to it. Throws Refusal. */
export function toTime(text: string, lastMs = 0): number {
  const [, day, clock] = form.exec(text) ?? []
  const isDay = clock === undefined
  const at = Day.safeParse(day).success ? Date.parse(isDay ? `${day}T00:00` : text.replace(' ', 'T')) : NaN
  if (Number.isNaN(at)) throw invalidInput('time', `Enter ${timeHelp}.`)
  return isDay ? at + lastMs : at
}

/** The same, of something that happened. Throws Refusal. */
export function toPastTime(text: string): number {
  const at = toTime(text)
  if (at > Date.now()) throw invalidInput('time', `${text} is in the future. Enter ${timeHelp}.`)
  return at
}

export const timeHelp =
  'a day as 2026-11-20, a time of your own zone as 2026-11-20T18:05, or one with its zone as 2026-11-20T18:05:00Z'
