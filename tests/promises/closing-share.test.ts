/** Source: docs/quality.md, 2. A real service counts the calls that the composed program sends it. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { profileFor, startDemoService } from '../../src/demo/service.ts'
import { startProgram, type Program } from '../support/bridge/running-program.ts'
import { tempFolder } from '../support/storage/temp-folder.ts'

const minute = 60_000
const book = 'bravo'
const perMinute = 100

/** A program with the odds of one book, and its service, whose first games start in about two minutes. */
async function start() {
  const epoch = Date.now() - 2 * minute
  const service = await startDemoService({ latency: 0, ratePerMinute: 100_000, epoch })
  onTestFinished(() => service.close())
  const profile = join(tempFolder(), 'profile.json')
  writeFileSync(profile, JSON.stringify(profileFor(service.port)))
  const program = startProgram({ key: service.key, switches: { profile } })
  await program.open()
  const { api, services } = program
  // The first load only finds the books.
  await api.board.load({ id: 'feed' })
  for (const known of services.settings.state().books)
    await api.settings.saveBook({ ...known, isOn: known.id === book })
  await api.board.load({ id: 'feed' })
  await api.budget.setLimits({ kind: 'by-hand', perMinute, inFlight: 32, perHost: 6 })
  return { service, program }
}

/** Keys of the selections of the game that starts next. */
async function findNextLegs({ api }: Program): Promise<string[]> {
  const filter = { league: null, bookId: book, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false }
  const found = await api.board.search({ query: '', limit: 500, filter })
  const groups = found.ok ? found.value.groups : []
  const startOf = ({ game }: (typeof groups)[number]) => game.startAt ?? Infinity
  const [next] = groups
    .filter(group => startOf(group) > Date.now())
    .toSorted((a, b) => startOf(a) - startOf(b))
  return next?.selections.map(({ key }) => key) ?? []
}

const makeDraft = (legs: readonly string[]) => ({
  ...{ uid: randomUUID(), bookId: book, bookName: null, placedAt: Date.now(), stake: '40', currency: 'USD' },
  ...{ price: { text: '+512', format: 'american' as const }, kind: 'normal' as const },
  ...{ isLive: false, tags: [], note: '' },
  legs: {
    kind: 'hand' as const,
    legs: legs.map(selectionKey => ({ kind: 'selection' as const, selectionKey })),
  },
})

describe('Closing prices use at most a quarter of the calls of a minute, however many bets wait for theirs.', () => {
  it('sends 25 calls of a limit of 100 for 36 bets on one game', async () => {
    const { service, program } = await start()
    const legs = (await findNextLegs(program)).slice(0, 9)
    const pairs = legs.flatMap((one, at) => legs.slice(at + 1).map(other => [one, other]))
    expect(pairs).toHaveLength(36)
    for (const pair of pairs)
      expect(await program.api.ledger.record(makeDraft(pair))).toMatchObject({ ok: true })
    const sent = () => service.calls.filter(({ route }) => route === 'pricing').length
    expect(sent()).toBe(0)
    await program.services.closing.check()
    await program.services.closing.check()
    expect(sent()).toBe(perMinute / 4)
    expect(program.faults).toEqual([])
  })
})
