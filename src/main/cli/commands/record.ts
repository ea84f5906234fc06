/** `parlay-desk record`: records tickets that were placed, from another tool. */
import { Option, type Command } from 'commander'
import { z } from 'zod'
import { contract } from '../../../shared/contract.ts'
import { invalidInput, Refusal, toScriptSentence } from '../../../shared/failure.ts'
import { ticketKinds } from '../../../shared/model/ticket/ticket.ts'
import type { DeskOptions } from '../desk/connect.ts'
import { exitCodes } from '../exit-codes.ts'
import { DeskProblem } from '../desk/desk-problem.ts'
import { toSafeJson, toSafeText } from '../output/safe-text.ts'
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

/** A ticket as options and lines give it. */
const TicketLine = z.strictObject({
  parlay: z.number().int().positive().optional(),
  legs: z.array(z.string()).min(1).optional(),
  book: z.string(),
  price: z.string(),
  format: z.string().optional(),
  stake: z.string(),
  currency: z.string().optional(),
  kind: z.enum(ticketKinds).optional(),
  placedAt: z.string().optional(),
  live: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  note: z.string().optional(),
  uid: z.string().optional(),
})
type TicketLine = z.infer<typeof TicketLine>
type Draft = z.input<typeof contract.scripts.record.request>

export function addRecordCommand(program: Command, deps: CommandDeps): void {
  const command = asDeskCommand(
    program.command('record').argument('[input]', '- for one ticket a line of JSON on standard input'),
    {
      summary: 'Record a ticket that you placed. The same --uid is recorded once.',
      scope: 'record',
      examples: [
        'parlay-desk record --parlay 3 --book bravo --price +450 --stake 25',
        'parlay-desk record --leg KEY1 --leg KEY2 --book bravo --price 5.5 --format decimal --stake 25',
        `echo '{"parlay":3,"book":"bravo","price":"+450","stake":"25"}' | parlay-desk record -`,
      ],
    },
  )
  withTerms(command).action((input: string | undefined, options: RecordOptions) =>
    withDesk(deps, options, async desk => {
      if (input !== undefined && input !== '-')
        throw invalidInput('input', 'Use - for standard input, or options.')
      const drafts =
        input === '-'
          ? toDrafts((await deps.terminal.readInput()).toString('utf8'))
          : [toDraft(toLine(options))]
      for (const [place, draft] of drafts.entries()) {
        try {
          const result = await desk.call(contract.scripts.record, draft)
          if (result.isOtherBook) deps.terminal.complain(warnOfBook(draft.bookId))
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

const warnOfBook = (bookId: string): string =>
  `This profile has no book “${toSafeText(bookId)}”, so the ticket gets no closing price. “parlay-desk books” lists the IDs.`

const withTerms = (command: Command): Command =>
  command
    .option('--parlay <number>', 'number of a parlay on the desk', toNumber)
    .option('--leg <key>', 'key of a leg, for a bet that isn’t on the desk; once for each leg', collect)
    .option('--book <book>', 'ID of the book, from “books”')
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

function toLine({ leg, tag, ...options }: RecordOptions): TicketLine {
  const { book, price, stake } = options
  if (book === undefined || price === undefined || stake === undefined)
    throw invalidInput('terms', 'Give --book, --price and --stake.')
  const lists = { ...(leg && { legs: [...leg] }), ...(tag && { tags: [...tag] }) }
  return { ...options, ...lists, book, price, stake }
}

/** Drafts of all lines, so that none is recorded when one is wrong. Throws Refusal. */
function toDrafts(input: string): Draft[] {
  return parseLines(input, TicketLine).map((line, at) => {
    try {
      return toDraft(line)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw invalidInput('input', `Line ${at + 1}: ${toScriptSentence(error.failure)}`)
    }
  })
}

function toDraft(line: TicketLine): Draft {
  const { kind, currency, note, tags, live, uid, placedAt } = line
  return {
    legs: toLegs(line),
    bookId: line.book,
    price: toPrice(line.price, line.format),
    stake: line.stake,
    ...(kind && { kind }),
    ...(currency !== undefined && { currency }),
    ...(note !== undefined && { note }),
    ...(tags && { tags }),
    ...(live === true && { isLive: true }),
    ...(uid !== undefined && { uid }),
    ...(placedAt !== undefined && { placedAt: toPastTime(placedAt) }),
  }
}

function toLegs({ parlay, legs }: TicketLine): Draft['legs'] {
  if ((parlay === undefined) === (legs === undefined))
    throw invalidInput('legs', 'Give a parlay, or the key of each leg: one of both.')
  if (parlay !== undefined) return { kind: 'parlay', parlayId: parlay, quoteId: null }
  return { kind: 'hand', legs: (legs ?? []).map(selectionKey => ({ kind: 'selection', selectionKey })) }
}
