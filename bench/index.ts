/**
 * `npm run bench -- [question…] [--json FILE] [--check]`: asks the named questions, or all, and prints both sides of each.
 * With `--check` a goal that is a figure and is missed fails the run.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isMissed, table, type BenchRow } from './report.ts'

const questions: Readonly<Record<string, () => Promise<{ run: () => Promise<BenchRow[]> }>>> = {
  start: () => import('./start.ts'),
  pricing: () => import('./pricing.ts'),
  board: () => import('./board.ts'),
  grid: () => import('./grid.ts'),
  keys: () => import('./keys.ts'),
  ledger: () => import('./ledger.ts'),
}

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, check: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const asked = positionals.length > 0 ? positionals : Object.keys(questions)
const unknown = asked.filter(name => !(name in questions))

if (unknown.length > 0) {
  console.error(`Not a question: ${unknown.join(', ')}. There are: ${Object.keys(questions).join(', ')}.`)
  process.exitCode = 2
} else {
  const rows: BenchRow[] = []
  for (const name of asked) {
    console.error(`asking: ${name}`)
    rows.push(...((await (await questions[name]?.())?.run()) ?? []))
  }
  console.log(table(rows))
  const missed = rows.filter(isMissed)
  for (const { question, ours, unit, goal } of missed)
    console.log(`Missed: ${question}, ${ours} ${unit}, ${goal}.`)
  if (values.check && missed.length > 0) process.exitCode = 1
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`)
}
