/** Programs killed at each of the changes that they make to their files (see die-at-change.mjs). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { z } from 'zod'
import { tempFolder } from './temp-folder.ts'

const preload = join(import.meta.dirname, 'die-at-change.mjs')
const maxLifeMs = 30_000
/** Lives side by side. */
const maxLives = 2

const Change = z.object({ at: z.number(), kind: z.string(), paths: z.array(z.string()) })
export type Change = Readonly<z.infer<typeof Change>>

/** A program and its arguments after the folder, which is a copy of `prepared`. */
export interface Program {
  readonly script: string
  readonly args?: readonly string[]
  readonly prepared: string
}

export interface Life {
  /** The files that the program left. */
  readonly folder: string
  /** Lines that the program printed. */
  readonly lines: readonly string[]
  readonly changes: readonly Change[]
}

/** Runs a program to its end, or until it is killed before, or within, the change of this number. */
export async function live(
  { script, args = [], prepared }: Program,
  { home = tempFolder(), at = null }: { home?: string; at?: number | null } = {},
): Promise<Life> {
  const folder = mkdtempSync(join(home, 'life-'))
  cpSync(prepared, folder, { recursive: true })
  const child = spawn(process.execPath, ['--import', preload, script, folder, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DIE_AT_CHANGE: JSON.stringify({ folder, at }) },
    timeout: maxLifeMs,
    killSignal: 'SIGTERM',
  })
  const exit = once(child, 'exit')
  const printed: string[] = []
  for await (const line of createInterface({ input: child.stdout })) printed.push(line)
  const isChange = (line: string) => line.startsWith('change ')
  const changes = printed.filter(isChange).map(line => Change.parse(JSON.parse(line.slice('change '.length))))
  // Writes that overlap come in any order, so a life may end with fewer changes than another had.
  const hasEnded = at === null || (changes.at(-1)?.at ?? 0) < at
  expect([[null, 'SIGKILL'], ...(hasEnded ? [[0, null]] : [])]).toContainEqual(await exit)
  return { folder, lines: printed.filter(line => !isChange(line)), changes }
}

/**
 * Runs a program to its end, and again for each change, killed there; `check` looks at what a kill left. Returns the
 * life that was not killed.
 */
export async function killAtEachChange(
  program: Program,
  check: (left: Life) => void | Promise<void>,
): Promise<Life> {
  const home = tempFolder()
  const whole = await live(program, { home })
  const moments = Array.from({ length: whole.changes.at(-1)?.at ?? 0 }, (_, before) => before + 1).values()
  async function checkMoments() {
    for (const at of moments) {
      const left = await live(program, { home, at })
      try {
        await check(left)
      } catch (error) {
        const last = left.changes.at(-1)
        throw new Error(`killed at ${at}, after ${last?.kind} of ${last?.paths.join(', ')}`, { cause: error })
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: maxLives }, checkMoments))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return whole
}

/**
 * Returns what a power cut could take from a life's renames: `files` that were not synced since their last write, and
 * `names` whose folder was not synced before the next removal or the end.
 */
export function findUnsafeRenames({ changes }: Life): { files: string[]; names: string[] } {
  const unsafe = { files: new Array<string>(), names: new Array<string>() }
  const pending = new Map<string, string>()
  let synced: string[] = []
  for (const { kind, paths } of changes) {
    const [path = '', to = ''] = paths
    if (kind === 'sync') synced.push(path)
    if (kind === 'sync') pending.delete(path)
    if (kind === 'write') synced = synced.filter(each => each !== path)
    if (kind === 'rm') unsafe.names.push(...pending.values())
    if (kind !== 'rename') continue
    const isSynced = synced.some(each => each === path || each.startsWith(path + sep))
    if (!isSynced) unsafe.files.push(to)
    synced = synced.map(each => (each.startsWith(path) ? to + each.slice(path.length) : each))
    pending.set(dirname(to), to)
  }
  unsafe.names.push(...pending.values())
  return unsafe
}
