/** The odds feed of a profile: one GET per book; the board's workers parse its bytes. */
import { readAddress, readBookAddress } from '../../shared/model/settings/service-address.ts'
import type { Profile } from '../../shared/model/settings/profile.ts'
import type { Caller, KeyedRequest, LongRead } from './caller.ts'
import { requireAddress, ServiceError } from './failures.ts'
import { plainText } from './redact.ts'
import type { Priority } from './permits.ts'
import { toFailure, isInvalidKey, readAnswer } from './wire.ts'

export interface FeedRequest {
  /** The profile, with an address that may contain `{book}` in its host and `{league}` in its path. */
  readonly profile: Pick<Profile, 'id'> & { readonly feed: string }
  /** Host id of a book; undefined for all books. */
  readonly hostId?: string
  /** Undefined for all leagues. */
  readonly league?: string
  readonly isLiveOnly?: boolean
  /** Only each market's main line. */
  readonly isMainOnly?: boolean
  readonly priority?: Priority
  readonly signal?: AbortSignal
}

export type FetchFeed = (request: FeedRequest) => Promise<Buffer>

const feedBytes = 64 * 1024 * 1024
/** A feed of many megabytes over a slow line takes minutes, but data keeps coming. */
export const feedTime: LongRead = { idleMs: 15_000, totalMs: 5 * 60_000 }
/** A short text under HTTP 200 may be an error; feeds are longer. */
const refusesKey = (body: Buffer, key: string) => body.length < 1_000 && isInvalidKey(body.toString(), key)

/** Fetches one feed. Throws a ServiceError. */
export function createFeed(caller: Pick<Caller, 'read'>, longRead: LongRead = feedTime): FetchFeed {
  return async request => {
    const { profile, hostId, priority, signal } = request
    const { pattern, league } = fillLeague(profile.feed, request.league)
    // Stryker disable next-line ConditionalExpression: without a host id the pattern is no address either way
    const isPattern = hostId !== undefined && pattern.includes('{book}')
    const address = requireAddress(isPattern ? readBookAddress(pattern, hostId) : readAddress(pattern))
    const query = {
      ...(hostId !== undefined && { sportsbook: hostId }),
      ...(league !== undefined && { league }),
      ...(request.isLiveOnly === true && { live: 'true' }),
      ...(request.isMainOnly === true && { main: 'true' }),
    }
    const read: KeyedRequest = {
      profileId: profile.id,
      method: 'GET',
      address,
      query,
      maxBytes: feedBytes,
      longRead,
      priority,
      signal,
    }
    return caller.read(read, ({ status, body }, key) => {
      if (status === 200 && !refusesKey(body, key)) return body
      const answer = readAnswer(body, status, key)
      const words = answer.message ?? answer.error ?? ''
      const detail = plainText(words, key) || 'it isn’t an odds feed'
      throw new ServiceError(toFailure(status, words, key) ?? { kind: 'unreadable', status, detail })
    })
  }
}

/** Writes the league into an address with `{league}`; otherwise it is left for the query. */
function fillLeague(feed: string, league: string | undefined): { pattern: string; league?: string } {
  // Stryker disable next-line ConditionalExpression: for the type alone, no league is no league in the query either
  if (!feed.includes('{league}')) return { pattern: feed, ...(league !== undefined && { league }) }
  if (league !== undefined) return { pattern: feed.replaceAll('{league}', encodeURIComponent(league)) }
  const detail = 'it has {league}. Set at least one league in the feed’s schedule.'
  throw new ServiceError({ kind: 'bad-address', detail })
}
