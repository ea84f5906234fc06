import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { readFacts } from '../../support/bridge/program-facts.ts'
import {
  callNames,
  readLog,
  smallDemoFolder,
  startProgram,
  type Program,
} from '../../support/bridge/running-program.ts'

const rejected = vi.fn()
beforeAll(() => void process.on('unhandledRejection', rejected))
afterAll(() => void process.off('unhandledRejection', rejected))

it('A program that ends while its profile is being opened starts nothing more', async () => {
  const { services, close, folder } = startProgram()
  const opening = services.account.open()
  await close()
  await expect(opening).resolves.toBeUndefined()
  expect(readLog(folder)).toBe('')
})

/** Folder of a program that ended with a board and parlays on the desk. */
async function leaveDesk(): Promise<string> {
  const program = startProgram({ folder: smallDemoFolder() })
  await program.open()
  const { board } = program.services
  const isLoaded = () => board.status().loading.kind === 'idle' && board.status().offers > 0
  await vi.waitUntil(isLoaded, { timeout: 20_000 })
  const { lines } = await readFacts(program.api)
  for (const { key } of lines.slice(0, 5))
    await program.api.desk.addParlay({ selections: [key], note: noNote })
  await program.close()
  return program.folder
}

/** The first questions of the window, as they come while the program starts. */
function askFirst({ ask }: Program): Promise<unknown> {
  const filter = { league: null, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false }
  const snapshots = callNames.filter(call => call.endsWith('.snapshot')).map(call => ask(call, null))
  return Promise.all([...snapshots, ask('board.search', { query: 'north', limit: 50, filter })])
}

it('A program that ends at any moment of its start logs no fault and starts nothing more', async () => {
  const folder = await leaveDesk()
  for (const ms of [0, 1, 5, 20, 50, 100, 200, 250, 300, 350, 400, 450, 500, 600, 800]) {
    const program = startProgram({ folder })
    const started = Promise.allSettled([program.open(), askFirst(program)])
    await pause(ms)
    await program.close()
    // The sources of a board that is closed never open, and opening waits for them.
    await Promise.race([started, pause(50)])
    expect(program.services.sources.list(), `after ${ms} ms`).toEqual([])
    expect(readLog(folder), `after ${ms} ms`).toBe('')
  }
  expect(rejected).not.toHaveBeenCalled()
}, 60_000)
