/**
 * Every screen of the program in every state it has, for the specs that look at all of them and for `npm run screenshots`.
 * A new screen is an entry in the list of its area; a new situation is a world.
 */
import { fullDemo, newDemo } from './demo-worlds.ts'
import type { World } from './screen.ts'
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
  fullDemo,
  newDemo,
  waiting,
  failing,
  limited,
  keyless,
  unreachable,
  damagedLedger,
  damagedProgram,
  otherHosts,
]

export const sizes = [
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 },
  { width: 3840, height: 2160 },
] as const
