/**
 * The right to send one keyed call. Every send takes a turn first, retries included, so that no part of the program can
 * pass the limit of its key. Who gives them is wired in compose: the desk's call budget.
 */

/** Whose call goes first: a recheck, then what the user just asked for, then rows in view, then the rest. */
export const priority = { recheck: 3, act: 2, visible: 1, rest: 0 } as const
export type Priority = (typeof priority)[keyof typeof priority]

/** Who wants to send. The same object stays in line for all attempts of a call. */
export interface Seeker {
  readonly profileId: string
  /** What limits and failures are counted by: the host, or for a book its host id. */
  readonly host: string
  readonly priority: Priority
  /** Leaves the line when aborted. */
  readonly signal?: AbortSignal
  /** What it stays in line through: a host's limit, or any rest. Others are refused then, and plan anew themselves. */
  readonly patience?: 'limits' | 'any'
}

/** What became of a turn. `limited`: HTTP 429, with the epoch ms until which the host wants no call. */
export type TurnEnd =
  | { readonly kind: 'answered' | 'failed' | 'called-off' | 'unsent' }
  | { readonly kind: 'limited'; readonly untilAt: number }

export interface Turn {
  /** Says what became of it; only the first word counts. `unsent` gives the call back to the budget. */
  end(how: TurnEnd): void
  /** Takes a turn for another attempt; false when none came within so many ms, or none will. */
  again(withinMs: number): Promise<boolean>
}

/** Waits in line for a turn. Throws Refused: `limited` during a pause, `host-failing` while the host keeps failing. */
export type TakeTurn = (seeker: Seeker) => Promise<Turn>
