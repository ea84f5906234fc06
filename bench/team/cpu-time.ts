/** CPU time of this process, its children that ended, and a server with all its processes; known on Linux alone. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresServer } from '../../tests/support/team/postgres-server.ts'

export const hasCpuTime = existsSync('/proc/self/stat')

/** A tick of /proc in ms, on every Linux of today. */
const tickMs = 10

export function readCpuMs({ folder }: PostgresServer): number {
  const server = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const processes = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => readProcess(name) ?? [])
  const counted = processes.filter(
    ({ pid, parent }) => pid === server || parent === server || pid === process.pid,
  )
  return counted.reduce((sum, { ticks }) => sum + ticks, 0) * tickMs
}

/** Undefined for one that ended meanwhile. Its ticks are its own and those of children that it has waited for. */
function readProcess(name: string): { pid: number; parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The name of the program, in brackets, may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = sum(fields.slice(11, 15).map(Number))
    return { pid: Number(name), parent: Number(fields[1]), ticks }
  } catch {
    return undefined
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
