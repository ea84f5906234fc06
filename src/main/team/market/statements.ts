/** Statements of holders in the team's log, as a fold of its records. The server lets a partner read its own holder's alone. */
import { z } from 'zod'
import type { CurrencySums } from '../../../shared/model/accounts/account.ts'
import { Holder } from '../../../shared/model/accounts/account-record.ts'
import { StatementRow, type TeamStatement } from '../../../shared/model/team/statement.ts'
import type { WorkRecord } from './instructions.ts'

/** The server reads `holder` for the rights of a partner. */
const StatementPayload = z.strictObject({
  holder: Holder,
  at: z.number(),
  rows: z.array(StatementRow).min(1).max(200),
})
type StatementPayload = Readonly<z.infer<typeof StatementPayload>>

/** The newest first, in the order of the log. A record that is none has no effect. */
export function foldStatements(records: readonly WorkRecord[]): TeamStatement[] {
  return records
    .flatMap(({ kind, payload, member, isShared }) => {
      const { data } = kind === 'statement' ? StatementPayload.safeParse(payload) : {}
      return data === undefined ? [] : [{ ...data, by: member, isShared }]
    })
    .toReversed()
}

/** The newest of each holder, by name. `statements`: the newest first. */
export function listNewest(statements: readonly TeamStatement[]): TeamStatement[] {
  const newest = new Map(statements.toReversed().map(each => [each.holder, each]))
  return [...newest.values()].toSorted((a, b) => (a.holder < b.holder ? -1 : 1))
}

/**
 * One statement for each holder, with all currencies. `partners`: holders as partners have them: the server compares
 * exactly, and `kim` and `Kim` are one holder.
 */
export function makeStatements(
  currencies: readonly CurrencySums[],
  partners: readonly string[],
  at: number,
): StatementPayload[] {
  const rows = currencies.flatMap(({ currency, holders }) => holders.map(line => ({ ...line, currency })))
  return [...Map.groupBy(rows, ({ holder }) => holder)].map(([holder, lines]) => ({
    holder: partners.find(name => name.toLowerCase() === holder.toLowerCase()) ?? holder,
    at,
    rows: lines.map(({ holder: _, ...row }) => row),
  }))
}
