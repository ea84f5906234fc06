/** What open tickets can hang on, as legs `l` name it: the game, the player or the leg itself. */

export interface LegNames {
  readonly label: string
  readonly detail: string
}

export const legNames = {
  game: { label: 'l.game', detail: 'l.league' },
  player: { label: 'l.subject', detail: 'l.game' },
  leg: { label: 'l.name', detail: `concat_ws(' · ', nullif(l.market, ''), nullif(l.game, ''))` },
} as const satisfies Readonly<Record<string, LegNames>>

/** Tickets with a pending leg of a game, a label and a detail. */
export const hangingOn = ({ label, detail }: LegNames) => `d.ticket_id IN (
  SELECT l.ticket_id FROM legs AS l INDEXED BY legs_pending
  WHERE l.result = 'pending' AND l.game_key = ? AND ${label} = ? AND ${detail} = ?)`
