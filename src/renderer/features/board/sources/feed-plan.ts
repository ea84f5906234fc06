/** The plan of a feed as it is typed (leagues on one line with commas between them, seconds as text), and its cost. */
import { shallowRef, watch, type ShallowRef } from 'vue'
import type { FeedPlan } from '../../../../shared/model/game/source.ts'
import { bridge } from '../../../bridge.ts'
import { costText } from '../board-text.ts'

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

export type ParsedPlan =
  { readonly ok: true; readonly plan: FeedPlan } | { readonly ok: false; readonly errors: PlanErrors }

const minSeconds = 10
const maxSeconds = 86_400
const maxLeagues = 40
const maxLeagueLength = 40
const defaultSeconds = 60

export function toPlanDraft({ leagues, everySeconds, ...narrow }: FeedPlan): PlanDraft {
  const seconds = String(everySeconds ?? defaultSeconds)
  return { ...narrow, leagues: leagues.join(', '), repeats: everySeconds !== null, seconds }
}

export function parsePlan(draft: PlanDraft): ParsedPlan {
  const leagues = [...new Set(draft.leagues.split(',').map(name => name.trim()))].filter(name => name !== '')
  const everySeconds = draft.repeats ? Number(draft.seconds) : null
  const errors = { ...checkLeagues(leagues), ...checkSeconds(everySeconds) }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const { isLiveOnly, isMainOnly } = draft
  return { ok: true, plan: { leagues, isLiveOnly, isMainOnly, everySeconds } }
}

function checkLeagues(leagues: readonly string[]): PlanErrors {
  if (leagues.length > maxLeagues) return { leagues: `Name at most ${maxLeagues} leagues.` }
  const long = leagues.find(name => name.length > maxLeagueLength)
  return long === undefined ? {} : { leagues: `A league has at most ${maxLeagueLength} characters: ${long}` }
}

function checkSeconds(seconds: number | null): PlanErrors {
  if (seconds === null) return {}
  const fits = Number.isInteger(seconds) && seconds >= minSeconds && seconds <= maxSeconds
  return fits ? {} : { seconds: `Give whole seconds from ${minSeconds} to ${maxSeconds}.` }
}

/** Text of a plan's cost; empty while it is not known, and for an invalid plan (undefined). Only the newest plan's answer counts. */
export function useFeedCost(plan: () => FeedPlan | undefined): Readonly<ShallowRef<string>> {
  const cost = shallowRef('')
  let lastRun = 0

  async function update(next: FeedPlan | undefined): Promise<void> {
    const run = ++lastRun
    const outcome = next && (await bridge().board.estimateFeed({ plan: next }))
    if (run === lastRun) cost.value = outcome?.ok ? costText(outcome.value) : ''
  }
  watch(plan, update, { immediate: true })
  return cost
}
