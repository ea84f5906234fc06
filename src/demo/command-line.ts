/** Reads the arguments of `npm run demo-service`. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readFaults } from './server/fault.ts'
import type { DemoOptions } from './service.ts'

export const usage = `Usage: npm run demo-service -- [--port N] [--seed S] [--speed X] [--faults FILE]
  [--key K] [--rate N] [--latency X] [--games N] [--log] [--log-keys]`

const maxSeed = 2 ** 31

export interface CommandLine {
  readonly options: DemoOptions
  /** Print every call as one line of JSON, with or without its key. */
  readonly log: 'none' | 'calls' | 'calls with keys'
}

const textOption = { type: 'string' } as const
const flagOption = { type: 'boolean' } as const
const optionTypes = {
  port: textOption,
  seed: textOption,
  speed: textOption,
  faults: textOption,
  key: textOption,
  rate: textOption,
  latency: textOption,
  games: textOption,
  log: flagOption,
  'log-keys': flagOption,
}

/** Throws an Error with one plain sentence about the first argument that cannot be used. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({ args: [...args], options: optionTypes })
  const options: DemoOptions = {
    port: number('port', values.port ?? '0', { from: 0, to: 65_535, whole: true }),
    seed: number('seed', values.seed ?? '1', { from: 0, to: maxSeed, whole: true }),
    speed: number('speed', values.speed ?? '1', { from: 0.0001, to: 1000 }),
    ratePerMinute: number('rate', values.rate ?? '600', { from: 1, to: 1_000_000, whole: true }),
    latency: number('latency', values.latency ?? '1', { from: 0, to: 100 }),
    ...(values.games === undefined
      ? {}
      : { maxFeedGames: number('games', values.games, { from: 1, to: 1_000, whole: true }) }),
    ...(values.key === undefined ? {} : { key: readKey(values.key) }),
    ...(values.faults === undefined ? {} : { faults: readFaultsFile(values.faults) }),
  }
  const log = values['log-keys'] ? 'calls with keys' : values.log ? 'calls' : 'none'
  return { options, log }
}

function number(name: string, text: string, range: { from: number; to: number; whole?: boolean }): number {
  const value = text.trim() === '' ? NaN : Number(text)
  const fits = value >= range.from && value <= range.to && (!range.whole || Number.isInteger(value))
  if (fits) return value
  const kind = range.whole ? 'a whole number' : 'a number'
  throw new Error(`--${name} must be ${kind} from ${range.from} to ${range.to}, not "${text}".`)
}

function readKey(key: string): string {
  if (key.trim() === '') throw new Error('--key must not be empty; leave it out to have one made up.')
  return key
}

function readFaultsFile(path: string): ReturnType<typeof readFaults> {
  try {
    return readFaults(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new Error(
      `Cannot use the faults in ${path}. ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
