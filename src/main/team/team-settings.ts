/** Settings of a team, as an owner wrote them to its log. */
import { z } from 'zod'
import { Shared } from '../../shared/model/team/team-state.ts'
import type { TeamCopy } from './copy/team-copy.ts'

const SettingsPayload = z.object({ shared: Shared, callsPerMinute: z.number().int().min(1).nullable() })
export type SettingsPayload = Readonly<z.infer<typeof SettingsPayload>>

export const plainSettings: SettingsPayload = { shared: 'all', callsPerMinute: null }

/** The last ones, or the plain ones of a team without. */
export function readSettings(copy: Pick<TeamCopy, 'lastOfKind'> | undefined): SettingsPayload {
  return SettingsPayload.safeParse(copy?.lastOfKind('settings')?.payload).data ?? plainSettings
}
