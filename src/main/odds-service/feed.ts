/** The odds feed of a profile: one GET a book, its body handed on as bytes for the board's workers to parse. */
import { readAddress, readBookAddress } from '../../shared/model/service-address.ts'
import type { Caller } from './caller.ts'
import { addressOf, Refused } from './failures.ts'
import { failureOf, readAnswer } from './wire.ts'

export interface FeedRequest {
  /** The profile's feed address; may hold `{book}` in its host. */
  readonly address: string
  /** Host id of the book wanted; undefined asks for all the feed gives. */
  readonly hostId?: string
  readonly signal?: AbortSignal
}

export type FetchFeed = (request: FeedRequest) => Promise<Buffer>

const feedBytes = 64 * 1024 * 1024

/** Fetches one feed. Throws a ServiceError. */
export function createFeed(caller: Caller): FetchFeed {
  return ({ address, hostId, signal }) =>
    caller.read(
      () => ({
        method: 'GET',
        address: addressOf(
          address.includes('{book}') && hostId !== undefined
            ? readBookAddress(address, hostId)
            : readAddress(address),
        ),
        query: hostId === undefined ? {} : { sportsbook: hostId },
        maxBytes: feedBytes,
        ...(signal && { signal }),
      }),
      ({ status, body }, key) => {
        if (status === 200) return body
        const words = readAnswer(body, status)
        const said = words.message ?? words.error ?? ''
        throw new Refused(failureOf(status, said, key) ?? { kind: 'unreadable', status, detail: 'no feed' })
      },
    )
}
