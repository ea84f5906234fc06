/** Sentences of what keeps a desk from sharing. Each says what happened, what stays, and what to do. */
import { Refusal } from '../../shared/failure.ts'
import type { TeamProblem } from '../../shared/model/team/team-state.ts'
import { KeychainUnavailable } from '../account/key-vault.ts'
import { TwoWriters, type RecordTooLarge } from './copy/team-copy.ts'
import { LogFault } from './log/log-fault.ts'
import { ServerProblem } from './postgres/server-problem.ts'
import { AppendRefused } from './schema/log-calls.ts'

/** Facts that sentences name. */
export interface ProblemFacts {
  readonly unshared: number
  readonly place: number
}

/** `isFault`: sharing stops until a user acts; else this desk tries again by itself. */
export interface FoundProblem {
  readonly problem: TeamProblem
  readonly isFault: boolean
}

const countRecords = (count: number): string => (count === 1 ? '1 record' : `${count} records`)
const unsharedStay = (count: number): string =>
  count === 0
    ? ''
    : ` ${countRecords(count)} ${count === 1 ? 'isn’t shared; it stays' : 'aren’t shared; they stay'} in your ledger.`

/** Undefined for an error of the program. */
export function describeProblem(error: unknown, facts: ProblemFacts): FoundProblem | undefined {
  if (error instanceof LogFault) return { problem: describeFault(error, facts), isFault: true }
  if (error instanceof TwoWriters) return { problem: twoWriters(facts), isFault: true }
  if (error instanceof AppendRefused) return describeRefusal(error, facts)
  if (error instanceof ServerProblem) return { problem: describeServer(error, facts), isFault: false }
  if (error instanceof KeychainUnavailable)
    return {
      problem: { sentence: error.message, remedy: 'Unlock it. This desk tries again.' },
      isFault: false,
    }
  if (error instanceof Refusal && (error.failure.kind === 'storage' || error.failure.kind === 'team'))
    return {
      problem: { sentence: error.failure.sentence, remedy: error.failure.remedy ?? 'Nothing is lost.' },
      isFault: false,
    }
  return undefined
}

function describeFault(fault: LogFault, { place, unshared }: ProblemFacts): TeamProblem {
  return { sentence: `${fault.sentence}${unsharedStay(unshared)}`, remedy: toRemedy(fault, place) }
}

/** Way out of a log that was continued from a backup without records that a desk has: a fork, which nothing joins again. */
export const wayOutOfFork =
  'If a backup was restored there, restore it again, and let an owner’s desk return the missing records before other desks connect. A desk that then stays stopped leaves without sharing, joins again and imports its kept ledger.'

function toRemedy({ kind, attester }: LogFault, place: number): string {
  if (kind === 'went-back')
    return 'Sharing stopped. Restore a newer backup there, or let the owner return the missing records.'
  if (kind === 'changed-head') return `Sharing stopped; your copy is intact. ${wayOutOfFork}`
  if (attester !== undefined)
    return `Sharing stopped. Look at ${attester.name}: if it’s wrong, an owner removes it and sharing goes on; else ask whoever runs the server.`
  return `Sharing stopped. Your copy is intact up to record ${place}. Ask whoever runs the server.`
}

const twoWriters = ({ unshared }: ProblemFacts): TeamProblem => ({
  sentence: `Another computer writes as this desk. Sharing stopped; ${countRecords(unshared)} ${unshared === 1 ? 'stays' : 'stay'} here.`,
  remedy: 'Ask the owner for a new invitation for one of them.',
})

function describeRefusal({ kind }: AppendRefused, facts: ProblemFacts): FoundProblem {
  if (kind === 'number-taken' || kind === 'number-skipped')
    return { problem: twoWriters(facts), isFault: true }
  if (kind === 'not-member') return { problem: removed(facts), isFault: true }
  if (kind === 'unknown-head') return { problem: lostHead, isFault: false }
  return { problem: noRight(facts), isFault: false }
}

export const noRight = ({ unshared }: ProblemFacts): TeamProblem => ({
  sentence: `This desk’s role doesn’t let it share these records.${unsharedStay(unshared)}`,
  remedy: 'Ask the owner for another role.',
})

/** The next attempt finds what the server has instead, and names it. */
const lostHead: TeamProblem = {
  sentence: 'The team’s server no longer has the newest record that this desk read there.',
  remedy: 'Your records stay here. This desk connects again and compares.',
}

/** Removed by an owner: the server says so. */
export const removed = ({ unshared }: ProblemFacts): TeamProblem => ({
  sentence: `An owner removed this desk from the team.${unsharedStay(unshared)}`,
  remedy: 'Export your tickets or leave the team in Settings, Team. Only a new invitation lets it in again.',
})

function describeServer({ kind, sentence, remedy }: ServerProblem, { unshared }: ProblemFacts): TeamProblem {
  if (kind === 'no-login') return { sentence: `${sentence}${unsharedStay(unshared)}`, remedy }
  return { sentence, remedy }
}

/** The team's log does not have this desk with its key, although the server lets it in. */
export const notInLog: TeamProblem = {
  sentence: 'The team’s server lets this desk in, and no owner’s record does.',
  remedy: 'Sharing stopped, and nothing was sent. Ask the owner to check who runs the server.',
}

export const otherLogin: TeamProblem = {
  sentence: 'The login of this desk belongs to another member now.',
  remedy: 'Ask the owner for a new invitation. Your records stay here.',
}

export const lostKey: TeamProblem = {
  sentence: 'The system keychain is locked or no longer has this desk’s key.',
  remedy: 'Unlock it. If the key is lost, ask the owner for a new invitation. Your records stay here.',
}

export const unknownFault: TeamProblem = {
  sentence: 'Sharing failed by an error of Parlay Desk.',
  remedy: 'Your records stay here. This desk tries again; the log has details.',
}

export const tooLarge = ({ kilobytes }: RecordTooLarge): TeamProblem => ({
  sentence: `A ticket’s history is too large to share (${kilobytes} KB). It stays on this desk.`,
  remedy: 'Other desks don’t see it; shorten its notes before the next correction.',
})

const minute = 60_000

/** Undefined for a clock that is right enough. */
export function describeClock(offMs: number): TeamProblem | undefined {
  const minutes = Math.round(Math.abs(offMs) / minute)
  if (minutes === 0) return undefined
  const span = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return {
    sentence: `This computer’s clock is ${span} ${offMs > 0 ? 'ahead of' : 'behind'} the server’s.`,
    remedy: 'Prices use the server’s; new records show the wrong time until you set it.',
  }
}
