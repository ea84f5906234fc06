/** What a line of a file turned out to be. */
import type { ZodError } from 'zod'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import { CarriedTicket } from './carried-ticket.ts'
import { BadTicket, checkReplay } from './replay.ts'
import type { IncomingTicket } from './transfer.ts'

export type ReadLine =
  | { readonly line: number; readonly ok: true; readonly ticket: IncomingTicket }
  | { readonly line: number; readonly ok: false; readonly reason: string }

/** Whose the tickets become. */
export interface Whose {
  readonly isDemo: boolean
  readonly profileId: string
  /** Profiles that are known here: tickets of these stay theirs. */
  readonly profileIds: readonly string[]
}

export const bad = (line: number, reason: string): ReadLine => ({ line, ok: false, reason })

/** A carried ticket as it was parsed from JSON. */
export function readCarried(line: number, value: unknown, whose: Whose): ReadLine {
  const parsed = CarriedTicket.safeParse(value)
  if (!parsed.success)
    return bad(line, `This is no ticket as the format has it: ${firstIssue(parsed.error)}.`)
  try {
    const { facts, isVoided } = checkReplay(parsed.data)
    return {
      line,
      ok: true,
      ticket: { kind: 'carried', facts: owned(facts, parsed.data, whose), ticket: parsed.data, isVoided },
    }
  } catch (error) {
    if (error instanceof BadTicket) return bad(line, error.message)
    throw error
  }
}

export function readJson(line: number, text: string, whose: Whose): ReadLine {
  try {
    return readCarried(line, JSON.parse(text), whose)
  } catch (error) {
    if (error instanceof SyntaxError) return bad(line, 'This is not JSON, or was cut off.')
    throw error
  }
}

function owned(facts: TicketFacts, { records: [first] }: CarriedTicket, whose: Whose): TicketFacts {
  const before = first?.kind === 'recorded' ? first.facts.profileId : whose.profileId
  const profileId = whose.profileIds.includes(before) ? before : whose.profileId
  return { ...facts, isDemo: whose.isDemo, profileId }
}

function firstIssue(error: ZodError): string {
  const issue = error.issues[0]
  return `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim().slice(0, 200).replace(/\.$/, '')
}
