/** The routes of the interface, all of them derived from the contract: a call or event without a scope has none. */
import { entries } from '../../shared/contract.ts'
import type { Call, Event } from '../../shared/contract/entry.ts'
import type { Scope } from '../../shared/model/settings/automation.ts'
import { z } from 'zod'

export interface CallRoute {
  /** `area.verb`. */
  readonly name: string
  readonly area: string
  readonly verb: string
  readonly entry: Call
  readonly scope: Scope
  /** True without a request, so that GET calls it too. */
  readonly isPlain: boolean
  /** True when the handler gets the script. */
  readonly isOfScript: boolean
}

const all = Object.entries(entries).flatMap(([area, verbs]) =>
  Object.entries(verbs).map(([verb, entry]): [area: string, verb: string, entry: Call | Event] => [
    area,
    verb,
    entry,
  ]),
)

/** Calls by path. */
export const callRoutes: ReadonlyMap<string, CallRoute> = new Map(
  all.flatMap(([area, verb, entry]) => {
    if (entry.kind !== 'call' || entry.scope === undefined) return []
    const isPlain = entry.request instanceof z.ZodNull
    const route = { area, verb, entry, scope: entry.scope, isPlain, isOfScript: 'isOfScript' in entry }
    return [[`/v1/${area}/${verb}`, { ...route, name: `${area}.${verb}` }] as const]
  }),
)

/** Events that scripts can follow, by `area.verb`. */
export const followedEvents: ReadonlyMap<string, Event> = new Map(
  all.flatMap(([area, verb, entry]) =>
    entry.kind === 'event' && entry.scope === 'watch' ? [[`${area}.${verb}`, entry] as const] : [],
  ),
)
