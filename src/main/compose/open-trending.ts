/** The trending queue: its outbox in the desk's file, and how it sends. */
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import type { Board } from '../board/board.ts'
import type { Desk } from '../desk/desk.ts'
import type { Caller } from '../odds-service/caller.ts'
import { createTrending } from '../odds-service/trending.ts'
import type { Database } from '../storage/database.ts'
import { Outbox } from '../trending/outbox.ts'
import { Trending, type TrendingOptions } from '../trending/trending.ts'
import type { Sent } from '../trending/sender.ts'

const notStarted: Sent = {
  outcome: {
    kind: 'unsent',
    failure: { kind: 'unreachable', host: 'The demo’s odds service', detail: 'it did not start' },
  },
  raw: null,
}

interface TrendingNeed {
  readonly database: Database
  readonly account: Account
  readonly settings: UserSettings
  readonly board: Board
  readonly desk: Desk
  readonly caller: Caller
  readonly log: (error: unknown) => unknown
}

export function openTrending({
  database,
  account,
  settings,
  board,
  desk,
  caller,
  log,
}: TrendingNeed): Trending {
  const sendParlay = createTrending(caller)
  const send: TrendingOptions['send'] = async ({ profileId, ids }, onSending) => {
    const profile = await account.profile().catch(() => undefined)
    if (profile === undefined) return notStarted
    // No submission ever goes to another profile's host.
    return profile.id === profileId ? sendParlay({ profile, ids, onSending }) : undefined
  }
  return new Trending({
    outbox: new Outbox(database),
    profileId: () => account.activeId,
    books: () => settings.shownBooks().map(({ id }) => id),
    parlay: id => desk.parlay(id),
    eventsGone: selections => eventsGone(board, selections),
    send,
    log,
  })
}

/** The events of these selections that the board lacks; while it is loading or empty, that says nothing. */
async function eventsGone(board: Board, selections: readonly string[]): Promise<string[] | undefined> {
  const { loading, offers } = board.status()
  if (loading.kind === 'loading' || offers === 0) return undefined
  const found = await board.legs(selections)
  const gone = selections.filter((_, place) => {
    const answer = found[place]
    return answer !== undefined && answer.leg === null && !answer.isGameKnown
  })
  return [...new Set(gone.map(key => key.slice(0, key.indexOf('#'))))]
}
