/** A ledger as the team's service sees it: changes to share, and changes of the team's log that get their place here. */

/** Plain JSON data. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * The records that one commit wrote for one subject, as they cross to other desks: without any number that is valid on
 * this desk alone.
 */
export interface SharedChange {
  readonly uid: string
  readonly body: JsonObject
}

/** A change with its place in the team's log, and the member that signed it. */
export interface PlacedChange extends SharedChange {
  readonly place: number
  readonly member: string
  /** Epoch ms by the clock of the member. */
  readonly at: number
}

/** Each call throws Refusal while the ledger is closed, or cannot be written. */
export interface SharedLedger {
  /** Own changes without a place, oldest first, at most `limit`. */
  unshared(limit: number): readonly SharedChange[]
  unsharedCount(): number
  /**
   * Gives changes their places, in order, in one commit. Those of other members, or of this one from before a new copy,
   * are appended first; a change that has its place already stays as it is.
   */
  place(changes: readonly PlacedChange[]): void
  /** The place of the last placed change, 0 if none. */
  lastPlace(): number
  /** Called after each commit that wrote own changes. */
  onUnshared(listener: () => void): void
}
