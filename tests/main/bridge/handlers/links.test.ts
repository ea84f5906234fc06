import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLinksHandlers } from '../../../../src/main/bridge/handlers/links.ts'
import { LinkOutcomes } from '../../../../src/main/desk/quotes/link-outcomes.ts'
import { DeepLinks } from '../../../../src/main/links/deep-link.ts'
import { allTime } from '../../../../src/shared/model/price/link-outcome.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import type { Links } from '../../../../src/shared/model/price/quote.ts'
import { priced } from '../../../support/shared/desk-rows.ts'
import { clipboard, shell } from '../../../support/electron.ts'
import { openStoredApprovals } from '../../../../src/main/account/stored-preferences.ts'
import { catchFailure, emptySettings } from '../../../support/account/account-fixture.ts'
import { cellsOf, keysOf, settle, startDesk } from '../../../support/desk/scripted-desk.ts'

const cell = { parlayId: 1, bookId: 'a' }
const web = (path: string): Links => ({ desktop: `https://bets.example/${path}`, mobile: null })
const opened = () => shell.openExternal.mock.calls.map(([url]) => url)
const copied = () => clipboard.writeText.mock.calls.map(([text]) => text)

beforeEach(() => {
  vi.useFakeTimers()
  shell.openExternal.mockClear()
  clipboard.writeText.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Calls over a desk whose cell was answered with these links, at +150. */
async function start(links: Links | null, legs = ['one', 'two']) {
  const started = startDesk({ reply: () => priced(150, 0, links).outcome })
  await started.desk.add(keysOf(...legs), noNote)
  await settle()
  const approvals = openStoredApprovals(emptySettings())
  approvals.add('a', 'bets.example')
  const calls = createLinksHandlers({
    desk: started.desk,
    links: new DeepLinks({ approvals, demoPort: () => null }),
    outcomes: new LinkOutcomes(started.database),
    approvals,
    account: {
      get activeId() {
        return started.world.profileId
      },
    },
    settings: { priceFormat: 'decimal' },
  })
  const quoteId = () => cellsOf(started)['a']?.quote?.id ?? 0
  const priceAgain = async (american: number, next: Links | null) => {
    started.world.reply = () => priced(american, 0, next).outcome
    started.desk.price(1, 'a')
    await settle()
    return quoteId()
  }
  return { ...started, calls, quoteId, priceAgain, approvals }
}

describe('approvals', () => {
  it('are listed, and a revoked one is asked about again, for its book and host alone', async () => {
    const { calls, quoteId, approvals } = await start(web('1'))
    approvals.add('a', 'other.example')
    approvals.add('b', 'bets.example')
    expect(calls.approvals(null)).toEqual({
      approvals: [
        { bookId: 'a', host: 'bets.example' },
        { bookId: 'a', host: 'other.example' },
        { bookId: 'b', host: 'bets.example' },
      ],
    })
    expect(calls.revoke({ bookId: 'a', host: 'bets.example' })).toEqual({
      approvals: [
        { bookId: 'a', host: 'other.example' },
        { bookId: 'b', host: 'bets.example' },
      ],
    })
    const open = () => calls.open({ ...cell, quoteId: quoteId(), approve: 'no' })
    expect(await catchFailure(open)).toMatchObject({ kind: 'link-unapproved', host: 'bets.example' })
    expect(opened()).toEqual([])
  })

  it('revoked twice, or never given, change nothing', async () => {
    const { calls, approvals } = await start(web('1'))
    const none = { bookId: 'constructor', host: 'bets.example' }
    expect(calls.revoke(none)).toEqual({ approvals: approvals.list() })
    const own = { bookId: 'a', host: 'bets.example' }
    for (let turn = 0; turn < 2; turn++) expect(calls.revoke(own)).toEqual({ approvals: [] })
  })
})

describe('opening and copying', () => {
  it('take the address from the cell’s price, which the window never names', async () => {
    const { calls, quoteId } = await start(web('1'))
    expect(await calls.open({ ...cell, quoteId: quoteId(), approve: 'no' })).toEqual({ host: 'bets.example' })
    expect(await calls.copy({ ...cell, to: 'here' })).toEqual({ host: 'bets.example' })
    expect([opened(), copied()]).toEqual([['https://bets.example/1'], ['https://bets.example/1']])
  })

  it('open the very quote that was asked about, though another came since', async () => {
    const { calls, quoteId, priceAgain } = await start(web('1'))
    const asked = quoteId()
    await priceAgain(150, web('2'))
    await calls.open({ ...cell, quoteId: asked, approve: 'no' })
    expect(opened()).toEqual(['https://bets.example/1'])
  })

  it('never open another cell’s quote', async () => {
    const { calls, quoteId } = await start(web('1'))
    const request = { parlayId: 1, bookId: 'b', quoteId: quoteId(), approve: 'always' } as const
    expect(await catchFailure(() => calls.open(request))).toMatchObject({ kind: 'not-found' })
    expect(opened()).toEqual([])
  })

  it('copy the link for a phone where that is wanted', async () => {
    const { calls } = await start({ desktop: 'https://bets.example/1', mobile: 'bookapp://slip/1' })
    await calls.copy({ ...cell, to: 'here' })
    await calls.copy({ ...cell, to: 'phone' })
    expect(copied()).toEqual(['https://bets.example/1', 'bookapp://slip/1'])
  })

  it('refuse a cell without a price, without links, and one that is not there', async () => {
    const { calls } = await start(null)
    expect(await catchFailure(() => calls.copy({ ...cell, to: 'here' }))).toMatchObject({ kind: 'invalid' })
    expect(await catchFailure(() => calls.phone({ ...cell, bookId: 'none' }))).toMatchObject({
      kind: 'invalid',
    })
    const gone = { parlayId: 9, bookId: 'a', quoteId: 1, approve: 'always' } as const
    expect(await catchFailure(() => calls.open(gone))).toMatchObject({ kind: 'not-found' })
    expect(opened()).toEqual([])
  })
})

describe('a link for a phone', () => {
  it('is answered whole, an app’s too, and never opened', async () => {
    const { calls, priceAgain } = await start({ desktop: null, mobile: 'bookapp://slip?s=a.b' })
    expect(await calls.phone(cell)).toEqual({ link: 'bookapp://slip?s=a.b' })
    await priceAgain(150, web('1'))
    expect(await calls.phone(cell)).toEqual({ link: 'https://bets.example/1' })
    expect(opened()).toEqual([])
  })

  it('is refused where it misleads', async () => {
    const { calls } = await start({ desktop: null, mobile: 'bookapp://slip\u202Ex' })
    expect(await catchFailure(() => calls.phone(cell))).toMatchObject({ kind: 'link-refused' })
  })
})

describe('the betslip reminder', () => {
  it('is copied with the legs, at the price opened, in the user’s format', async () => {
    const { calls, quoteId, priceAgain } = await start(web('1'))
    const quote = quoteId()
    await priceAgain(900, web('1'))
    await calls.copyBet({ ...cell, quoteId: quote })
    expect(copied()).toEqual(['2 legs, 2.50\none (Points)\ntwo (Points)'])
  })

  it('counts a single leg as one', async () => {
    const { calls, quoteId } = await start(web('1'), ['one'])
    await calls.copyBet({ ...cell, quoteId: quoteId() })
    expect(copied()).toEqual(['1 leg, 2.50\none (Points)'])
  })

  it('is refused in words for an answer without a price', async () => {
    const started = await start(web('1'))
    started.world.reply = () => ({ kind: 'no-price' })
    started.desk.price(1, 'a')
    await settle()
    const copy = () => started.calls.copyBet({ ...cell, quoteId: started.quoteId() })
    expect(await catchFailure(copy)).toEqual({ kind: 'not-found', what: 'the price on screen' })
    expect(copied()).toEqual([])
  })
})

describe('what was seen at a book', () => {
  const usd = (minor: number) => ({ minor, currency: 'USD' })
  const moved = (text: string) => ({ kind: 'moved', to: { text, format: 'american' } }) as const

  it('makes the book’s record: how often as shown, and how far prices slipped', async () => {
    const { calls, priceAgain } = await start(web('1'))
    for (const seen of [
      { kind: 'as-shown' },
      { kind: 'refused' },
      moved('+100'),
      { kind: 'limited', stake: usd(2_500) },
    ] as const)
      await calls.recordOutcome({ ...cell, quoteId: await priceAgain(150, web('1')), seen })
    const { records } = await calls.records(allTime)
    expect(records).toMatchObject([{ bookId: 'a', noted: 4, asShown: 1, moved: 1, refused: 1, limited: 1 }])
    expect(records[0]?.slippage).toBeCloseTo((0.5 - 0.4) / 3, 12)
  })

  it('keeps the newest stake that the book limited the user to', async () => {
    const { calls, priceAgain } = await start(web('1'))
    const at: number[] = []
    for (const minor of [10_000, 2_500]) {
      vi.advanceTimersByTime(60_000)
      const seen = { kind: 'limited', stake: usd(minor) } as const
      await calls.recordOutcome({ ...cell, quoteId: await priceAgain(150, web('1')), seen })
      at.push(Date.now())
    }
    const lastLimit = async (beforeAt: number | null) =>
      (await calls.records({ fromAt: null, beforeAt })).records[0]?.lastLimit
    expect(await lastLimit(null)).toEqual({ stake: usd(2_500), at: at[1] })
    expect(await lastLimit(at[1] ?? 0)).toEqual({ stake: usd(10_000), at: at[0] })
    const shown = { ...cell, quoteId: await priceAgain(150, web('1')), seen: { kind: 'as-shown' } } as const
    expect((await calls.recordOutcome(shown)).records[0]).toMatchObject({ lastLimit: { at: at[1] } })
  })

  it('can be said again of the same betslip: the last word counts, the first is kept', async () => {
    const { calls, quoteId, database } = await start(web('1'))
    await calls.recordOutcome({ ...cell, quoteId: quoteId(), seen: { kind: 'refused' } })
    const { records } = await calls.recordOutcome({ ...cell, quoteId: quoteId(), seen: { kind: 'as-shown' } })
    expect(records).toMatchObject([{ noted: 1, asShown: 1, refused: 0, slippage: 0 }])
    expect(database.prepare('SELECT outcome FROM link_outcomes ORDER BY id').all()).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'as-shown' },
    ])
    for (const sql of ["UPDATE link_outcomes SET outcome = 'refused'", 'DELETE FROM link_outcomes'])
      expect(() => database.exec(sql)).toThrow(/never/)
  })

  it('is of the profile whose parlay it was', async () => {
    const { calls, quoteId, world } = await start(web('1'))
    await calls.recordOutcome({ ...cell, quoteId: quoteId(), seen: { kind: 'as-shown' } })
    world.profileId = 'other'
    expect(await calls.records(allTime)).toEqual({ records: [], halfLives: [] })
  })

  it('is kept though the parlay left the desk meanwhile, written or not', async () => {
    const { calls, desk, quotes, world, database, priceAgain } = await start(web('1'))
    // While another book is still asked, answers wait to be written with its.
    world.reply = undefined
    desk.price(1, 'b')
    await settle()
    const quoteId = await priceAgain(150, web('1'))
    desk.remove(1)
    const isWritten = () => database.prepare('SELECT 1 FROM quotes WHERE id = ?').get(quoteId) !== undefined
    expect(isWritten()).toBe(false)
    const unwritten = await calls.recordOutcome({ ...cell, quoteId, seen: { kind: 'refused' } })
    expect(unwritten.records).toMatchObject([{ bookId: 'a', noted: 1, refused: 1, slippage: null }])
    quotes.save()
    expect(isWritten()).toBe(true)
    const written = await calls.recordOutcome({ ...cell, quoteId, seen: moved('+100') })
    expect(written.records).toMatchObject([{ noted: 1, moved: 1, refused: 0 }])
    expect(written.records[0]?.slippage).toBeCloseTo(0.5 - 0.4, 12)
    await calls.copyBet({ ...cell, quoteId })
    expect(copied()).toEqual(['2 legs, 2.50\none (Points)\ntwo (Points)'])
  })

  it('is refused for a parlay of another profile, and for a price that is kept no more', async () => {
    const { calls, quoteId, world, desk } = await start(web('1'))
    const seen = { kind: 'as-shown' } as const
    const unkept = { ...cell, quoteId: quoteId() + 1, seen }
    expect(await catchFailure(() => calls.recordOutcome(unkept))).toMatchObject({ kind: 'not-found' })
    const note = { ...cell, quoteId: quoteId(), seen }
    world.profileId = 'other'
    desk.open()
    expect(await catchFailure(() => calls.recordOutcome(note))).toMatchObject({ kind: 'not-found' })
  })

  it('counts in the span of time that is asked for', async () => {
    const { calls, priceAgain } = await start(web('1'))
    const times: number[] = []
    for (const seen of [{ kind: 'refused' }, { kind: 'as-shown' }, moved('+100')] as const) {
      vi.advanceTimersByTime(60_000)
      times.push(Date.now())
      await calls.recordOutcome({ ...cell, quoteId: await priceAgain(150, web('1')), seen })
    }
    const [, second = 0, third = 0] = times
    const span = async (fromAt: number | null, beforeAt: number | null) =>
      (await calls.records({ fromAt, beforeAt })).records[0]
    expect(await span(second, null)).toMatchObject({ noted: 2, asShown: 1, moved: 1, refused: 0 })
    expect(await span(second, third)).toMatchObject({ noted: 1, asShown: 1 })
    expect(await span(null, second)).toMatchObject({ noted: 1, refused: 1, slippage: null })
    expect(await span(third + 60_000, null)).toBeUndefined()
  })

  it('is refused for a price that is none, and for a quote that had none', async () => {
    const { calls, quoteId, world, desk } = await start(web('1'))
    const note = { ...cell, quoteId: quoteId(), seen: moved('+7') }
    expect(await catchFailure(() => calls.recordOutcome(note))).toMatchObject({
      kind: 'invalid',
      field: 'price',
    })
    world.reply = () => ({ kind: 'no-price' })
    desk.price(1, 'a')
    await settle()
    const none = { ...cell, quoteId: quoteId(), seen: { kind: 'as-shown' } } as const
    expect(await catchFailure(() => calls.recordOutcome(none))).toMatchObject({ kind: 'not-found' })
    expect(await calls.records(allTime)).toEqual({ records: [], halfLives: [] })
  })
})
