/** Choices of what a team shares. */
import type { Shared } from '../../../../shared/model/team/team-state.ts'
import type { RadioOption } from '../../../ui/radio-option.ts'

export const sharedOptions: readonly RadioOption<Shared>[] = [
  { value: 'all', name: 'Everything', hint: 'ledger, prices, calls and parlays' },
  { value: 'ledger', name: 'Ledger only', hint: 'tickets, accounts and void rules' },
]
