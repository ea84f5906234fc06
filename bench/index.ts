/**
 * `npm run bench -- [question…] [--quick] [--check] [--json FILE]`: asks the named questions, or all, and prints both
 * sides of each. `--check` exits with 1 when a row misses its goal. `--quick` asks for the rows that are steady on a
 * shared machine, and exits with 1 when one is over twice its goal, also when it is asked a second time.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  chooseBetter,
  isTooSlow,
  judge,
  quickSlack,
  table,
  type BenchOptions,
  type BenchRow,
} from './report.ts'

type Question = () => Promise<{ run: (options: BenchOptions) => Promise<BenchRow[]> }>

const steady: Readonly<Record<string, Question>> = {
  pricing: () => import('./pricing.ts'),
  board: () => import('./board.ts'),
  grid: () => import('./grid.ts'),
  ledger: () => import('./ledger.ts'),
  value: () => import('./value.ts'),
  refresh: () => import('./refresh.ts'),
  scanner: () => import('./scanner.ts'),
  team: () => import('./team.ts'),
  'local-api': () => import('./local-api.ts'),
}
const questions: Readonly<Record<string, Question>> = {
  start: () => import('./start.ts'),
  ...steady,
  keys: () => import('./keys.ts'),
  view: () => import('./view.ts'),
  rest: () => import('./rest.ts'),
}

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'string' },
    check: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const isQuick = values.quick
const offered = isQuick ? steady : questions
const asked = positionals.length > 0 ? positionals : Object.keys(offered)
const unknown = asked.filter(name => !(name in offered))

if (unknown.length > 0) {
  const kind = isQuick ? 'Not a quick question' : 'Not a question'
  console.error(`${kind}: ${unknown.join(', ')}. There are: ${Object.keys(offered).join(', ')}.`)
  process.exitCode = 2
} else {
  const ask = async (name: string) => (await (await offered[name]?.())?.run({ isQuick })) ?? []
  const rows: BenchRow[] = []
  for (const name of asked) {
    console.error(`asking: ${name}`)
    const first = await ask(name)
    const isSlow = isQuick && first.some(isTooSlow)
    if (isSlow) console.error(`asking again: ${name}, where a row is over ${quickSlack} x its goal`)
    // Other programs share the machine: the better of both times is ours.
    rows.push(...(isSlow ? chooseBetter(first, await ask(name)) : first))
  }
  console.log(table(rows))
  const { lines, exitCode } = judge(rows, { isQuick, isCheck: values.check })
  for (const line of lines) console.log(line)
  process.exitCode = exitCode
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`)
}
