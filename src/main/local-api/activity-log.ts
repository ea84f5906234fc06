/**
 * Log of what scripts did. Equal actions of a minute are one line, and lines are written once a second, so that a script that
 * asks a thousand times a second costs one line and one write.
 */
import type { ActivityLine, ActivityPage } from '../../shared/model/settings/automation.ts'
import { Coalescer } from '../async/coalescer.ts'
import type { NewLine, ScriptStore } from './script-store.ts'

const writeWithinMs = 1_000
const oneLineMs = 60_000

export interface Action extends Pick<ActivityLine, 'name' | 'what' | 'isDone' | 'sentence'> {
  readonly tokenId: string | null
}

interface OpenLine extends NewLine {
  id: number | undefined
  times: number
}

export class ActivityLog {
  readonly #store: ScriptStore
  readonly #now: () => number
  readonly #log: (error: unknown) => unknown
  readonly #write = new Coalescer(() => this.save(), writeWithinMs)
  /** Lines of the last minute that another equal action adds to, by their content. */
  readonly #open = new Map<string, OpenLine>()
  readonly #changed = new Set<OpenLine>()
  readonly #used = new Map<string, number>()

  constructor(store: ScriptStore, log: (error: unknown) => unknown, now = Date.now) {
    this.#store = store
    this.#log = log
    this.#now = now
  }

  add({ tokenId, ...action }: Action): void {
    const at = this.#now()
    if (tokenId !== null) this.#used.set(tokenId, at)
    const line = this.#find(action, at)
    line.times += 1
    this.#changed.add(line)
    this.#write.request()
  }

  /** Time of a token's last use that is not stored yet. */
  lastUsedAt(tokenId: string): number | undefined {
    return this.#used.get(tokenId)
  }

  /** Includes what is not written yet. */
  page(before: number | null, limit: number): ActivityPage {
    this.save()
    return this.#store.activity(before, limit)
  }

  /** Writes all lines now. Activity that cannot be written keeps no script from its work. */
  save(): void {
    this.#write.cancel()
    const changed = [...this.#changed]
    this.#changed.clear()
    const added = changed.filter(({ id }) => id === undefined)
    const repeated = new Map(
      changed.flatMap(({ id, times }) => (id === undefined ? [] : [[id, times] as const])),
    )
    try {
      const ids = this.#store.write({ used: this.#used, added, repeated })
      for (const [place, line] of added.entries()) line.id = ids[place]
      this.#used.clear()
    } catch (error) {
      this.#log(error)
    }
  }

  #find(action: Omit<Action, 'tokenId'>, at: number): OpenLine {
    const { name, what, isDone, sentence } = action
    const key = JSON.stringify([name, what, isDone, sentence])
    const known = this.#open.get(key)
    if (known !== undefined && at - known.at < oneLineMs) return known
    for (const [other, line] of this.#open) if (at - line.at >= oneLineMs) this.#open.delete(other)
    const line = { ...{ at, name, what, isDone, sentence }, id: undefined, times: 0 }
    this.#open.set(key, line)
    return line
  }
}
