/** The whole program on a data folder that cannot be written, or that is taken away while it is open. */
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { allTickets, newestFirst } from '../../../src/shared/model/ticket/ledger-filter.ts'
import { readFacts } from '../../support/bridge/program-facts.ts'
import { smallDemoFolder, startProgram, type Program } from '../../support/bridge/running-program.ts'
import { makeHandDraft } from '../../support/ledger/hand-draft.ts'
import { smallDisk } from '../../support/ledger/small-disk.ts'
import { canMount } from '../../support/storage/mounts.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

/** A program in the folder, on the demo, whose board is loaded. */
async function start(folder: string): Promise<Program> {
  const program = startProgram({ folder })
  await program.open()
  await vi.waitUntil(() => program.services.board.status().offers > 0, { timeout: 20_000 })
  return program
}

/** Records a ticket and prices a parlay of one leg. */
async function fill({ api, services }: Program): Promise<void> {
  expect(await api.ledger.record(makeHandDraft('needle'))).toMatchObject({ ok: true })
  const { lines } = await readFacts(api)
  const selections = lines.slice(0, 1).map(({ key }) => key)
  expect(await api.desk.addParlay({ selections, note: noNote })).toMatchObject({ ok: true })
  const isIdle = () =>
    services.desk.snapshot().rows.every(row => row.cells.every(({ activity }) => activity.kind === 'none'))
  await vi.waitUntil(isIdle, { timeout: 20_000 })
}

/** Does what is refused, and returns the reasons. */
async function tryToWrite({ api, services }: Program) {
  const { parlays, rows } = await readFacts(api)
  const parlayId = rows[0]?.id ?? 0
  const record = await api.ledger.record(makeHandDraft('needle'))
  const send = await api.trending.send({ parlays })
  const remove = await api.desk.removeParlay({ parlayId })
  const failures = () =>
    services.desk
      .snapshot()
      .rows.flatMap(({ cells }) =>
        cells.flatMap(({ quote }) => (quote?.outcome.kind === 'failed' ? [quote.outcome.failure] : [])),
      )
  // Calls that were recorded ahead may still be sent.
  const priceAgain = async () => {
    await api.desk.price({ parlayId, bookId: null })
    return failures().length > 0
  }
  await vi.waitUntil(priceAgain, { timeout: 20_000, interval: 10 })
  return [record, send, remove]
    .map(outcome => (outcome.ok ? outcome : outcome.failure))
    .concat(failures().slice(0, 1))
    .map(failure => ('sentence' in failure ? failure.sentence : failure))
}

/** Looks at the desk and the ledger, searches the tickets and exports them. */
async function readAll({ api, choose }: Program) {
  const path = join(tempFolder(), 'out.json')
  choose({ save: path })
  const [desk, found, board, saved] = [
    await api.desk.snapshot(),
    await api.ledger.page({
      filter: { ...allTickets, text: 'needle' },
      sort: newestFirst,
      after: null,
      limit: 10,
    }),
    await api.board.snapshot(),
    await api.transfer.save({ format: 'json', scope: { kind: 'all' } }),
  ]
  return {
    parlays: desk.ok && desk.value.rows.length,
    tickets: found.ok && found.value.lines.length,
    hasBoard: board.ok && board.value.offers > 0,
    exported: saved.ok && readFileSync(path, 'utf8').includes('Harbor City'),
  }
}
const everything = { parlays: 1, tickets: 1, hasBoard: true, exported: true }

describe.skipIf(!canMount)('a program started', () => {
  it.each([
    ['in a folder that cannot be written', 'lock', /The data folder can’t be written\./],
    ['on a full disk', 'fill', /The disk is full\./],
  ] as const)(
    '%s shows what is there, and refuses in words what cannot be kept',
    async (_, how, reason) => {
      const disk = smallDisk(16)
      const first = await start(smallDemoFolder(disk.folder))
      await fill(first)
      await first.close()
      disk[how](0)
      const program = await start(disk.folder)
      expect(await readAll(program)).toEqual(everything)
      for (const sentence of await tryToWrite(program)) expect(sentence).toMatch(reason)
      const account = await program.api.account.snapshot()
      expect(account.ok && account.value.notices.join(' ')).toMatch(/Nothing can be added/)
      await program.close()
      expect(program.faults).toEqual([])
      if (how === 'lock') disk.unlock()
    },
    60_000,
  )
})

describe.runIf(process.platform !== 'win32')('a program whose data folder is moved while it is open', () => {
  it('refuses what it would confirm, says where the data went, and goes on once it is back', async () => {
    const folder = join(tempFolder(), 'data')
    mkdirSync(folder)
    const program = await start(smallDemoFolder(folder))
    await fill(program)
    renameSync(folder, `${folder} away`)
    await program.api.settings.setPriceFormat({ format: 'decimal' })
    for (const sentence of await tryToWrite(program)) {
      expect(sentence).toMatch(/was (re)?moved/)
      expect(sentence).toContain(folder)
    }
    expect(await readAll(program)).toEqual(everything)
    expect(existsSync(folder)).toBe(false)
    renameSync(`${folder} away`, folder)
    expect(await program.api.ledger.record(makeHandDraft('needle'))).toMatchObject({ ok: true })
    await program.close()
    expect(program.faults).toEqual([])
    const again = await start(folder)
    expect(await readAll(again)).toEqual({ ...everything, tickets: 2 })
  }, 60_000)
})
