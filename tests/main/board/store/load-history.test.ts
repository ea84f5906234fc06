import { describe, expect, it } from 'vitest'
import { compact } from '../../../../src/main/board/store/compact.ts'
import { Store } from '../../../../src/main/board/store/store.ts'
import { fc } from '../../../support/property.ts'
import { dropFrom, mergeInto, offersIn, restored } from '../../../support/board/batches.ts'

const event = 'hoops:river-town:harbor-city:2026-09-10'
const names = ['x', 'y', 'z', 'w'] as const
const sources = ['s', 't', 'u', 'v'] as const
type Source = (typeof sources)[number]

/** All sources give the update time of a selection, or none does: otherwise its offers have no one order. */
const hasTime = (name: string) => name === 'x' || name === 'y'

const anyText = fc.array(fc.record({ name: fc.constantFrom(...names), updated: fc.nat(3) }), { maxLength: 5 })
const anyTexts = fc.record({ s: anyText, t: anyText, u: anyText, v: anyText })
type Texts = typeof anyTexts extends fc.Arbitrary<infer T> ? T : never

const valueOf = (source: Source, texts: Texts) =>
  texts[source].map(({ name, updated }, at) => ({
    id: `a#${event}#Moneyline#${name}`,
    sgp: `${source} ${at}`,
    ...(hasTime(name) && { updated: updated + 1 }),
  }))

const load = (store: Store, texts: Texts, { source, ...order }: Load) =>
  mergeInto(store, { value: valueOf(source, texts), source, replaces: { source }, ...order })

interface Load {
  readonly source: Source
  readonly load: number
  readonly isAgain?: boolean
}

const oddsObject = (name: string, updated?: number) => ({
  id: `a#${event}#Moneyline#${name}`,
  sgp: `${updated ?? 'none'}`,
  ...(updated !== undefined && { updated }),
})

/** Sources that a removed one had overridden. */
function overriddenByRemoved(store: Store): Source[] {
  const overridden = store.overriddenBy()
  const isRemoved = (id: string) => !overridden.has(id)
  return sources.filter(source => [...(overridden.get(source) ?? [])].some(isRemoved))
}

describe('LoadHistory', () => {
  const anyStep = fc.oneof(
    { arbitrary: fc.record({ kind: fc.constant('load'), source: fc.constantFrom(...sources) }), weight: 3 },
    { arbitrary: fc.record({ kind: fc.constant('remove'), source: fc.constantFrom(...sources) }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constantFrom('restart', 'compact', 'read again') }), weight: 1 },
  )

  it('names the sources to read again after removals: the board is then as loaded from the others alone', () => {
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
            for (let all = overriddenByRemoved(store); all.length > 0; all = overriddenByRemoved(store))
              for (const source of isReversed ? all.toReversed() : all)
                load(store, texts, { source, load: ++loads, isAgain: true })
          }
          for (const step of steps) {
            if (step.kind === 'restart') store = restored(store)
            if (step.kind === 'compact') store = compact(store)
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

  const one = oddsObject

  const overridden = (store: Store, source: string) => [...(store.overriddenBy().get(source) ?? [])]

  it('names the overriding source, whether an offer was replaced or refused', () => {
    const store = new Store()
    mergeInto(store, { value: [one('x', 5), one('y', 5), one('z', 9)], load: 1, source: 's' })
    mergeInto(store, { value: [one('x', 7), one('y', 7), one('z', 7)], load: 2, source: 't' })
    mergeInto(store, { value: [one('w')], load: 3, source: 'u' })
    expect(store.overriddenBy()).toEqual(
      new Map([
        ['s', new Set(['t'])],
        ['t', new Set(['s'])],
        ['u', new Set()],
      ]),
    )
  })

  it('keeps a removed source as overriding until the overridden one is loaded again, also when stored', () => {
    let store = new Store()
    mergeInto(store, { value: [one('x')], load: 1, source: 's' })
    mergeInto(store, { value: [one('x')], load: 2, source: 't' })
    dropFrom(store, 't')
    expect(store.overriddenBy()).toEqual(new Map([['s', new Set(['t'])]]))
    store = restored(store)
    expect(store.overriddenBy()).toEqual(new Map([['s', new Set(['t'])]]))
    mergeInto(store, { value: [one('x')], load: 3, source: 's', isAgain: true })
    expect(store.overriddenBy()).toEqual(new Map([['s', new Set()]]))
  })

  it('reads the counted pairs of an earlier version, of a source removed before too', () => {
    const store = new Store()
    for (const source of ['s', 't']) mergeInto(store, { value: [one(source)], load: 1, source })
    const removedBefore = 0xffffffff
    store.loads.restore([
      {
        load: 1,
        source: store.sources.find('s') ?? -1,
        replaces: undefined,
        rank: 1,
        by: [
          [store.sources.find('t') ?? -1, 12],
          [removedBefore, 3],
        ],
      },
    ])
    expect(overridden(store, 's')).toEqual(['t', 'removed'])
  })

  it('notes no override where a source replaces its own offers', () => {
    const store = new Store()
    for (const number of [1, 2])
      mergeInto(store, { value: [one('x', number)], load: number, source: 's', replaces: { source: 's' } })
    expect(store.overriddenBy()).toEqual(new Map([['s', new Set()]]))
  })

  it('keeps an override of a load that covers one book and league until both are loaded again', () => {
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
    feed(4, 'a')
    expect(overridden(store, 'feed')).toEqual(['s'])
    feed(5, 'b')
    expect(overridden(store, 'feed')).toEqual([])
  })
})

describe('merge of a text that is read again', () => {
  const one = oddsObject

  it('does not make its offers or its game newer', () => {
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

  it('drops what the text no longer has', () => {
    const store = new Store()
    const order = { source: 's', replaces: { source: 's' } }
    mergeInto(store, { value: [one('x'), one('y')], load: 1, ...order })
    mergeInto(store, { value: [one('y')], load: 2, isAgain: true, ...order })
    expect(offersIn(store)).toEqual([`a#${event}#Moneyline#y = none`])
  })
})
