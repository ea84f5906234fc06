import { describe, expect, it } from 'vitest'
import type { ListedCommand } from '../../../../src/renderer/commands/command-store.ts'
import {
  addFound,
  findCommands,
  type PaletteGroup,
} from '../../../../src/renderer/features/palette/find-commands.ts'

const command = (title: string, more: Partial<ListedCommand> = {}): ListedCommand => ({
  title,
  run: () => undefined,
  ...more,
})
const group = (name: PaletteGroup['name'], ...commands: ListedCommand[]): PaletteGroup => ({
  name,
  about: '',
  view: undefined,
  commands,
})
const groups = [
  group(
    'Parlay',
    command('Reprice row', { words: 'Reprice the row, or all rows selected' }),
    command('Remove parlay', { blocked: 'Select a parlay first' }),
  ),
  group('Desk', command('Reprice all'), command('Export prices', { words: 'CSV' })),
  group('Go to parlay', command('Álvarez O2.5 shots', { note: 'RVT at HBR' })),
]
const titles = (query: string) =>
  findCommands(groups, query).flatMap(({ commands }) => commands.map(({ title }) => title))

describe('findCommands', () => {
  it.each([
    ['reprcie', ['Reprice row', 'Reprice all']],
    ['exprt', ['Export prices']],
    ['removve', ['Remove parlay']],
    ['rexrice row', ['Reprice row']],
    ['xeprice', []],
    ['rpe', []],
  ])('forgives one wrong letter in a word: %s', (query, found) => {
    expect(titles(query)).toEqual(found)
  })

  it('takes a word of four letters for no shorter one', () => {
    const settings = group('Settings', command('API key'), command('Kelly fraction'))
    const found = findCommands([settings], 'kely').flatMap(({ commands }) => commands)
    expect(found.map(({ title }) => title)).toEqual(['Kelly fraction'])
  })

  it('takes a word of three letters for one of four with a letter missing, and for no other', () => {
    const themes = group('Settings', command('Dark theme'), command('Darker'), command('Deck'))
    const find = (query: string) => findCommands([themes], query).flatMap(({ commands }) => commands)
    expect(find('dak theme').map(({ title }) => title)).toEqual(['Dark theme'])
    for (const query of ['dxk', 'dra', 'akd', 'dk']) expect(find(query)).toEqual([])
  })

  it('puts a title with a typing error before other words with one', () => {
    const tickets = group('Parlay', command('Show tickets', { words: 'ledger' }))
    const views = group('Views', command('Go to Ledger'))
    const found = findCommands([tickets, views], 'ledgr').flatMap(({ commands }) => commands)
    expect(found.map(({ title }) => title)).toEqual(['Go to Ledger'])
  })

  it.each([
    ['repr all', ['Reprice all']],
    ['all repr', ['Reprice all']],
    ['REPRICE', ['Reprice row', 'Reprice all']],
    ['rice', []],
    ['alvarez', ['Álvarez O2.5 shots']],
    ['Álv o2.5', ['Álvarez O2.5 shots']],
    ['zebra', []],
  ])('finds titles of which each word typed begins one: %s', (query, found) => {
    expect(titles(query)).toEqual(found)
  })

  it.each([
    ['csv', ['Export prices']],
    ['go to alv', ['Álvarez O2.5 shots']],
    ['hbr', ['Álvarez O2.5 shots']],
    ['rows selected', ['Reprice row']],
  ])('looks at all that is said of a command where no title fits: %s', (query, found) => {
    expect(titles(query)).toEqual(found)
  })

  it('takes a question', () => {
    expect(titles('how do I export the prices')).toEqual(['Export prices'])
    expect(titles('to')).toEqual(['Álvarez O2.5 shots'])
  })

  it.each(['', '  ', '?'])('lists all commands that can run while no word is typed: %j', query => {
    expect(titles(query)).toEqual(['Reprice row', 'Reprice all', 'Export prices', 'Álvarez O2.5 shots'])
  })

  it('finds a blocked command, with its reason', () => {
    const [found] = findCommands(groups, 'remove')
    expect(found?.commands.map(({ blocked }) => blocked)).toEqual(['Select a parlay first'])
  })

  it('numbers commands across all groups', () => {
    const found = findCommands(groups, 'reprice').flatMap(({ commands }) => commands)
    expect(found.map(({ index, group: of }) => [index, of.name])).toEqual([
      [0, 'Parlay'],
      [1, 'Desk'],
    ])
  })

  it('lists at most forty of a group, with their total', () => {
    const parlays = Array.from({ length: 300 }, (_, at) => command(`Parlay ${at}`))
    const [found] = findCommands([group('Go to parlay', ...parlays)], 'parlay')
    expect([found?.commands.length, found?.total]).toEqual([40, 300])
    const [one] = findCommands([group('Go to parlay', ...parlays)], 'parlay 299')
    expect(one?.commands.map(({ title }) => title)).toEqual(['Parlay 299'])
  })
})

describe('addFound', () => {
  const leg = command('Ada North Under 27.5 · Player Points', { note: 'RVT at HBR' })
  const found = [group('Legs found', leg), group('Help', command('Settling'))]
  const names = (commands: readonly PaletteGroup[], query: string) =>
    addFound(findCommands(commands, query), found, query).map(({ name }) => name)

  it('lists below commands the legs of which each word typed begins one, and all that is no leg', () => {
    const undo = [group('General', command('Undo'), command('Underlined'))]
    expect(names(undo, 'und')).toEqual(['General', 'Legs found', 'Help'])
    expect(names(undo, 'undo')).toEqual(['General', 'Help'])
  })

  it('lists all that was found where no command matches, numbered as one list', () => {
    expect(names([], 'undre')).toEqual(['Legs found', 'Help'])
    const listed = addFound([], found, 'undre').flatMap(({ commands }) => commands)
    expect(listed.map(({ index }) => index)).toEqual([0, 1])
  })
})
