/** `parlay-desk price`: prices of parlays at every book, within the script's share of calls; or as they come. */
import type { Command } from 'commander'
import { contract } from '../../../shared/contract.ts'
import { invalidInput } from '../../../shared/failure.ts'
import { failureStatuses, type BookAnswer, type NewPrice } from '../../../shared/model/price/book-answer.ts'
import type { DeskOptions } from '../desk/connect.ts'
import type { DeskClient } from '../desk/desk-client.ts'
import { exitCodes, type ExitCode } from '../exit-codes.ts'
import { toSafeJson } from '../output/safe-text.ts'
import { printRows, toTable, type Column } from '../output/table.ts'
import {
  asDeskCommand,
  collect,
  rights,
  toNumber,
  toNumbers,
  withDesk,
  type CommandDeps,
} from './desk-command.ts'

interface PriceOptions extends DeskOptions {
  readonly all?: boolean
  readonly book?: readonly string[]
  readonly maxAge: number
  readonly watch?: boolean
}

/** One book's answer, with its parlay. */
interface Answer extends BookAnswer {
  readonly parlayId: number
}

const columns: readonly Column<Answer>[] = [
  { title: 'PARLAY', text: ({ parlayId }) => `#${parlayId}`, isNumber: true },
  { title: 'BOOK', text: ({ bookId }) => bookId },
  { title: 'PRICE', text: ({ price }) => price?.text ?? '', isNumber: true },
  {
    title: 'AGE',
    text: ({ ageMs }) => (ageMs === null ? '' : `${Math.round(ageMs / 1000)}s`),
    isNumber: true,
  },
  { title: 'STATUS', text: ({ status }) => status },
  { title: 'WHAT TO DO', text: toAdvice, isFlexible: true },
]

function toAdvice({ status, sentence, next, serviceText }: BookAnswer): string {
  if (status === 'priced') return ''
  const quoted = serviceText === null ? '' : ` “${serviceText}”`
  return `${sentence}${quoted} ${next}`
}

export function addPriceCommand(program: Command, deps: CommandDeps): void {
  asDeskCommand(
    program.command('price').argument('[parlays...]', 'numbers of parlays, from “parlay list”', toNumbers),
    {
      summary: 'Get prices from every book, best first. Uses calls, within the share of your token.',
      scope: 'price',
      examples: [
        'parlay-desk price 3',
        'parlay-desk price 3 4 --book bravo --book charlie --max-age 0',
        'parlay-desk price --all --json',
        `parlay-desk price --watch        (prints prices as they come, makes no calls, needs “${rights.watch}”)`,
      ],
    },
  )
    .option('--all', `every parlay on the desk (needs “${rights.read}” too)`)
    .option('--book <book>', 'only the book with this ID, from “books”; can be given more than once', collect)
    .option('--max-age <seconds>', 'take a price that is at most this old without a call', toNumber, 15)
    .option('--watch', 'print prices as they come, until Ctrl+C')
    .action((ids: readonly number[], options: PriceOptions) =>
      withDesk(deps, options, desk =>
        options.watch === true ? watchPrices(desk, ids, options, deps) : getPrices(desk, ids, options, deps),
      ),
    )
}

async function getPrices(
  desk: DeskClient,
  ids: readonly number[],
  options: PriceOptions,
  deps: CommandDeps,
): Promise<void> {
  if ((ids.length === 0) === (options.all !== true))
    throw invalidInput('parlays', 'Name parlays by their numbers, or add --all for every one on the desk.')
  const chosen =
    options.all === true ? (await desk.call(contract.desk.snapshot, null)).rows.map(({ id }) => id) : ids
  const all: Answer[] = []
  const print = (rows: readonly Answer[], json?: boolean) =>
    printRows(deps.terminal, rows, { json, columns, empty: noOffers })
  try {
    for (const parlayId of chosen) {
      const request = {
        parlayId,
        books: options.book ? [...options.book] : null,
        maxAgeMs: options.maxAge * 1000,
      }
      const { answers } = await desk.call(contract.scripts.price, request)
      const rows = answers.map(answer => ({ parlayId, ...answer })).sort(byPrice)
      all.push(...rows)
      if (options.json === true) print(rows, true)
    }
  } finally {
    // Calls were spent for these, also when the next parlay fails.
    if (options.json !== true && all.length > 0) print(all)
  }
  if (options.json !== true && all.length === 0) print(all)
  deps.setExitCode(toExitCode(all))
}

const noOffers = 'No book offers these legs. Check the parlay on the desk.'

const byPrice = (a: Answer, b: Answer): number => (b.price?.decimal ?? 0) - (a.price?.decimal ?? 0)

/** A book without a price now did respond: many never have one. */
const failures: ReadonlySet<BookAnswer['status']> = new Set(failureStatuses)

function toExitCode(answers: readonly Answer[]): ExitCode {
  const failed = answers.filter(({ status }) => failures.has(status))
  if (failed.length === 0) return exitCodes.done
  if (failed.length < answers.length) return exitCodes.partly
  if (failed.some(({ status }) => status === 'no-key')) return exitCodes.refused
  if (failed.some(({ retry }) => retry !== 'no')) return exitCodes.later
  return failed.every(({ status }) => status === 'unknown-book') ? exitCodes.usage : exitCodes.failed
}

const watchColumns: readonly Column<NewPrice>[] = [
  { title: 'TIME', text: ({ at }) => new Date(at).toLocaleTimeString('en-US', { hour12: false }) },
  { title: 'PARLAY', text: ({ parlayId }) => `#${parlayId}`.padStart(6) },
  { title: 'BOOK', text: ({ bookId }) => bookId.padEnd(14) },
  { title: 'PRICE', text: ({ price, status }) => price?.text ?? status },
]

async function watchPrices(
  desk: DeskClient,
  ids: readonly number[],
  { json, book }: PriceOptions,
  { terminal }: CommandDeps,
): Promise<void> {
  const isWatched = ({ parlayId, bookId }: NewPrice) =>
    (ids.length === 0 || ids.includes(parlayId)) && (book === undefined || book.includes(bookId))
  const onOpen = () => json !== true && terminal.complain('Waiting for prices. Ctrl+C ends it.')
  for await (const { prices } of desk.follow(contract.scripts.priced, onOpen))
    for (const price of prices.filter(isWatched))
      terminal.print(json === true ? toSafeJson(price) : toLine(price))
}

const toLine = (price: NewPrice): string => toTable([price], watchColumns, null).at(-1) ?? ''
