/** The plan of a feed as typed text: leagues on one line, separated by commas, and seconds. */
import type { FeedPlan } from '../../../../shared/model/game/source.ts'
import { countText } from '../../../format/number-text.ts'

interface PlanErrors {
  readonly leagues?: string
  readonly seconds?: string
}

const minSeconds = 10
const maxSeconds = 86_400
const maxLeagues = 40
const maxLeagueLength = 40
const defaultSeconds = 60

export function toPlanDraft({ leagues, everySeconds, ...narrow }: FeedPlan) {
  const seconds = String(everySeconds ?? defaultSeconds)
  return { ...narrow, leagues: leagues.join(', '), repeats: everySeconds !== null, seconds }
}

/** The plan of a draft; undefined for one with errors. */
export function parsePlan({ leagues: typed, repeats, seconds, ...narrow }: ReturnType<typeof toPlanDraft>) {
  const leagues = [...new Set(typed.split(',').map(name => name.trim()))].filter(name => name !== '')
  const everySeconds = repeats ? Number(seconds) : null
  const errors = { ...checkLeagues(leagues), ...checkSeconds(everySeconds) }
  const plan = Object.keys(errors).length > 0 ? undefined : { ...narrow, leagues, everySeconds }
  return { plan, errors }
}

function checkLeagues(leagues: readonly string[]): PlanErrors {
  if (leagues.length > maxLeagues) return { leagues: `Up to ${maxLeagues} leagues.` }
  const long = leagues.find(name => name.length > maxLeagueLength)
  return long === undefined ? {} : { leagues: `A league has at most ${maxLeagueLength} characters: ${long}` }
}

function checkSeconds(seconds: number | null): PlanErrors {
  if (seconds === null) return {}
  const fits = Number.isInteger(seconds) && seconds >= minSeconds && seconds <= maxSeconds
  return fits
    ? {}
    : { seconds: `Enter ${countText(minSeconds)} to ${countText(maxSeconds)} seconds between fetches.` }
}
