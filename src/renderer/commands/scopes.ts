/** Scopes of commands: the views and the parts of the window in which their keys work. */
import type { MainView } from '../../shared/model/settings/windows.ts'

/**
 * Scope in which keys work. `window`: every view; a view's name: that view; a focus scope: while the focus is there
 * (`data-scope`); `betslip`: while the strip of an opened bet slip is shown; `tour`: while it is offered or running.
 */
export type Scope = 'window' | MainView | FocusScope | 'betslip' | 'tour'
export const focusScopes = ['grid', 'tickets', 'search', 'slip', 'cell', 'strip', 'trending'] as const
type FocusScope = (typeof focusScopes)[number]

const viewByScope: Readonly<Record<Scope, MainView | undefined>> = {
  window: undefined,
  tour: undefined,
  desk: 'desk',
  ledger: 'ledger',
  accounts: 'accounts',
  scanner: 'scanner',
  settings: 'settings',
  grid: 'desk',
  search: 'desk',
  slip: 'desk',
  cell: 'desk',
  strip: 'desk',
  trending: 'desk',
  betslip: 'desk',
  tickets: 'ledger',
}
/** Scope of a view's table, which keys reach while nothing has the focus. */
export const tableScopes: Readonly<Partial<Record<MainView, FocusScope>>> = {
  desk: 'grid',
  ledger: 'tickets',
}

/** The view in which a scope is; undefined for all of them. */
export const viewOf = (scope: Scope): MainView | undefined => viewByScope[scope]

const isFocusScope = (scope: Scope): boolean => focusScopes.some(each => each === scope)

/** True if one press could mean commands of both scopes. Two focus scopes never overlap. */
export function overlap(one: Scope, other: Scope): boolean {
  if (one !== other && isFocusScope(one) && isFocusScope(other)) return false
  const [first, second] = [viewOf(one), viewOf(other)]
  return first === undefined || second === undefined || first === second
}
