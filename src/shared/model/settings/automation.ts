/** Scripts that use the desk from outside: their tokens, what each may do, and what they did. */
import { z } from 'zod'

/**
 * Rights of a script: to read, to follow changes, to change the desk's parlays, to spend calls on prices, and to record
 * tickets. None reaches keys, settings, approvals of links, files, or tokens.
 */
export const scopes = ['read', 'watch', 'desk', 'price', 'record'] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

/** Scopes that wait for the user's yes at a token's first use in each run of the program. */
export const askedScopes: readonly Scope[] = ['price', 'record']

/** Time that a script waits for that yes. */
export const maxQuestionMs = 60_000

export const ScriptId = z.string().regex(/^s-[0-9a-f]{12}$/)
export const maxScripts = 50
const maxCallsPerMinute = 100_000

const Name = z.string().trim().min(1).max(60)
const CallsPerMinute = z.number().int().min(1).max(maxCallsPerMinute)

/** A script token without the token itself, which is shown once and kept as a hash. */
export const ScriptToken = z.strictObject({
  id: ScriptId,
  name: Name,
  scopes: z.array(Scope),
  /** Its share of the calls; null without the scope `price`. */
  callsPerMinute: CallsPerMinute.nullable(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
})
export type ScriptToken = Readonly<z.infer<typeof ScriptToken>>

export const ScriptTokenDraft = ScriptToken.pick({ name: true, scopes: true, callsPerMinute: true }).refine(
  ({ scopes: wanted, callsPerMinute }) =>
    wanted.length > 0 && wanted.includes('price') === (callsPerMinute !== null),
  'Choose what the script may do, and for prices how many calls a minute.',
)
export type ScriptTokenDraft = Readonly<z.infer<typeof ScriptTokenDraft>>

/** A script that waits for the user's yes. */
export const WaitingScript = z.strictObject({
  tokenId: ScriptId,
  name: z.string(),
  scope: Scope,
  /** Time of its last call. */
  since: z.number(),
})
export type WaitingScript = Readonly<z.infer<typeof WaitingScript>>

export const AutomationState = z.strictObject({
  isOn: z.boolean(),
  /** Place of the socket or pipe that scripts connect to; null while it is not open. */
  socket: z.string().nullable(),
  /** Sentence that says why it is on and not open. */
  problem: z.string().nullable(),
  /** Oldest first. */
  tokens: z.array(ScriptToken),
  /** Oldest first. */
  waiting: z.array(WaitingScript),
})
export type AutomationState = Readonly<z.infer<typeof AutomationState>>

export const noAutomation: AutomationState = {
  isOn: false,
  socket: null,
  problem: null,
  tokens: [],
  waiting: [],
}

/** An action of a script, done or refused. Equal actions of a minute are one line. */
export const ActivityLine = z.strictObject({
  id: z.number().int().positive(),
  /** Time of the first of them. */
  at: z.number(),
  name: z.string(),
  /** Call or event stream, such as `desk.snapshot`. */
  what: z.string(),
  times: z.number().int().positive(),
  isDone: z.boolean(),
  /** The outcome. */
  sentence: z.string(),
})
export type ActivityLine = Readonly<z.infer<typeof ActivityLine>>

/** Newest first. */
export const ActivityPage = z.strictObject({ lines: z.array(ActivityLine), isMore: z.boolean() })
export type ActivityPage = Readonly<z.infer<typeof ActivityPage>>
