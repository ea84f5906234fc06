/** Prices that scripts request, each within its share of calls: a call takes from the share before it is sent. */
import type { BaseServices } from './desk-services.ts'
import type { Desk } from '../desk/desk.ts'
import { ScriptPrices } from '../desk/script-prices.ts'
import { priority } from '../odds-service/permits.ts'

export function openScriptPrices({ settings, askBook }: BaseServices, desk: Desk): ScriptPrices {
  return new ScriptPrices({
    parlay: id => desk.parlay(id),
    books: () => settings.shownBooks(),
    lastQuotes: id => desk.lastQuotes(id),
    record: (cell, answer) => desk.record(cell, answer),
    ask: async (_script, book, tokens) => ({
      kind: 'asked',
      outcome: await askBook(book, tokens, { priority: priority.visible }),
    }),
  })
}
