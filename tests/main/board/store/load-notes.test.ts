import { describe, expect, it } from 'vitest'
import { compacted } from '../../../../src/main/board/store/compact.ts'
import { Store } from '../../../../src/main/board/store/store.ts'
import { fc } from '../../../property.ts'
import { dropFrom, mergeInto, offersIn, restored } from '../../../support/board/batches.ts'

const event = 'hoops:river-town:harbor-city:2026-09-10'
const names = ['x', 'y', 'z', 'w'] as const
const sources = ['s', 't', 'u', 'v'] as const
type Source = (typeof sources)[number]

/** Of a selection all sources tell when it was updated, or none does: else no one order of them holds. */
const tellsTime = (name: string) => name === 'x' || name === 'y'

const anyText = fc.array(fc.record({ name: fc.constantFrom(...names), updated: fc.nat(3) }), { maxLength: 5 })
const anyTexts = fc.record({ s: anyText, t: anyText, u: anyText, v: anyText })
type Texts = typeof anyTexts extends fc.Arbitrary<infer T> ? T : never

const valueOf = (source: Source, texts: Texts) =>
  texts[source].map(({ name, updated }, at) => ({
    id: `a#${event}#Moneyline#${name}`,
    sgp: `${source} ${at}`,
    ...(tellsTime(name) && { updated: updated + 1 }),
  }))

const load = (store: Store, texts: Texts, { source, ...order }: Load) =>
  mergeInto(store, { value: valueOf(source, texts), source, replaces: { source }, ...order })

interface Load {
  readonly source: Source
  readonly load: number
  readonly isAgain?: boolean
}

const owed = (store: Store) => sources.filter(source => (store.covers().get(source)?.owed ?? 0) > 0)

describe('what a source covered when it goes', () => {
  const anyStep = fc.oneof(
    { arbitrary: fc.record({ kind: fc.constant('load'), source: fc.constantFrom(...sources) }), weight: 3 },
    { arbitrary: fc.record({ kind: fc.constant('remove'), source: fc.constantFrom(...sources) }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constantFrom('restart', 'compact', 'read again') }), weight: 1 },
  )

  it('is back once those that are owed offers were read again: the board is as loaded from the rest alone', () => {
    fc.assert(
      fc.property(
        anyTexts,
        fc.array(anyStep, { maxLength: 14 }),
        fc.boolean(),
        (texts, steps, isReversed) => {
          let store = new Store()
          let loads = 0
          const loaded = new Map<Source, number>()
          const readAgain = () => {
            for (let all = owed(store); all.length > 0; all = owed(store))
              for (const source of isReversed ? all.toReversed() : all)
                load(store, texts, { source, load: ++loads, isAgain: true })
          }
          for (const step of steps) {
            if (step.kind === 'restart') store = restored(store)
            if (step.kind === 'compact') store = compacted(store)
            if (step.kind === 'read again') readAgain()
            if (!('source' in step)) continue
            if (step.kind === 'load') {
              load(store, texts, { source: step.source, load: ++loads })
              loaded.set(step.source, loads)
            } else {
              dropFrom(store, step.source)
              loaded.delete(step.source)
            }
          }
          readAgain()
          const alone = new Store()
          for (const [source, number] of [...loaded].sort(([, a], [, b]) => a - b))
            load(alone, texts, { source, load: number })
          expect(offersIn(store)).toEqual(offersIn(alone))
          expect([...store.offersBySource()].sort()).toEqual([...alone.offersBySource()].sort())
        },
      ),
      { numRuns: 400 },
    )
  })

  const one = (name: string, updated?: number) => ({
    id: `a#${event}#Moneyline#${name}`,
    sgp: `${updated ?? 'none'}`,
    ...(updated !== undefined && { updated }),
  })

  it('is counted by source, whether it was replaced or refused', () => {
    const store = new Store()
    mergeInto(store, { value: [one('x', 5), one('y', 5), one('z', 9)], load: 1, source: 's' })
    mergeInto(store, { value: [one('x', 7), one('y', 7), one('z', 7)], load: 2, source: 't' })
    expect(store.covers()).toEqual(
      new Map([
        ['s', { owed: 0, by: new Map([['t', 2]]) }],
        ['t', { owed: 0, by: new Map([['s', 1]]) }],
      ]),
    )
    dropFrom(store, 't')
    expect(store.covers()).toEqual(new Map([['s', { owed: 2, by: new Map() }]]))
    expect(restored(store).covers()).toEqual(store.covers())
  })

  it('is not what a source replaces of its own', () => {
    const store = new Store()
    for (const number of [1, 2])
      mergeInto(store, { value: [one('x', number)], load: number, source: 's', replaces: { source: 's' } })
    expect(store.covers()).toEqual(new Map([['s', { owed: 0, by: new Map() }]]))
  })

  it('is owed until the same book and league are loaded again, where a load speaks for these', () => {
    const store = new Store()
    const feed = (number: number, book: string) =>
      mergeInto(store, {
        value: [{ ...one('x'), id: `${book}#${event}#Moneyline#x` }],
        load: number,
        source: 'feed',
        replaces: { source: 'feed', book, league: 'hoops' },
      })
    feed(1, 'a')
    feed(2, 'b')
    const value = ['a', 'b'].map(book => ({ id: `${book}#${event}#Moneyline#x` }))
    mergeInto(store, { value, load: 3, source: 's' })
    dropFrom(store, 's')
    expect(store.covers().get('feed')?.owed).toBe(2)
    feed(4, 'a')
    expect(store.covers().get('feed')?.owed).toBe(1)
    feed(5, 'b')
    expect(store.covers().get('feed')?.owed).toBe(0)
  })

  it('does not become newer by being read again, nor does its game', () => {
    const store = new Store()
    const game = (start: string, more: object) => ({ start, offers: [{ ...one('x'), ...more }] })
    mergeInto(store, { value: game('2026-09-10T18:00:00Z', { sgp: 's' }), load: 1, source: 's' })
    mergeInto(store, { value: game('2026-09-10T19:00:00Z', { sgp: 't' }), load: 2, source: 't' })
    mergeInto(store, { value: [one('y')], load: 3, source: 's', isAgain: true })
    mergeInto(store, {
      value: game('2026-09-10T18:00:00Z', { sgp: 's' }),
      load: 4,
      source: 's',
      isAgain: true,
    })
    expect(offersIn(store)).toContain(`a#${event}#Moneyline#x = t`)
    expect(store.gameOf(0).startAt).toBe(Date.parse('2026-09-10T19:00:00Z'))
  })

  it('drops with a file that has changed what it no longer has', () => {
    const store = new Store()
    const order = { source: 's', replaces: { source: 's' } }
    mergeInto(store, { value: [one('x'), one('y')], load: 1, ...order })
    mergeInto(store, { value: [one('y')], load: 2, isAgain: true, ...order })
    expect(offersIn(store)).toEqual([`a#${event}#Moneyline#y = none`])
  })
})
