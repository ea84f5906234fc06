/** Prices that scripts request. A call takes from the script's share of calls before it leaves, and so does each retry. */
import type { BaseServices } from './desk-services.ts'
import { learnedAtOnce } from '../../shared/model/settings/budget.ts'
import { BudgetStore } from '../desk/budget/budget-store.ts'
import { systemClock } from '../desk/budget/budgets.ts'
import { LocalSlots } from '../desk/budget/local-slots.ts'
import type { Desk } from '../desk/desk.ts'
import { ScriptPrices } from '../desk/script-prices.ts'
import { ScriptShares } from '../desk/budget/script-shares.ts'
import { priority } from '../odds-service/permits.ts'
import { ServiceError } from '../odds-service/failures.ts'

/** `shareOf`: calls a minute of a script, by the id of its token; null for one that may spend none. */
export function openScriptPrices(
  { account, settings, database, budgets, askBook, log }: BaseServices,
  desk: Desk,
  shareOf: (tokenId: string) => number | null,
): ScriptPrices {
  const store = new BudgetStore(database)
  const shares = new ScriptShares({
    openSlots: tokenId =>
      new LocalSlots({
        limits: () => ({ kind: 'by-hand', perMinute: shareOf(tokenId) ?? 0, ...learnedAtOnce }),
        stored: store.read(tokenId),
        write: slots => store.write(tokenId, { ...slots, pauses: [], pausedUntil: null }),
        clock: systemClock,
      }),
    steady: systemClock.steady,
    acquire: budgets.acquire,
  })
  return new ScriptPrices({
    parlay: id => desk.parlay(id),
    books: () => settings.shownBooks(),
    lastQuotes: id => desk.lastQuotes(id),
    record: (cell, answer) => desk.record(cell, answer),
    log,
    async ask(script, book, tokens) {
      const call = { profileId: account.activeId, host: book.hostId, priority: priority.visible }
      if (script === null) return { kind: 'asked', outcome: await askBook(book, tokens, call) }
      try {
        const permit = await shares.acquire(script, call)
        if (typeof permit === 'number') return { kind: 'over', waitMs: permit }
        return { kind: 'asked', outcome: await askBook(book, tokens, { permit }) }
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        return { kind: 'asked', outcome: { kind: 'failed', failure: error.failure } }
      }
    },
  })
}
