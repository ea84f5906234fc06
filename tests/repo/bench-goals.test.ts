import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { goals } from '../../bench/goals.ts'

const root = resolve(import.meta.dirname, '../..')
const quality = readFileSync(join(root, 'docs/quality.md'), 'utf8')
const section = /^## 3\. [^]*?(?=^## 4)/m.exec(quality)?.[0] ?? ''
const promised = [...section.matchAll(/^\| (.+?) \| .+? \| (.+) \|$/gm)]
  .map(([, question = '', goal = '']) => [question, goal] as const)
  .slice(2)

const { books, board, grid, start, ticket, ledger, settling, view, rest, scanner, value, refresh, team } =
  goals
const ratios = Object.values(board.ratios).join(' / ')

/** Beginning of each question, and its goal as the table says it. */
const rows = [
  [
    '30 books at once',
    `client at most ${books.clientToUndici} × undici and ${books.clientToAxios} × axios; whole path at most ${books.wholeToUndici} × undici warm, ${books.wholeToAxiosIdle} × axios after idle over TLS`,
  ],
  ['key press to last cell painted', `at most ${goals.reprice.moreMs} ms more`],
  [
    '10,000 / 100,000 / 1,000,000 odds objects',
    `at most ${ratios} ×; main process never over ${board.stallMs} ms; under ${board.keptMb} MB kept at 1,000,000`,
  ],
  // No benchmark measures the first, as docs/quality.md says.
  ['search over 400,000 selections', `p95 at most 33 ms; worker's p99 under ${board.searchP99Ms} ms`],
  ['key to paint while prices stream', `p95 at most ${goals.keys.p95Ms} ms`],
  [
    'grid 500 × 30',
    `CPU at most ${grid.cpu} ×, first render at most ${grid.first} ×, frame p99 one frame, no long task`,
  ],
  ['start with 200 parlays', `at most ${start.moreMs} ms more; first start ${start.firstMoreMs} ms more`],
  ['a ticket with 5 legs', `p50 and p99 at most ${ticket.ratio} ×`],
  [
    'ledger of 100,000 tickets',
    `page and filter at most ${ledger.page} ×, report at most ${ledger.report} ×, none over ${ledger.holdMs} ms`,
  ],
  ['settle 50,000 legs', `at most ${settling.ratio} ×; event loop never over ${settling.holdMs} ms`],
  ['ledger view opened', `first at most ${view.firstMs} ms, again at most ${view.againMs} ms`],
  [
    'a desk of 6 parlays at rest',
    `page at most ${rest.page}% of a core more, main ${rest.main}%; memory of all processes at most ${rest.memory} × and what the board may keep`,
  ],
  ['scan of 400,000 selections', `at most ${scanner.scanMs / 1000} s; at least ${scanner.foundRatio} x`],
  ['seven devig methods', `at most ${value.devigUs} µs; ${value.stakesMs} ms`],
  ['1,000 seasons', `at most ${value.seasons} ×`],
  [
    'auto-refresh of 180 parlays',
    `at least ${refresh.trueRatio} ×; no cell in view older than ${refresh.oldestShares} shares; at most ${refresh.choiceMs} ms a second`,
  ],
  [
    "a team's PostgreSQL",
    `at most ${team.append} ×; ${team.catchUp} ×; p95 ${team.quoteP95Ms} ms; an eighth`,
  ],
  ['a call of a script over its socket', `at most ${goals.localApi.call} ×; ${goals.localApi.lost} missed`],
] as const

describe('goals of the benchmarks', () => {
  it.each(rows)('of %s are those of docs/quality.md', (beginning, goal) => {
    expect(promised.find(([question]) => question.startsWith(beginning))?.[1]).toBe(goal)
  })

  it('are one a row of the table', () => {
    expect(promised).toHaveLength(rows.length)
  })

  it('mean one frame at 60 a second, and no long task', () => {
    expect(grid.frameMs).toBeLessThan(1000 / 60 + 0.2)
    expect(grid.longTasks).toBe(0)
  })

  it('stand in one place', () => {
    const files = globSync('bench/**/*.ts', { cwd: root })
    expect(files.length).toBeGreaterThan(30)
    const given = (text: string) =>
      [...text.matchAll(/\bon: '\w+',\s+(?:max|min): ([^,}\s]+)/g)].map(([, limit = '']) => limit)
    const all = files.flatMap(path => given(readFileSync(join(root, path), 'utf8')))
    expect(all.length).toBeGreaterThan(20)
    // Parameters of functions that are called with goals alone.
    expect(all.filter(limit => !limit.startsWith('goals.') && !/^max(?:Ratio)?$/.test(limit))).toEqual([])
  })
})
