/**
 * How long until the desk can be used, beside an empty window on the same runtime. Both go through the same launch, so
 * what is left between them is ours: bundles read and run, the database opened, the first paint.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { launchDesk } from '../tools/chromium-host/index.mjs'
import { rowOf, type BenchRow } from './report.ts'

const firstRuns = 3
const runs = 7
const emptyApp = resolve(import.meta.dirname, 'empty-window')

interface App {
  readonly appDir?: string
  readonly isUsable: (page: Page) => Promise<void>
}
const desk: App = { isUsable: page => page.getByRole('button', { name: 'Add to desk' }).waitFor() }
const empty: App = { appDir: emptyApp, isUsable: page => page.waitForLoadState('load') }

/** Milliseconds from the start of the process to a window that can be used. */
async function start({ appDir, isUsable }: App, userDataDir: string): Promise<number> {
  const startedAt = performance.now()
  const app = await launchDesk({
    userDataDir,
    ...(appDir === undefined ? { args: ['--demo'] } : { appDir }),
    env: { PARLAY_DESK_KEYCHAIN: 'memory' },
  })
  await isUsable(app.page)
  const tookMs = performance.now() - startedAt
  await app.close()
  return tookMs
}

/** Both sides in turn; `folderOf` names the data folder of each run, from 0. */
async function compare(question: string, runs: number, folderOf: (run: number) => string): Promise<BenchRow> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let run = 0; run < runs; run++) {
    theirs.push(await start(empty, join(folderOf(run), 'empty')))
    ours.push(await start(desk, join(folderOf(run), 'desk')))
  }
  return rowOf({
    question,
    ours,
    theirs,
    against: 'an empty window',
    goal: 'at most 300 ms more',
    unit: 'ms',
  })
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  const rows = [
    await compare('first start, to a usable desk', firstRuns, run => join(folder, String(run))),
    await compare('start, to a usable desk', runs, () => join(folder, '0')),
  ]
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  return rows
}
