/** The limits of calls as they are typed, and what is wrong with them in plain words. */
import type { CallLimits } from '../../../../shared/model/settings/budget.ts'

export interface LimitsDraft {
  readonly kind: CallLimits['kind']
  readonly perMinute: string
  readonly inFlight: string
  readonly perHost: string
}

type Typed = Exclude<keyof LimitsDraft, 'kind'>
export type LimitsErrors = Partial<Readonly<Record<Typed, string>>>

export const limitFields: readonly { name: Typed; label: string; hint: string; most: number }[] = [
  { name: 'perMinute', label: 'Calls in any 60 seconds', hint: 'What your plan allows.', most: 100_000 },
  { name: 'inFlight', label: 'Calls at the same time', hint: 'Over all books.', most: 64 },
  { name: 'perHost', label: 'At the same time at one book', hint: '', most: 6 },
]

const usual = { perMinute: '60', inFlight: '32', perHost: '2' }

export function draftOf(limits: CallLimits): LimitsDraft {
  if (limits.kind === 'learned') return { kind: 'learned', ...usual }
  const { perMinute, inFlight, perHost } = limits
  return { kind: 'by-hand', perMinute: `${perMinute}`, inFlight: `${inFlight}`, perHost: `${perHost}` }
}

/** The limits a draft stands for; with errors, those are what the user has to change first. */
export function readLimits(draft: LimitsDraft): { limits: CallLimits; errors: LimitsErrors } {
  if (draft.kind === 'learned') return { limits: { kind: 'learned' }, errors: {} }
  const wrong = limitFields.filter(({ name, most }) => !isWhole(draft[name], most))
  const errors = Object.fromEntries(
    wrong.map(({ name, most }) => [name, `Enter a whole number from 1 to ${most}.`]),
  )
  const [perMinute, inFlight, perHost] = [draft.perMinute, draft.inFlight, draft.perHost].map(Number)
  const limits = { perMinute: perMinute ?? 1, inFlight: inFlight ?? 1, perHost: perHost ?? 1 }
  return { limits: { kind: 'by-hand', ...limits }, errors }
}

const isWhole = (text: string, most: number): boolean =>
  /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= most
