/** Form of the limits of calls: typed text, and its errors in plain words. */
import { parseWhole } from '../typed-number.ts'
import type { CallLimits } from '../../../../shared/model/settings/budget.ts'

export interface LimitsDraft {
  readonly kind: CallLimits['kind']
  readonly perMinute: string
  readonly inFlight: string
  readonly perHost: string
}

type Typed = Exclude<keyof LimitsDraft, 'kind'>
export type LimitsErrors = Partial<Readonly<Record<Typed, string>>>

export const limitFields: readonly { name: Typed; label: string; hint: string; max: number }[] = [
  { name: 'perMinute', label: 'Calls in any 60 seconds', hint: 'What your plan allows.', max: 100_000 },
  { name: 'inFlight', label: 'Calls at the same time', hint: 'Over all books.', max: 64 },
  { name: 'perHost', label: 'At the same time at one book', hint: '', max: 6 },
]

const usual = { perMinute: '60', inFlight: '32', perHost: '2' }

export function toLimitsDraft(limits: CallLimits): LimitsDraft {
  if (limits.kind === 'learned') return { kind: 'learned', ...usual }
  const { perMinute, inFlight, perHost } = limits
  return { kind: 'by-hand', perMinute: `${perMinute}`, inFlight: `${inFlight}`, perHost: `${perHost}` }
}

/** Limits of a draft; valid only without errors. */
export function parseLimits(draft: LimitsDraft): { limits: CallLimits; errors: LimitsErrors } {
  if (draft.kind === 'learned') return { limits: { kind: 'learned' }, errors: {} }
  const wrong = limitFields.filter(({ name, max }) => parseWhole(draft[name], 1, max) === undefined)
  const errors = Object.fromEntries(
    wrong.map(({ name, max }) => [name, `Enter a whole number from 1 to ${max}.`]),
  )
  const [perMinute, inFlight, perHost] = [draft.perMinute, draft.inFlight, draft.perHost].map(Number)
  const limits = { perMinute: perMinute ?? 1, inFlight: inFlight ?? 1, perHost: perHost ?? 1 }
  return { limits: { kind: 'by-hand', ...limits }, errors }
}
