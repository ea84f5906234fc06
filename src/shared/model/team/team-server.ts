/** Address of a team's server, and what a test of it found. */
import { z } from 'zod'
import { TeamProblem } from './team-state.ts'

/** `postgres://login:password@host:port/database`. It only goes to the main process. */
export const ServerDraft = z.strictObject({
  address: z.string().max(2_000),
  /** PEM of the authority that signed the server's certificate; null for a public one. */
  certificate: z.string().max(20_000).nullable(),
})
export type ServerDraft = Readonly<z.infer<typeof ServerDraft>>

/** One check, in the order in which they were made; those after a failed one may be missing. */
export const ServerCheck = z.strictObject({ name: z.string(), problem: TeamProblem.nullable() })
export type ServerCheck = Readonly<z.infer<typeof ServerCheck>>

/** `canFound`: a team can be set up there. */
export const ServerTest = z.strictObject({ checks: z.array(ServerCheck), canFound: z.boolean() })
export type ServerTest = Readonly<z.infer<typeof ServerTest>>
