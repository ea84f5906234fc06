/** The calls that a desk shares with its team, for each profile whose key the team uses too. */
import { createHmac } from 'node:crypto'
import type { CallSlots, Clock, OwnSlots } from '../../odds-service/call-slots.ts'
import { callTimes, type CallTimes } from './call-times.ts'
import type { Connection } from './slot-lease.ts'
import { TeamSlots } from './team-slots.ts'

export interface TeamCallsDeps {
  /** The team's secret, which the server never gets; undefined until it was read, when no call is sent. */
  readonly secret: () => Buffer | undefined
  /** The service key of a profile; undefined while it has none that can be used. */
  readonly keyOf: (profileId: string) => string | undefined
  readonly clock: Clock
  readonly times?: CallTimes
  /** Called when the server refused, or could not be reached. */
  readonly onProblem: (error: unknown) => void
}

/** Names the calls of a key, so that the server does not learn the key. */
export const toWindowName = (secret: Buffer, key: string): string =>
  createHmac('sha256', secret).update(key).digest('hex')

export class TeamCalls {
  readonly #deps: TeamCallsDeps
  readonly #names = new Map<string, string>()
  #connection: Connection | undefined
  #slots: readonly TeamSlots[] = []

  constructor(deps: TeamCallsDeps) {
    this.#deps = deps
  }

  /** Makes the slots of a profile's budget around its own. */
  open(profileId: string, own: OwnSlots, onFree: () => void): CallSlots {
    const { clock, onProblem, keyOf, times = callTimes } = this.#deps
    const window = () => this.#toName(keyOf(profileId))
    const slots = new TeamSlots({ own, clock, times, window, onFree, onProblem })
    this.#slots = [...this.#slots, slots]
    if (this.#connection !== undefined) slots.connect(this.#connection)
    return slots
  }

  /** Leases over this connection from now on. It may be used for other statements too. */
  connect(connection: Connection): void {
    this.#connection = connection
    for (const slots of this.#slots) slots.connect(connection)
  }

  disconnect(): void {
    this.#connection = undefined
    for (const slots of this.#slots) slots.disconnect()
  }

  /** Called at a notice of calls: a limit has changed, or the service asked for a pause. */
  refresh(): void {
    for (const slots of this.#slots) slots.refresh()
  }

  /** Sends no more calls, and gives what this desk holds back to the others. Never rejects. */
  async signOff(): Promise<void> {
    await Promise.all(this.#slots.map(slots => slots.signOff()))
  }

  /** Reading a price's place in the queue asks for the name of each cell. */
  #toName(key: string | undefined): string | undefined {
    const secret = this.#deps.secret()
    if (key === undefined || secret === undefined) return undefined
    const name = this.#names.get(key) ?? toWindowName(secret, key)
    this.#names.set(key, name)
    return name
  }
}
