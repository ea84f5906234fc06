/** What happens to the budget of calls and matters elsewhere, and the other way round. */
import type { Announce } from '../shared/contract.ts'
import type { Account } from './account/account.ts'
import { readBudgetState, type BudgetHandlerDeps } from './bridge/handlers/budget.ts'
import type { Desk } from './desk/desk.ts'

interface Connected {
  readonly announce: Announce
  readonly account: Account
  readonly desk: Desk
  readonly budget: BudgetHandlerDeps
}

export function connectBudget({ announce, account, desk, budget }: Connected): void {
  const { budgets, auto } = budget
  const tell = () => {
    announce('budget', 'changed', readBudgetState(budget))
  }
  budgets.on('changed', () => desk.budgetChanged())
  // At once: the next act's cost is held against the new limits.
  budgets.on('limited', () => desk.budgetChanged(0))
  account.on('resumed', () => budgets.of(account.activeId).keyChanged())
  account.on('switched', () => {
    auto.clear()
    tell()
  })
  desk.on('changed', ({ order }) => {
    if (order === null) return
    auto.follow()
    tell()
  })
}
