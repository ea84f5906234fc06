/** A feed's plan as it is typed: leagues on one line with commas between them, seconds as text. */
import type { FeedPlan } from '../../../../shared/model/game/source.ts'

export interface PlanDraft {
  readonly leagues: string
  readonly isLiveOnly: boolean
  readonly isMainOnly: boolean
  readonly repeats: boolean
  readonly seconds: string
}

export interface PlanErrors {
  readonly leagues?: string
  readonly seconds?: string
}

export type ReadPlan =
  { readonly ok: true; readonly plan: FeedPlan } | { readonly ok: false; readonly errors: PlanErrors }

const fewestSeconds = 10
const mostSeconds = 86_400
const mostLeagues = 40
const longestLeague = 40
const usualSeconds = 60

export function draftOfPlan({ leagues, everySeconds, ...narrow }: FeedPlan): PlanDraft {
  const seconds = String(everySeconds ?? usualSeconds)
  return { ...narrow, leagues: leagues.join(', '), repeats: everySeconds !== null, seconds }
}

export function readPlan(draft: PlanDraft): ReadPlan {
  const leagues = [...new Set(draft.leagues.split(',').map(name => name.trim()))].filter(name => name !== '')
  const everySeconds = draft.repeats ? Number(draft.seconds) : null
  const errors = { ...leaguesError(leagues), ...secondsError(everySeconds) }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const { isLiveOnly, isMainOnly } = draft
  return { ok: true, plan: { leagues, isLiveOnly, isMainOnly, everySeconds } }
}

function leaguesError(leagues: readonly string[]): PlanErrors {
  if (leagues.length > mostLeagues) return { leagues: `Name at most ${mostLeagues} leagues.` }
  const long = leagues.find(name => name.length > longestLeague)
  return long === undefined ? {} : { leagues: `A league has at most ${longestLeague} characters: ${long}` }
}

function secondsError(seconds: number | null): PlanErrors {
  if (seconds === null) return {}
  const fits = Number.isInteger(seconds) && seconds >= fewestSeconds && seconds <= mostSeconds
  return fits ? {} : { seconds: `Give whole seconds from ${fewestSeconds} to ${mostSeconds}.` }
}
