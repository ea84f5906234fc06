/** `parlay-desk record`: records tickets that were placed, from another tool. */
import { Option, type Command } from 'commander'
import type { z } from 'zod'
import { contract } from '../../../shared/contract.ts'
import { invalidInput } from '../../../shared/failure.ts'
import { ticketKinds } from '../../../shared/model/ticket/ticket.ts'
import type { DeskOptions } from '../desk/connect.ts'
import { exitCodes } from '../exit-codes.ts'
import { DeskProblem } from '../desk/desk-problem.ts'
import { toSafeJson } from '../output/safe-text.ts'
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
import { timeHelp, toPastTime } from './time-argument.ts'

interface RecordOptions extends DeskOptions {
  readonly parlay?: number
  readonly leg?: readonly string[]
  readonly book?: string
  readonly price?: string
  readonly format: string
  readonly stake?: string
  readonly currency?: string
  readonly kind?: 'normal' | 'bonus' | 'boosted'
  readonly placedAt?: string
  readonly live?: boolean
  readonly tag?: readonly string[]
  readonly note?: string
  readonly uid?: string
}

const Draft = contract.scripts.record.request
type Draft = z.input<typeof Draft>

export function addRecordCommand(program: Command, deps: CommandDeps): void {
  const command = asDeskCommand(
    program.command('record').argument('[input]', '- for one ticket a line of JSON on standard input'),
    {
      summary: 'Record a ticket that you placed. The same --uid is recorded once.',
      scope: 'record',
      examples: [
        'parlay-desk record --parlay 3 --book alpha --price +450 --stake 25',
        'parlay-desk record --leg KEY1 --leg KEY2 --book alpha --price 5.5 --format decimal --stake 25',
        'parlay-desk record - < tickets.ndjson',
      ],
    },
  )
  withTerms(command).action((input: string | undefined, options: RecordOptions) =>
    withDesk(deps, options, async desk => {
      if (input !== undefined && input !== '-')
        throw invalidInput('input', 'Use - for standard input, or options.')
      const drafts =
        input === '-'
          ? parseLines((await deps.terminal.readInput()).toString('utf8'), Draft)
          : [toDraft(options)]
      for (const [place, draft] of drafts.entries()) {
        try {
          const result = await desk.call(contract.scripts.record, draft)
          if (options.json === true) deps.terminal.print(toSafeJson(result))
          else
            deps.terminal.print(
              `Ticket ${result.ticketId}${result.wasThere ? ' was recorded before' : ' recorded'}`,
            )
        } catch (error) {
          // A ticket that is wrong keeps none of the others from being recorded.
          if (!(error instanceof DeskProblem) || error.status !== 400 || drafts.length === 1) throw error
          deps.terminal.complain(`Line ${place + 1}: ${error.message}`)
          deps.setExitCode(exitCodes.partly)
        }
      }
    }),
  )
}

const withTerms = (command: Command): Command =>
  command
    .option('--parlay <number>', 'number of a parlay on the desk', toNumber)
    .option('--leg <key>', 'key of a leg, for a bet that isn’t on the desk; once for each leg', collect)
    .option('--book <book>', 'book')
    .option('--price <price>', 'odds you got')
    .option('--format <format>', formatHelp, 'american')
    .option('--stake <amount>', 'stake, such as 25 or 25.50')
    .option('--currency <code>', 'currency (default: that of Settings)')
    .addOption(new Option('--kind <kind>', 'kind of bet').choices([...ticketKinds]))
    .option('--placed-at <time>', `time of the bet: ${timeHelp} (default: now)`)
    .option('--live', 'the game was live')
    .option('--tag <tag>', 'tag; can be given more than once', collect)
    .option('--note <note>', 'note')
    .option('--uid <uuid>', 'your own ID of the bet, so that a second try records nothing twice')

function toDraft(options: RecordOptions): Draft {
  const { book, price, stake, kind, currency, note, tag, live, uid } = options
  if (book === undefined || price === undefined || stake === undefined)
    throw invalidInput('terms', 'Give --book, --price and --stake.')
  return {
    legs: toLegs(options),
    bookId: book,
    price: toPrice(price, options.format),
    stake,
    ...(kind && { kind }),
    ...(currency !== undefined && { currency }),
    ...(note !== undefined && { note }),
    ...(tag && { tags: [...tag] }),
    ...(live === true && { isLive: true }),
    ...(uid !== undefined && { uid }),
    ...(options.placedAt !== undefined && { placedAt: toPastTime(options.placedAt) }),
  }
}

function toLegs({ parlay, leg }: RecordOptions): Draft['legs'] {
  if ((parlay === undefined) === (leg === undefined))
    throw invalidInput('legs', 'Give --parlay, or --leg for each leg: one of both.')
  if (parlay !== undefined) return { kind: 'parlay', parlayId: parlay, quoteId: null }
  return { kind: 'hand', legs: (leg ?? []).map(selectionKey => ({ kind: 'selection', selectionKey })) }
}
