/** How open bets are settled and their closing prices found. */
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import type { Board } from '../board/board.ts'
import { meterOf } from '../desk/budget/budget-status.ts'
import type { Budgets } from '../desk/budget/budgets.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { ClosingPrices } from '../ledger/settlement/closing-prices.ts'
import { Settlement } from '../ledger/settlement/settlement.ts'
import type { Caller } from '../odds-service/caller.ts'
import { createGrader } from '../odds-service/grader.ts'
import type { AskBook } from './ask-price.ts'
import { closingSource } from '../ledger/settlement/closing-source.ts'

interface Need {
  readonly log: (error: unknown) => string
  readonly account: Account
  readonly settings: UserSettings
  readonly board: Board
  readonly ledger: Ledger
  readonly caller: Caller
  readonly askBook: AskBook
  readonly budgets: Budgets
}

/** The share of the budget that closing prices may use. */
const closingShare = 0.25

export function openSettlement(need: Need) {
  const { log, account, ledger, caller, budgets } = need
  const profileId = () => account.activeId
  const settlement = new Settlement({
    ledger,
    grader: createGrader(caller),
    profileId,
    profileNamed: id => account.state().profiles.find(profile => profile.id === id)?.name,
    profile: () => account.profile(),
    pace: () => (account.isDemo ? 'minutes' : 'hours'),
    log,
  })
  const closing = new ClosingPrices({
    ledger,
    profileId,
    source: facts => closingSource(need, facts),
    callsPerMinute: () => Math.max(1, Math.floor(meterOf(budgets.of(profileId())).limit * closingShare)),
    log,
  })
  return { settlement, closing }
}
