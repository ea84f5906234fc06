/** The teams of every league and the people in them: the same for a seed on any day. */
import { baseball } from './leagues/baseball.ts'
import { basketball } from './leagues/basketball.ts'
import { football } from './leagues/football.ts'
import { soccer } from './leagues/soccer.ts'
import type { League, Slot } from './league.ts'
import { below, hash, hashText, normal, shuffled } from './random.ts'

export interface Player {
  readonly name: string
  readonly number: number
  readonly position: string
  readonly rates: Readonly<Record<string, number>>
}

export interface Team {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly abbreviation: string
  /** Log of how much more than an average team it scores, and how much less it lets in. */
  readonly strength: number
  readonly players: readonly Player[]
}

export const leagues: readonly League[] = [basketball, football, baseball, soccer]

const namesSalt = hashText('player names')
const strengthSalt = hashText('team strength')
const talentSalt = hashText('player talent')
const shirtSalt = hashText('shirt numbers')
const nameStep = 1231
const talentDeviation = 0.15
const allShirts = Array.from({ length: 60 }, (_, i) => i + 1)

/** The twelve teams of each league, in the order of `leagues`. */
export function createTeams(seed: number): readonly (readonly Team[])[] {
  const names = playerNames(seed)
  return leagues.map(league => league.teams.map((_, i) => createTeam(league, i, { seed, names })))
}

function createTeam(
  league: League,
  index: number,
  { seed, names }: { seed: number; names: Iterator<string, string> },
): Team {
  const [name, abbreviation] = league.teams[index] ?? ['', '']
  const slug = name.toLowerCase().replaceAll(' ', '_')
  const teamSeed = hash(seed, hashText(`${league.id}:${slug}`))
  const shirts = shuffled(allShirts, hash(teamSeed, shirtSalt))
  const players = league.roster.map((slot, i) => ({
    name: names.next().value,
    number: shirts[i] ?? 0,
    position: slot.position,
    rates: withTalent(slot, hash(teamSeed, talentSalt, i)),
  }))
  const strength = league.disparity * normal(hash(teamSeed, strengthSalt))
  return { id: `${league.id}:${slug}`, slug, name, abbreviation, strength, players }
}

function withTalent(slot: Slot, seed: number): Readonly<Record<string, number>> {
  const rates = Object.entries(slot.rates).map(([stat, rate]) => {
    const talent = Math.exp(talentDeviation * normal(hash(seed, hashText(stat))))
    return [stat, rate * talent] as const
  })
  return Object.fromEntries(rates)
}

/** Every first name with every last name, no pair twice: the step is a prime that does not divide their number. */
function* playerNames(seed: number): Generator<string, string> {
  const count = firstNames.length * lastNames.length
  const start = below(hash(seed, namesSalt), count)
  for (let i = 0; i < count; i++) {
    const pair = (start + i * nameStep) % count
    const last = Math.floor(pair / firstNames.length)
    yield `${firstNames[pair % firstNames.length] ?? ''} ${lastNames[last] ?? ''}`
  }
  return ''
}

// Invented people: no pair is meant to be a real person.

const firstNames =
  `Ada Amos Bea Bram Cal Cleo Dax Della Eli Esme Finn Flora Gus Greta Hale Hope Ike Ines Jude Juno Kai Kira Lars Lena
  Milo Mara Ned Nell Otis Opal Pip Pearl Quin Rhea Rex Sage Silas Tess Tobin Una Vance Vera Wade Willa Xavi Yara Zeke Zora`.split(
    /\s+/,
  )

const lastNames =
  `North Ash Barrow Bell Birch Brook Carver Clay Cole Crane Dale Drake Ember Fairley Fenn Flint Ford Frost Gale Glenn
  Grove Hart Hayes Heath Holt Hunt Ives Keel Kerr Knox Lane Lark Locke Marsh Mead Moss Nash Oakes Orr Penn Pike Quill Rand
  Reed Rowe Rush Shaw Slate Snow Sparrow Stone Storm Thorn Vale Ward Wells West Wick Wilde Wren`.split(/\s+/)
