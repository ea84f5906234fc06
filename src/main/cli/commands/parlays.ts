/** `parlay-desk parlay …`: parlays on the desk, one by one or in bulk. */
import type { Command } from 'commander'
import { z } from 'zod'
import { contract } from '../../../shared/contract.ts'
import { invalidInput } from '../../../shared/failure.ts'
import { shortenGames, shortenLegs } from '../../../shared/model/game/leg-short.ts'
import type { Row } from '../../../shared/model/parlay/desk.ts'
import type { DeskOptions } from '../desk/connect.ts'
import type { DeskClient } from '../desk/desk-client.ts'
import { exitCodes } from '../exit-codes.ts'
import { toSafeJson, toSafeText } from '../output/safe-text.ts'
import { printRows, type Column } from '../output/table.ts'
import {
  asDeskCommand,
  collect,
  formatHelp,
  parseLines,
  toNumber,
  toPrice,
  withDesk,
  type CommandDeps,
} from './desk-command.ts'

interface AddOptions extends DeskOptions {
  readonly text?: string
  readonly name?: string
  readonly tag?: readonly string[]
  readonly note?: string
  readonly fair?: string
  readonly format?: string
}

/** A line of `parlay add -`. */
const ParlayLine = z.strictObject({
  legs: z.array(z.string()).min(1).optional(),
  text: z.string().optional(),
  name: z.string().optional(),
  tags: z.array(z.string()).optional(),
  note: z.string().optional(),
  fair: z.string().optional(),
  format: z.string().optional(),
})
type ParlayLine = z.infer<typeof ParlayLine>
type NewParlay = z.input<typeof contract.scripts.addParlays.request>['parlays'][number]

/** Parlays in one request. */
const batchSize = 100

export function addParlayCommands(program: Command, deps: CommandDeps): void {
  const parlay = program.command('parlay').description('Add, list and remove parlays on the desk.')
  addAdd(parlay, deps)
  addList(parlay, deps)
  addFair(parlay, deps)
  addRemove(parlay, deps)
}

function addAdd(parlay: Command, deps: CommandDeps): void {
  asDeskCommand(
    parlay
      .command('add')
      .argument('[legs...]', 'keys of legs, from “legs”; - for one parlay a line of JSON on standard input'),
    {
      summary: 'Add a parlay, or find the one with the same legs. Makes no call.',
      scope: 'desk',
      examples: [
        'parlay-desk parlay add KEY1 KEY2 --name Opener --fair +412',
        'parlay-desk parlay add --text "flint o21.5 pts + ml"',
        `echo '{"legs":["KEY1","KEY2"],"fair":"+412"}' | parlay-desk parlay add -`,
      ],
    },
  )
    .option('--text <legs>', 'typed legs of one game, with + between them')
    .option('--name <name>', 'name of the parlay')
    .option('--tag <tag>', 'tag; can be given more than once', collect)
    .option('--note <note>', 'note')
    .option('--fair <price>', 'your fair price')
    .option('--format <format>', formatHelp, 'american')
    .action((legs: string[], options: AddOptions) =>
      withDesk(deps, options, async desk => {
        const isBulk = legs.length === 1 && legs[0] === '-'
        const { tag, ...rest } = options
        const lines = isBulk
          ? parseLines((await deps.terminal.readInput()).toString('utf8'), ParlayLine)
          : [{ ...rest, ...(tag && { tags: [...tag] }), ...(legs.length > 0 && { legs }) }]
        await addAll(desk, lines.map(toNewParlay), options, deps)
      }),
    )
}

async function addAll(
  desk: DeskClient,
  parlays: readonly NewParlay[],
  options: DeskOptions,
  { terminal, setExitCode }: CommandDeps,
): Promise<void> {
  for (let from = 0; from < parlays.length; from += batchSize) {
    const batch = parlays.slice(from, from + batchSize)
    const { results } = await desk.call(contract.scripts.addParlays, { parlays: batch })
    for (const [place, result] of results.entries()) {
      if (result.kind === 'failed') setExitCode(parlays.length === 1 ? exitCodes.usage : exitCodes.partly)
      if (options.json === true) terminal.print(toSafeJson(result))
      else if (result.kind === 'added')
        terminal.print(`#${result.parlayId}${result.wasThere ? ' was on the desk' : ' added'}`)
      else terminal.complain(`Parlay ${from + place + 1}: ${toSafeText(result.sentence)}`)
    }
  }
}

function toNewParlay({ legs, text, name, tags, note, fair, format }: ParlayLine): NewParlay {
  if ((legs === undefined) === (text === undefined))
    throw invalidInput('legs', 'Give the keys of the legs, or the legs as text: one of both.')
  return {
    legs: legs === undefined ? { text: text ?? '' } : { selections: legs },
    note: { ...(name !== undefined && { name }), ...(tags && { tags }), ...(note !== undefined && { note }) },
    ...(fair !== undefined && { fairPrice: toPrice(fair, format) }),
  }
}

const columns: readonly Column<Row>[] = [
  { title: 'ID', text: ({ id }) => `#${id}`, isNumber: true },
  { title: 'NAME', text: ({ note }) => note.name },
  { title: 'LEGS', text: ({ legs }) => shortenLegs(legs), isFlexible: true },
  { title: 'GAME', text: ({ legs }) => shortenGames(legs) },
  { title: 'PRICES', text: ({ cells }) => countPrices(cells), isNumber: true },
  { title: 'FAIR', text: ({ fairPrice }) => fairPrice?.text ?? '', isNumber: true },
]

const countPrices = (cells: Row['cells']): string =>
  `${cells.filter(({ quote }) => quote?.outcome.kind === 'priced').length}/${cells.length}`

function addList(parlay: Command, deps: CommandDeps): void {
  asDeskCommand(parlay.command('list'), {
    summary: 'List the parlays on the desk, with their last prices as JSON.',
    scope: 'read',
    examples: ['parlay-desk parlay list', `parlay-desk parlay list --json | jq .note.name`],
  }).action((options: DeskOptions) =>
    withDesk(deps, options, async desk => {
      const { rows } = await desk.call(contract.desk.snapshot, null)
      const empty = 'No parlays on the desk. Add one with “parlay add”.'
      printRows(deps.terminal, rows, { json: options.json, columns, empty })
    }),
  )
}

interface FairOptions extends DeskOptions {
  readonly format: string
  readonly none?: boolean
}

function addFair(parlay: Command, deps: CommandDeps): void {
  asDeskCommand(
    parlay.command('fair').argument('<id>', 'number of the parlay', toNumber).argument('[price]'),
    {
      summary: 'Set your fair price of a parlay; without a price, remove it.',
      scope: 'desk',
      examples: [
        'parlay-desk parlay fair 3 +412',
        'parlay-desk parlay fair 3 5.12 --format decimal',
        'parlay-desk parlay fair 3',
      ],
    },
  )
    .option('--format <format>', formatHelp, 'american')
    .action((parlayId: number, price: string | undefined, options: FairOptions) =>
      withDesk(deps, options, desk =>
        desk.call(contract.desk.setFairPrice, {
          parlayId,
          price: price === undefined ? null : toPrice(price, options.format),
        }),
      ),
    )
}

function addRemove(parlay: Command, deps: CommandDeps): void {
  asDeskCommand(parlay.command('remove').argument('<id>', 'number of the parlay', toNumber), {
    summary: 'Remove a parlay from the desk.',
    scope: 'desk',
    examples: ['parlay-desk parlay remove 3'],
  }).action((parlayId: number, options: DeskOptions) =>
    withDesk(deps, options, desk => desk.call(contract.desk.removeParlay, { parlayId })),
  )
}
