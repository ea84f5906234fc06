import type { Announce, Handlers } from '../../../shared/contract.ts'
import { Refusal } from '../../../shared/failure.ts'
import { parseMoney } from '../../../shared/model/ticket/money.ts'
import { answerAfter } from '../answer-after.ts'
import { createPerWindow } from '../per-window.ts'
import { parseTypedPrice, type Quote } from '../../../shared/model/price/quote.ts'
import type { ProfilePart, StoredPart } from '../../account/stored-part.ts'
import type { StoredSelections } from '../../account/stored-preferences.ts'
import type { Account } from '../../account/account.ts'
import type { Desk } from '../../desk/desk.ts'
import type { WindowName } from '../../../shared/model/settings/windows.ts'
import type { BudgetState } from '../../../shared/model/settings/budget.ts'
import type { AutoRefresh } from '../../desk/planning/auto-refresh.ts'
import type { Budgets } from '../../desk/budget/budgets.ts'
import { priority } from '../../odds-service/permits.ts'
import type { QuoteRetention } from '../../desk/quotes/quote-retention.ts'
import type { QuoteStore } from '../../desk/quotes/quote-store.ts'
import type { WhatIf } from '../../desk/whatif.ts'
import type { FairPrices } from '../../desk/fair/fair-prices.ts'
import type { Alerts } from '../../desk/alerts/alerts.ts'
import type { Rules } from '../../desk/rules/rules.ts'
import type { PhoneAlerts } from '../../phone/phone-alerts.ts'
import type { CsvExport } from '../../files/csv-writer.ts'

/** The watched parlays and their prices. */
export function createDeskHandlers(
  desk: Desk,
  storedSelections: Pick<StoredSelections, 'use'>,
  currency: () => string,
): Handlers['desk'] {
  return {
    snapshot: () => desk.snapshot(),
    async addParlay({ selections, note }) {
      const added = await desk.add(selections, note)
      storedSelections.use(selections)
      return added
    },
    describeParlay: ({ parlayId, note }) => desk.annotate([parlayId], { note }),
    setFairPrice: ({ parlayId, price }) =>
      desk.annotate([parlayId], { fairPrice: price && parseTypedPrice(price) }),
    setStake: ({ parlayId, stake }) =>
      desk.annotate([parlayId], { stakeMinor: stake === null ? null : parseStake(stake, currency()) }),
    setGroup: ({ parlayIds, group }) => desk.annotate(parlayIds, { group }),
    removeParlay: ({ parlayId }) => desk.remove(parlayId),
    restoreParlay: ({ parlayId }) => desk.restore(parlayId),
    price: ({ parlayId, bookId }) => ({ calls: desk.price(parlayId, bookId) }),
    setVisibleRows: ({ parlayIds, selectedId }, window) => desk.setVisibleRows(parlayIds, selectedId, window),
    recheck: ({ seenId, ...cell }) => desk.recheck(cell, seenId),
  }
}

/** Throws Refusal. */
function parseStake(text: string, currency: string): number {
  const parsed = parseMoney(text, currency)
  if (!parsed.ok) throw new Refusal({ kind: 'invalid', field: 'stake', sentence: parsed.sentence })
  if (parsed.minor > 0) return parsed.minor
  throw new Refusal({ kind: 'invalid', field: 'stake', sentence: 'Stake must be above 0.' })
}

export interface BudgetHandlerDeps {
  readonly announce: Announce
  readonly account: Pick<Account, 'activeId'>
  readonly callLimits: ProfilePart<'callLimits'>
  readonly budgets: Budgets
  readonly auto: AutoRefresh
}

/** The whole state of the budget, which every change returns. */
export const readBudgetState = ({
  callLimits,
  auto,
}: Pick<BudgetHandlerDeps, 'callLimits' | 'auto'>): BudgetState => ({
  limits: callLimits.read(),
  auto: auto.state(),
})

/** Limits and cost of calls, and auto-refresh. */
export function createBudgetHandlers(deps: BudgetHandlerDeps): Handlers['budget'] {
  const { announce, account, callLimits, budgets, auto } = deps
  const snapshot = () => readBudgetState(deps)
  const answer = answerAfter(snapshot)
  /** All windows follow a change. */
  const after = <Q>(change: (request: Q) => unknown) =>
    answer(async (request: Q) => {
      await change(request)
      announce('budget', 'changed', snapshot())
    })
  return {
    snapshot,
    setLimits: after(limits => {
      callLimits.write(limits)
      budgets.limitsChanged(account.activeId)
    }),
    estimate: ({ calls, isUserAction }) => ({
      msUntilSent: budgets
        .of(account.activeId)
        .msUntilSent(calls, isUserAction ? priority.user : priority.background),
    }),
    setAuto: after(({ parlayId, everySeconds }) => auto.set(parlayId, everySeconds)),
    setAutoWhileHidden: after(({ isOn }) => auto.setOptions({ isOnWhileHidden: isOn })),
    setAutoShare: after(({ share }) => auto.setOptions({ share })),
    refreshDue: cell => auto.findDue(cell),
    endLongPauses: after(() => budgets.endLongPauses(account.activeId)),
  }
}

