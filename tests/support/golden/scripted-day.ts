/** A day of a bettor on the demo service, which leaves the data that later versions must read as this one does. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { profileFor, startDemoService } from '../../../src/demo/service.ts'
import type { DeskApi } from '../../../src/shared/contract.ts'
import type { Outcome } from '../../../src/shared/failure.ts'
import type { TicketDraft } from '../../../src/shared/model/ticket/ticket-draft.ts'
import { readFacts } from '../bridge/program-facts.ts'
import { startProgram, type Program } from '../bridge/running-program.ts'
import { tempFolder } from '../storage/temp-folder.ts'

const fewBooks = ['alpha_bet', 'bravo', 'charlie_sports']

async function must<T>(asked: Promise<Outcome<T>>): Promise<T> {
  const outcome = await asked
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.value
}

/** Returns the folder of the data, with the program closed. */
export async function playDay(): Promise<string> {
  const service = await startDemoService({ latency: 0, ratePerMinute: 100_000 })
  onTestFinished(() => service.close())
  const file = join(tempFolder(), 'profile.json')
  writeFileSync(file, JSON.stringify({ ...profileFor(service.port), name: 'Mine' }))
  const program = startProgram({ key: service.key, switches: { profile: file } })
  await program.open()
  await priceParlays(program)
  await keepBooks(program.api)
  await changeSettings(program.api)
  await program.close()
  return program.folder
}

async function priceParlays({ api, services }: Program): Promise<void> {
  // The first load only finds the books.
  await api.board.load({ id: 'feed' })
  for (const book of services.settings.state().books)
    await must(api.settings.saveBook({ ...book, isOn: fewBooks.includes(book.id) }))
  const plan = { leagues: ['ubl'], isLiveOnly: false, isMainOnly: true, everySeconds: null }
  await must(api.board.planFeed({ id: 'feed', plan }))
  await must(api.board.load({ id: 'feed' }))
  const { lines } = await readFacts(api)
  const game = lines[0]?.key.split('#', 1)[0] ?? ''
  const ofGame = lines.filter(({ key }) => key.startsWith(`${game}#`))
  const keys = [...Map.groupBy(ofGame, ({ market }) => market).values()].flatMap(([line]) => line?.key ?? [])
  for (const legs of [1, 2, 3]) {
    const note = { name: `Parlay of ${legs}`, tags: ['live'], note: 'Only under 4.0' }
    await must(api.desk.addParlay({ selections: keys.slice(0, legs), note }))
  }
  const isPriced = () =>
    services.desk
      .snapshot()
      .rows.every(({ cells }) =>
        cells.every(
          ({ activity, quote, missingLegs }) => activity.kind === 'none' && (quote ?? missingLegs > 0),
        ),
      )
  await vi.waitUntil(isPriced, { timeout: 20_000 })
  const [first] = services.desk.snapshot().rows
  if (first === undefined) throw new Error('no row')
  await must(api.desk.setStake({ parlayId: first.id, stake: '50' }))
  const rule = { kind: 'ev-over' as const, ev: 0.05 }
  const draft = { parlayId: first.id, rule, isOn: true, quietMs: 0, hasNotice: true, hasSound: false }
  await must(api.alerts.save({ id: null, draft }))
  const cell = first.cells.find(({ quote }) => quote?.outcome.kind === 'priced')
  if (cell?.quote !== null && cell?.quote !== undefined)
    await must(
      api.ledger.record({
        ...terms('25'),
        bookId: cell.bookId,
        legs: { kind: 'parlay', parlayId: first.id, quoteId: cell.quote.id },
      }),
    )
}

const terms = (stake: string) => ({
  ...{ uid: randomUUID(), bookId: 'bravo', bookName: null, placedAt: Date.now() - 60_000 },
  ...{ stake, currency: 'USD', price: { text: '+512', format: 'american' as const } },
  ...{ kind: 'normal' as const, isLive: false, tags: ['live'], note: 'as posted' },
})
const byHand = (stake: string, ...names: string[]): TicketDraft => ({
  ...terms(stake),
  legs: {
    kind: 'hand',
    legs: names.map(name => ({
      ...{ kind: 'typed', name, market: 'Moneyline', game: 'River Town at Harbor City', league: 'UBL' },
      ...{ startAt: null, oddsId: null, grade: null, price: null },
    })),
  },
})

async function keepBooks(api: DeskApi): Promise<void> {
  const accountId = randomUUID()
  const account = { accountId, holder: 'Main', bookId: 'bravo', bookName: null, currency: 'USD' }
  await must(api.accounts.open({ ...account, deposit: '500', day: '2026-11-20' }))
  const dated = { day: '2026-11-21', note: 'by card', holder: 'Main' }
  await must(api.accounts.record({ accountId, entry: { kind: 'deposit', amount: '40.25', ...dated } }))
  const won = await must(api.ledger.record(byHand('40', 'River Town')))
  const lost = await must(api.ledger.record(byHand('12.34', 'Harbor City', 'Over 210.5')))
  await must(api.ledger.record(byHand('7', 'Open Bay')))
  const reason = 'as paid'
  const result = (word: 'won' | 'lost') => ({ kind: 'result' as const, result: word })
  await must(api.ledger.decide({ ticketId: won.ticketId, decision: result('won'), reason }))
  await must(api.ledger.decide({ ticketId: lost.ticketId, decision: result('lost'), reason }))
}

async function changeSettings(api: DeskApi): Promise<void> {
  await must(api.settings.setTheme({ theme: 'light' }))
  await must(api.settings.setPriceFormat({ format: 'decimal' }))
  await must(api.settings.setStaleAfter({ ms: 45_000 }))
  await must(api.keys.save({ keys: [{ command: 'price.open', chords: ['Ctrl+Shift+O'] }] }))
  await must(api.view.zoom({ to: 'in' }))
  await must(
    api.ledger.savePolicy({ bookId: 'bravo', policy: 'void_all', source: 'rules', asOf: '2026-11-01' }),
  )
}
