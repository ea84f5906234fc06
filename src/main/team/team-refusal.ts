/** Refusals of the team's calls, as they cross to the window. */
import { Refusal } from '../../shared/failure.ts'
import { LogFault } from './log/log-fault.ts'
import { ServerProblem } from './postgres/server-problem.ts'
import { AppendRefused } from './schema/log-calls.ts'
import { wayOutOfFork } from './team-problems.ts'

export const refuse = (sentence: string, remedy = 'Try again when the team is connected.'): Refusal =>
  new Refusal({ kind: 'team', sentence, remedy })

/** Rejects with a Refusal for what the server or its log refuses. */
export async function toRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ServerProblem)
      throw new Refusal({ kind: 'team', sentence: error.sentence, remedy: error.remedy }, { cause: error })
    if (error instanceof LogFault)
      throw new Refusal(
        {
          kind: 'team',
          sentence: error.sentence,
          remedy: `Nothing more was written there.${error.kind === 'changed-head' ? ` ${wayOutOfFork}` : ''}`,
        },
        { cause: error },
      )
    if (error instanceof AppendRefused)
      throw new Refusal({ kind: 'team', ...refusals[error.kind] }, { cause: error })
    throw error
  }
}

const notAllowed = {
  sentence: 'The team’s server doesn’t allow that to this desk.',
  remedy: 'Ask an owner of the team.',
}
const refusals = {
  'not-member': {
    sentence: 'This invitation was used or taken back.',
    remedy: 'Ask the owner for a new one.',
  },
  'no-right': notAllowed,
  malformed: notAllowed,
  'number-taken': notAllowed,
  'unknown-head': notAllowed,
  'number-skipped': {
    sentence: 'The records of this desk on the server aren’t the newest.',
    remedy: 'Try again.',
  },
} as const
