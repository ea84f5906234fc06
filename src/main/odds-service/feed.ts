/** The odds feed of a profile: one GET a book, its body handed on as bytes for the board's workers to parse. */
import { readAddress, readBookAddress } from '../../shared/model/service-address.ts'
import type { Profile } from '../../shared/model/profile.ts'
import type { Caller } from './caller.ts'
import { addressOf, Refused } from './failures.ts'
import { plainText } from './redact.ts'
import { failureOf, isInvalidKey, readAnswer } from './wire.ts'

export interface FeedRequest {
  /** The profile whose feed it is, with an address that may hold `{book}` in its host. */
  readonly profile: Pick<Profile, 'id'> & { readonly feed: string }
  /** Host id of the book wanted; undefined asks for all the feed gives. */
  readonly hostId?: string
  /** Only each market's main line. */
  readonly isMainOnly?: boolean
}

export type FetchFeed = (request: FeedRequest) => Promise<Buffer>

const feedBytes = 64 * 1024 * 1024
/** A few words under HTTP 200 are no feed; real ones are longer. */
const refusesKey = (body: Buffer) => body.length < 1_000 && isInvalidKey(body.toString())

/** Fetches one feed. Throws a ServiceError. */
export function createFeed(caller: Pick<Caller, 'read'>): FetchFeed {
  return async ({ profile, hostId, isMainOnly = false }) => {
    const isPattern = hostId !== undefined && profile.feed.includes('{book}')
    const address = addressOf(isPattern ? readBookAddress(profile.feed, hostId) : readAddress(profile.feed))
    const query = { ...(hostId !== undefined && { sportsbook: hostId }), ...(isMainOnly && { main: 'true' }) }
    const ask = { profileId: profile.id, method: 'GET', address, query, maxBytes: feedBytes } as const
    return caller.read(ask, ({ status, body }, key) => {
      if (status === 200 && !refusesKey(body)) return body
      const answer = readAnswer(body, status)
      const words = answer.message ?? answer.error ?? ''
      const detail = plainText(words, key) || 'no feed'
      throw new Refused(failureOf(status, words, key) ?? { kind: 'unreadable', status, detail })
    })
  }
}