export interface QuoteHandlerDeps {
  readonly quotes: Pick<QuoteStore, 'ofCell'>
  readonly retention: QuoteRetention
  readonly keepLimits: StoredPart<'keepPrices'>
}

/** The price history. */
export function createQuotesHandlers({
  quotes,
  retention,
  keepLimits,
}: QuoteHandlerDeps): Handlers['quotes'] {
  return {
    history({ limit, ...cell }) {
      const newest = quotes.ofCell(cell, limit + 1)
      return { quotes: newest.slice(0, limit).map(withoutLinks), isMore: newest.length > limit }
    },
    keeping: () => retention.readUsage(),
    async setKeepLimits(wanted) {
      keepLimits.write(wanted)
      const keeping = await retention.readUsage()
      void retention.prune()
      return keeping
    },
  }
}

/** A history only shows prices, so links and limits are left out. */
const withoutLinks = ({ outcome, ...quote }: Quote): Quote => ({
  ...quote,
  outcome: outcome.kind === 'priced' ? { ...outcome, links: null, limits: null } : outcome,
})

/** Price by leg and alt lines. */
export function createWhatIfHandlers(whatIf: WhatIf): Handlers['whatif'] {
  return {
    legCosts: cell => whatIf.legCosts(cell),
    priceRest: ({ leftOut, ...cell }, window) => whatIf.priceRest(cell, leftOut, window),
    lineSteps: ({ parlayId, leg }) => whatIf.lineSteps(parlayId, leg),
    priceStep: ({ leg, step, ...cell }, window) => whatIf.priceStep(cell, leg, step, window),
    cancel: (_, window) => whatIf.cancel(window),
  }
}

/** Fair prices by whole partitions. */
export function createFairHandlers(fairPrices: FairPrices): Handlers['fair'] {
  return {
    plan: cell => fairPrices.plan(cell),
    price: (cell, window) => fairPrices.price(cell, window),
    cancel: (_, window) => fairPrices.cancel(window),
    use: ({ isUsed, ...cell }) => fairPrices.use(cell, isUsed),
  }
}

export function createAlertsHandlers(alerts: Alerts): Handlers['alerts'] {
  return {
    snapshot: () => alerts.state(),
    save: ({ id, draft }) => alerts.save(id, draft),
    remove: ({ id }) => alerts.remove(id),
    restore: ({ id }) => alerts.restore(id),
    markRead: () => alerts.markRead(),
  }
}

export function createRulesHandlers(rules: Rules): Handlers['rules'] {
  return {
    snapshot: () => rules.state(),
    save: ({ id, draft }) => rules.save(id, draft),
    remove: ({ id }) => rules.remove(id),
    setOn: ({ id, isOn }) => rules.setOn(id, isOn),
    replay: ({ rule, from, to }) => rules.replay(rule, { from, to }),
  }
}

/** Alerts on phones. */
export function createPhoneHandlers(phone: PhoneAlerts): Handlers['phone'] {
  const after = answerAfter(() => phone.state())
  return {
    snapshot: () => phone.state(),
    add: after(({ draft }) => phone.add(draft)),
    approve: after(({ id }) => phone.approve(id)),
    setOn: after(({ id, isOn }) => phone.setOn(id, isOn)),
    remove: after(({ id }) => phone.remove(id)),
    test: ({ id }) => phone.test(id),
  }
}

/**
 * The grid's layout, and the export of its table. `announceToOthers` sends an event to all windows but the caller's,
 * which may be ahead of it. `createExport` makes the export of one window.
 */
export function createGridHandlers(
  grids: ProfilePart<'grids'>,
  announceToOthers: (window: WindowName) => Announce,
  createExport: () => CsvExport,
): Handlers['grid'] {
  const exportOf = createPerWindow(createExport)
  return {
    snapshot: () => grids.read(),
    saveLayout(part, window) {
      grids.write({ ...grids.read(), ...part })
      announceToOthers(window)('grid', 'changed', grids.read())
      return grids.read()
    },
    exportCsv: (part, window) => exportOf(window).add(part, Date.now()),
  }
}
