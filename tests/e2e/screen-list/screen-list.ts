/**
 * Every screen of the program in every state it has, for the specs that look at all of them and for `npm run screenshots`.
 * A new screen is an entry in the list of its area; a new situation is a world.
 */
import { fullDesk, fullViews, groupWindow, ledgerWindow, newDemo } from './demo-worlds.ts'
import type { World } from './screen.ts'
import { ownersDesk, partnersDesk } from './team-worlds.ts'
import {
  damagedLedger,
  damagedProgram,
  failing,
  keyless,
  limited,
  otherHosts,
  unreachable,
  waiting,
} from './trouble-worlds.ts'

export const worlds: readonly World[] = [
  fullDesk,
  fullViews,
  ledgerWindow,
  groupWindow,
  newDemo,
  waiting,
  failing,
  limited,
  keyless,
  unreachable,
  damagedLedger,
  damagedProgram,
  otherHosts,
  ownersDesk,
  partnersDesk,
]
