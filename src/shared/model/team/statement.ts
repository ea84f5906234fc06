/** Statements of holders, as desks sent them to their team. */
import { z } from 'zod'
import { HolderLine } from '../accounts/account.ts'
import { Holder } from '../accounts/account-record.ts'
import { Currency } from '../ticket/money.ts'
import { MemberId } from './member.ts'

/** A holder's part of all accounts in one currency. */
export const StatementRow = HolderLine.omit({ holder: true }).extend({ currency: Currency })

/** `at`: when its amounts were so, by the clock of the member who sent it. */
export const TeamStatement = z.strictObject({
  holder: Holder,
  rows: z.array(StatementRow),
  at: z.number(),
  by: MemberId,
  /** False until it has a place in the team's log. */
  isShared: z.boolean(),
})
export type TeamStatement = Readonly<z.infer<typeof TeamStatement>>
