/** Parts that the commands of the desk share: their options, and how numbers are read from arguments. */
import { InvalidArgumentError, type Command } from 'commander'
import type { z } from 'zod'
import { invalidInput } from '../../../shared/failure.ts'
import type { TypedPrice } from '../../../shared/model/price/quote.ts'
import { PriceFormatName } from '../../../shared/model/price/quote.ts'
import { connect, type DeskOptions } from '../desk/connect.ts'
import type { DeskClient } from '../desk/desk-client.ts'
import type { ExitCode } from '../exit-codes.ts'
import type { Terminal } from '../terminal.ts'

/** Parts of the running command. */
export interface CommandDeps {
  readonly terminal: Terminal
  /** Sets the exit code of a command that did not throw; 0 without it. */
  readonly setExitCode: (code: ExitCode) => void
}

/** Rights of a token, as Settings names them. */
export const rights = {
  read: 'Read',
  watch: 'Follow changes',
  desk: 'Change the desk',
  price: 'Get prices',
  record: 'Record tickets',
} as const

interface CommandText {
  readonly summary: string
  readonly scope: keyof typeof rights
  /** Lines shown below the options. */
  readonly examples: readonly string[]
}

/** Adds what all commands of the desk have in common. */
export function asDeskCommand(command: Command, { summary, scope, examples }: CommandText): Command {
  return command
    .description(summary)
    .option('--json', 'print one line of JSON for each record')
    .option('--token-file <file>', 'file with the token (default: PARLAY_DESK_TOKEN)')
    .option('--start', 'start Parlay Desk without its window, if it isn’t running')
    .addHelpText('after', toExamples(examples, `Needs a token with “${rights[scope]}” (Settings › Scripts).`))
}

export const toExamples = (examples: readonly string[], note?: string): string =>
  ['', 'Examples:', ...examples.map(line => `  ${line}`), ...(note === undefined ? [] : ['', note])].join(
    '\n',
  )

/** Runs a part of a command with the desk. */
export async function withDesk(
  { terminal }: CommandDeps,
  options: DeskOptions,
  run: (desk: DeskClient) => Promise<unknown>,
): Promise<void> {
  await run(await connect(options, terminal))
}

export function toNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Enter a whole number.')
  return Number(text)
}

export const toNumbers = (text: string, before: readonly number[] = []): number[] => [
  ...before,
  toNumber(text.replace(/^#/, '')),
]

/** Collects an option that can be given more than once. */
export const collect = (text: string, before: readonly string[] = []): string[] => [...before, text]

export const formatHelp = 'odds format of prices you type: american, decimal, fractional …'

export function toPrice(text: string, format = 'american'): TypedPrice {
  const parsed = PriceFormatName.safeParse(format)
  if (!parsed.success)
    throw invalidInput('format', `Choose one of these odds formats: ${PriceFormatName.options.join(', ')}.`)
  return { text, format: parsed.data }
}

/** Parses lines of JSON; the first one that does not fit is named. Throws Refusal. */
export function parseLines<S extends z.ZodType>(text: string, schema: S): z.output<S>[] {
  return text
    .split('\n')
    .map((line, at) => ({ line, at }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, at }) => {
      const parsed = schema.safeParse(parseJson(line))
      if (parsed.success) return parsed.data
      const issue = parsed.error.issues[0]
      const where = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')})`
      throw invalidInput('input', `Line ${at + 1} isn’t valid${where}: ${issue?.message ?? ''}`)
    })
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
