import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Scanner } from '../../../../src/main/desk/scanner/scanner.ts'
import { ServiceError } from '../../../../src/main/odds-service/failures.ts'
import type { QuoteOutcome } from '../../../../src/shared/model/price/quote.ts'
import { lowEv, type ScannerState } from '../../../../src/shared/model/price/scan.ts'
import { candidate, pairClass, priced, startScanner } from '../../../support/desk/scripted-scanner.ts'
import { cell, leg, priced as american, row } from '../../../support/shared/desk-rows.ts'

const many = (count: number, bookId = 'a') =>
  Array.from({ length: count }, (_, at) => candidate(`leg${at}`, bookId))
/** A row of the desk with the legs of such a candidate, of which three other books have a usual price. */
const rowOf = (id: number, name: string) =>
  row(
    id,
    ['b', 'c', 'd'].map(bookId => cell(bookId, { quote: american(250, 1_000) })),
    [name, `${name}2`].map(each => ({ ...leg(each, 'm'), key: `e#m#${each}` })),
  )
/** Bravo has the legs, too. */
const atBravo = [{ bookId: 'b', legs: [1, 2].map(() => ({ own: 0.5, decimal: 2 })) }]
const under = () => new Promise<QuoteOutcome>(() => {})

describe('Scanner', () => {
  it('prices the best candidates and lists them by their lowest expected value', async () => {
    const prices: Readonly<Record<string, number>> = { one: 3.5, two: 4.5, three: 4 }
    const { scanner, asked } = startScanner({
      candidates: [candidate('one'), candidate('two', 'b', 0.1), candidate('three', 'a', 0.05)],
      reply: (_, name) => priced(prices[name] ?? 0),
    })
    await scanner.start()
    expect(asked).toEqual(['b two', 'a three', 'a one'])
    const { run, proposals, sent, games, compared } = scanner.state()
    expect(run).toEqual({ kind: 'ended', why: 'searched' })
    expect(proposals.map(({ legs }) => legs[0]?.name)).toEqual(['two', 'three', 'one'])
    expect(proposals[0]).toMatchObject({
      ...{ bookId: 'b', price: { decimal: 4.5 }, at: 1_000, oddsAt: 5 },
      ...{ legs: [{ key: 'e#m#two' }, { key: 'e#m#two2' }] },
    })
    expect(proposals.map(lowEv)).toEqual(proposals.map(lowEv).toSorted((a, b) => b - a))
    expect({ sent, games, compared }).toEqual({ sent: 3, games: 1, compared: 99 })
  })

  it.each([1, 7, 10])('never sends more than the %i calls that were set', async calls => {
    const { scanner, script, sent } = startScanner({ candidates: many(30) })
    script.settings = { ...script.settings, calls }
    await scanner.start()
    expect(sent()).toBe(calls)
    expect(scanner.state()).toMatchObject({ sent: calls, run: { kind: 'ended', why: 'spent' } })
  })

  it('counts retries among the calls', async () => {
    const { scanner, sent } = startScanner({ candidates: many(30), attempts: 3 })
    await scanner.start()
    expect(sent()).toBe(10)
    expect(scanner.state().sent).toBe(10)
  })

  it('checks the best proposals at other books, with a third of the calls', async () => {
    const candidates = many(30).map(each => ({ ...each, elsewhere: atBravo }))
    const { scanner, script, asked } = startScanner({
      candidates,
      reply: (bookId, name) => priced(bookId === 'b' ? 3.4 : name === 'leg0' ? 4.4 : 3.5),
    })
    script.settings = { ...script.settings, calls: 30 }
    await scanner.start()
    const checks = asked.filter(name => name.startsWith('b'))
    expect(checks).toHaveLength(10)
    expect(new Set(checks).size).toBe(10)
    expect(asked.indexOf('b leg0')).toBeLessThan(10)
    const { proposals, sent } = scanner.state()
    expect(sent).toBe(30)
    // Bravo's price of leg0 takes its place: 4.4 is far above it.
    expect(proposals.at(-1)).toMatchObject({ bookId: 'a', doubt: 'suspect', price: { decimal: 4.4 } })
    expect(proposals.filter(({ doubt }) => doubt === null)).toHaveLength(10)
  })

  it('checks what is left to check when there is no other candidate', async () => {
    const { scanner, asked } = startScanner({
      candidates: many(2).map(each => ({ ...each, elsewhere: atBravo })),
    })
    await scanner.start()
    expect(asked.toSorted()).toEqual(['a leg0', 'a leg1', 'b leg0', 'b leg1'])
    expect(scanner.state().run).toEqual({ kind: 'ended', why: 'searched' })
  })

  it('asks no book for a check that refuses such legs', async () => {
    const { scanner, script, asked } = startScanner({
      candidates: many(8).map(each => ({ ...each, elsewhere: atBravo })),
      reply: bookId => (bookId === 'b' ? { kind: 'cannot-combine' } : priced(3.5)),
    })
    script.settings = { ...script.settings, calls: 20 }
    await scanner.start()
    expect(asked.filter(name => name.startsWith('b')).length).toBeLessThanOrEqual(4)
    expect(asked.filter(name => name.startsWith('a'))).toHaveLength(8)
  })

  it('ranks again when a price grows old', async () => {
    const { scanner, at } = startScanner({ candidates: many(2) })
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    await scanner.start()
    const states: ScannerState[] = []
    scanner.on('changed', state => states.push(state))
    await vi.advanceTimersByTimeAsync(14_000)
    states.length = 0
    at.now += 15_001
    await vi.advanceTimersByTimeAsync(2_000)
    expect(states).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(states).toHaveLength(1)
  })

  it('learns from each price: after a refusal of a class it asks for no other of it', async () => {
    const other = { ...pairClass, markets: ['Total', 'Spread'] } as const
    const refused = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'].map(name => candidate(name, 'a', 0.1))
    const { scanner, asked } = startScanner({
      candidates: [...refused, candidate('good', 'a', 0, other)],
      reply: (_, name) => (name.startsWith('r') ? { kind: 'cannot-combine' } : priced(3.5)),
    })
    await scanner.start()
    expect(asked.filter(name => name.startsWith('a r')).length).toBeLessThanOrEqual(4)
    expect(asked).toContain('a good')
    expect(scanner.state()).toMatchObject({ learned: asked.length })
  })

  it('keeps a list of 200, in which suspect prices take no place of others', async () => {
    const { scanner, script } = startScanner({
      candidates: many(260),
      reply: (_, name) => priced(Number(name.slice(3)) < 100 ? 9 : 3.5),
    })
    script.settings = { ...script.settings, calls: 500 }
    script.rows = Array.from({ length: 100 }, (_, at) => rowOf(at, `leg${at}`))
    await scanner.start()
    const { proposals } = scanner.state()
    expect(proposals).toHaveLength(200)
    expect(proposals.filter(({ price }) => price.decimal === 3.5)).toHaveLength(160)
  })

  it('ranks again by new prices of proposed parlays on the desk, and by new settings', async () => {
    const { scanner, script } = startScanner({ candidates: many(1), reply: () => priced(6) })
    scanner.setMaxStakes(new Map([['a', 6_000]]))
    await scanner.start()
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const states: ScannerState[] = []
    scanner.on('changed', state => states.push(state))
    script.rows = [rowOf(1, 'leg0')]
    scanner.rowsChanged([rowOf(2, 'leg1')])
    vi.advanceTimersByTime(1_000)
    expect(states).toEqual([])
    scanner.rowsChanged(script.rows)
    vi.advanceTimersByTime(1_000)
    script.stakeMinor = 8_000
    scanner.settingsChanged()
    vi.advanceTimersByTime(1_000)
    expect(states.map(({ proposals: [first] }) => [first?.doubt, first?.takesMinor])).toEqual([
      ['suspect', null],
      ['suspect', 6_000],
    ])
  })

  it('remembers what it learned for the next run and the next start, for each profile', async () => {
    const first = startScanner({ candidates: many(6), reply: () => priced(3.3), holds: { a: 0.2 } })
    await first.scanner.start()
    expect(first.scanner.state().learned).toBe(6)
    const next = new Scanner(first.deps)
    await next.start()
    expect(first.scans[1]?.stats.books.get('a')?.count).toBe(6 + 6)
    first.setProfile('mine')
    await next.start()
    expect(first.scans[2]?.stats.books.get('a')?.count).toBe(6)
  })

  it('learns from the desk’s prices for one run, and stores none of them', async () => {
    const quoted = [{ ...pairClass, bookId: 'a', fair: [0.5, 0.5], product: 4, decimal: 3.2 }] as const
    const { scanner, scans, script } = startScanner({ candidates: many(2), quoted })
    await scanner.start()
    expect(scans[0]?.stats.books.get('a')?.count).toBe(1 + 2)
    expect(scanner.state().learned).toBe(1 + 2)
    script.quoted = []
    await scanner.start()
    expect(scans[1]?.stats.books.get('a')?.count).toBe(2 + 2)
  })

  it('lists what a price was expected to be before it came, and how often its like was seen', async () => {
    const { scanner } = startScanner({ candidates: many(1) })
    await scanner.start()
    const [proposal] = scanner.state().proposals
    expect(proposal?.expected).toBeCloseTo(4 * 0.94, 6)
    expect(proposal?.product).toBe(4)
    expect(proposal?.seen).toEqual({ ofPair: 0, ofClass: 0, ofBook: 0 })
  })

  it('leaves out legs that are gone, or may not be the same bet everywhere', async () => {
    const { scanner, asked } = startScanner({
      candidates: [candidate('one'), candidate('two'), candidate('three')],
      gone: ['e#m#one'],
      flags: { 'e#m#two2': ['Bravo says otherwise.'] },
    })
    await scanner.start()
    expect(asked).toEqual(['a three'])
  })

  it('says why there is nothing: no odds, or nothing to compare', async () => {
    const { scanner, script, scans } = startScanner({ hasOdds: false })
    await scanner.start()
    expect(scanner.state().run).toEqual({ kind: 'ended', why: 'no-odds' })
    expect(scans).toEqual([])
    script.hasOdds = true
    await scanner.start()
    expect(scanner.state().run).toEqual({ kind: 'ended', why: 'nothing-to-compare' })
  })

  it('stops at once: calls under way are aborted, their answers dropped, and the list stays', async () => {
    let hasStalled = false
    const { scanner, asked, signals } = startScanner({
      candidates: many(30),
      reply: (_, name) => {
        if (name === 'leg0') return priced(4)
        hasStalled = true
        return under()
      },
    })
    const running = scanner.start()
    await expect.poll(() => hasStalled && scanner.state().proposals.length === 1).toBe(true)
    const before = asked.length
    scanner.stop()
    expect(scanner.state().run).toEqual({ kind: 'ended', why: 'stopped' })
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    await Promise.race([running, new Promise(resolve => setTimeout(resolve, 20))])
    expect(asked).toHaveLength(before)
    expect(scanner.state().proposals).toHaveLength(1)
  })

  it('ends at a refused key, and says so', async () => {
    const failure = { kind: 'key-refused' } as const
    const { scanner, sent } = startScanner({
      candidates: many(30),
      reply: () => ({ kind: 'failed', failure }),
    })
    await scanner.start()
    expect(scanner.state().run).toEqual({ kind: 'failed', failure })
    expect(sent()).toBeLessThanOrEqual(4)
  })

  it('leaves out a book that keeps failing, and ends with its failure when no other is left', async () => {
    const failure = { kind: 'timed-out', afterMs: 8_000 } as const
    const { scanner, script, asked } = startScanner({
      candidates: [...many(20, 'a'), ...many(3, 'b')],
      reply: bookId => (bookId === 'a' ? { kind: 'failed', failure } : priced(3.5)),
    })
    await scanner.start()
    expect(asked.filter(name => name.startsWith('a')).length).toBeLessThanOrEqual(5)
    expect(scanner.state()).toMatchObject({ run: { kind: 'ended', why: 'searched' } })
    expect(scanner.state().proposals).toHaveLength(3)
    script.candidates = many(20, 'a')
    await scanner.start()
    expect(scanner.state().run).toEqual({ kind: 'failed', failure })
  })

  it('ends when no permit is granted, without a call', async () => {
    const failure = { kind: 'limited', untilAt: 9_000 } as const
    const { scanner, sent } = startScanner({
      candidates: many(20),
      acquire: () => Promise.reject(new ServiceError(failure)),
    })
    await scanner.start()
    expect(scanner.state()).toMatchObject({ sent: 0, run: { kind: 'failed', failure } })
    expect(sent()).toBe(0)
  })

  it('asks behind all other calls', async () => {
    const requests: number[] = []
    const { scanner, script } = startScanner({ candidates: many(2) })
    const { acquire } = script
    script.acquire = request => {
      requests.push(request.priority)
      return acquire(request)
    }
    await scanner.start()
    expect(requests).toEqual([0, 0])
  })

  it('counts answers without a price', async () => {
    const { scanner } = startScanner({ candidates: many(3), reply: () => ({ kind: 'no-price' }) })
    await scanner.start()
    expect(scanner.state()).toMatchObject({ unpriced: 3, learned: 0, proposals: [] })
  })

  it('empties its list for another profile, and reports changes', async () => {
    const { scanner } = startScanner({ candidates: many(2) })
    const states: ScannerState[] = []
    scanner.on('changed', state => states.push(state))
    await scanner.start()
    expect(states.map(({ run }) => run.kind)).toEqual(
      expect.arrayContaining(['comparing', 'pricing', 'ended']),
    )
    scanner.clear()
    expect(scanner.state()).toMatchObject({ run: { kind: 'idle' }, proposals: [], sent: 0, compared: 0 })
  })

  it('keeps settings for the next run', async () => {
    const { scanner, scans } = startScanner({ candidates: many(1) })
    scanner.setSettings({ league: 'ubl', games: 'live', maxLegs: 3, calls: 2 })
    expect(scanner.state().settings.calls).toBe(2)
    await scanner.start()
    expect(scans[0]?.scope).toMatchObject({ league: 'ubl', games: 'live', maxLegs: 3, books: ['a', 'b'] })
  })
})
