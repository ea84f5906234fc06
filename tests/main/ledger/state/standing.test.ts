import { describe, expect, it } from 'vitest'
import { arrange, type OrderedChange } from '../../../../src/main/ledger/state/standing.ts'
import { fc } from '../../../support/property.ts'

const change = (uid: string, basis: string | null, more: Partial<OrderedChange> = {}): OrderedChange => ({
  uid,
  basis,
  replaces: null,
  nature: 'user',
  ...more,
})
/** State: the applied changes in order. */
const folding = { start: '', apply: (state: string, { uid }: OrderedChange) => `${state}${uid}` }
const standingsOf = (...changes: OrderedChange[]) => Object.fromEntries(arrange(changes, folding).standings)

describe('arrange', () => {
  it('applies changes of which each saw the one before', () => {
    const changes = [change('a', null, { nature: 'service' }), change('b', 'a'), change('c', 'b')]
    expect(arrange(changes, folding)).toMatchObject({ last: 'c', state: 'abc' })
  })

  it('lets the later of two decisions wait, with all that its author built on it', () => {
    const standings = standingsOf(change('a', null), change('b', 'a'), change('c', 'a'), change('d', 'c'))
    expect(standings).toEqual({ a: 'applied', b: 'applied', c: 'waiting', d: 'waiting' })
  })

  it('lets no one wait for an answer of the service that came second', () => {
    const standings = standingsOf(
      change('a', null),
      change('b', 'a'),
      change('c', 'a', { nature: 'service' }),
    )
    expect(standings).toMatchObject({ c: 'superseded' })
  })

  it('answers a waiting change by the one that is written again, and by a word that declines it', () => {
    const [a, b, c, d] = [change('a', null), change('b', 'a'), change('c', 'a'), change('d', 'a')]
    const again = change('e', 'b', { replaces: 'c' })
    const word = change('f', 'a', { replaces: 'd', nature: 'declined' })
    const changes = [a, b, c, d, again, word]
    expect(standingsOf(...changes)).toEqual({
      a: 'applied',
      b: 'applied',
      c: 'answered',
      d: 'answered',
      e: 'applied',
      f: 'declined',
    })
    expect(arrange(changes, folding)).toMatchObject({ last: 'e', state: 'abe' })
  })

  it('lets the newer of two attempts wait when it came second again', () => {
    const again = change('d', 'a', { replaces: 'c' })
    expect(standingsOf(change('a', null), change('b', 'a'), change('c', 'a'), again)).toMatchObject({
      c: 'answered',
      d: 'waiting',
    })
  })

  it('does not answer a change that applies', () => {
    expect(standingsOf(change('a', null), change('b', 'a', { replaces: 'a' }))).toEqual({
      a: 'applied',
      b: 'applied',
    })
  })

  it('gives a change that the ledger would not have written no effect', () => {
    const strict = {
      ...folding,
      apply: (state: string, { uid }: OrderedChange) => (uid === 'b' ? undefined : `${state}${uid}`),
    }
    const { standings, last, state } = arrange(
      [change('a', null), change('b', 'a'), change('c', 'a')],
      strict,
    )
    expect(Object.fromEntries(standings)).toEqual({ a: 'applied', b: 'invalid', c: 'applied' })
    expect([last, state]).toEqual(['c', 'ac'])
  })

  it('counts a change that comes twice once', () => {
    expect(arrange([change('a', null), change('a', null)], folding)).toMatchObject({ state: 'a' })
  })
})

/** A step of a desk: it writes on what it sees, sends what waits, or reads what the server has. */
const Step = fc.record({
  desk: fc.nat({ max: 2 }),
  kind: fc.constantFrom('write', 'write', 'send', 'read'),
  nature: fc.constantFrom('user' as const, 'service' as const),
})

/** Desks that write one ticket without waiting for each other; the log orders what arrives. */
class Desks {
  readonly log: OrderedChange[] = []
  readonly #desks = [0, 1, 2].map((): { read: number; readonly waiting: OrderedChange[] } => ({
    read: 0,
    waiting: [],
  }))
  #written = 0

  /** The changes in the order of a desk: those it has read, then its own. */
  view(desk: number): OrderedChange[] {
    const { read, waiting } = this.#find(desk)
    const placed = this.log.slice(0, read)
    return [...placed, ...waiting.filter(({ uid }) => !placed.some(each => each.uid === uid))]
  }

  run({ desk, kind, nature }: { desk: number; kind: string; nature: 'user' | 'service' }): void {
    const own = this.#find(desk)
    if (kind === 'read') own.read = this.log.length
    if (kind === 'send') this.log.push(...own.waiting.filter(each => !this.log.includes(each)))
    if (kind !== 'write') return
    const { last } = arrange(this.view(desk), folding)
    this.#written += 1
    own.waiting.push(change(`${this.#written}.`, last, { nature }))
  }

  /** Sends and reads everything, in the order of desks. */
  settle(): void {
    for (const kind of ['send', 'read'])
      for (const desk of [0, 1, 2]) this.run({ desk, kind, nature: 'user' })
  }

  #find(desk: number) {
    const found = this.#desks[desk]
    if (found === undefined) throw new Error('no desk')
    return found
  }
}

describe('desks that write one ticket without each other', () => {
  const run = (steps: readonly Parameters<Desks['run']>[0][]) => {
    const desks = new Desks()
    for (const step of steps) desks.run(step)
    desks.settle()
    return desks
  }

  it('end with the same state and standings, in any order of writing, sending and reading', () => {
    fc.assert(
      fc.property(fc.array(Step, { maxLength: 40 }), steps => {
        const desks = run(steps)
        const [first, ...others] = [0, 1, 2].map(desk => arrange(desks.view(desk), folding))
        for (const other of others) expect(other).toEqual(first)
      }),
    )
  })

  it('lose no decision: each applies, or waits for a user', () => {
    fc.assert(
      fc.property(fc.array(Step, { maxLength: 40 }), steps => {
        const { log } = run(steps)
        const { standings } = arrange(log, folding)
        expect(standings.size).toBe(log.length)
        for (const { uid, nature } of log)
          expect(['applied', nature === 'user' ? 'waiting' : 'superseded']).toContain(standings.get(uid))
      }),
    )
  })

  it('apply each change on exactly the state that its author saw', () => {
    fc.assert(
      fc.property(fc.array(Step, { maxLength: 40 }), steps => {
        const { log } = run(steps)
        const { standings } = arrange(log, folding)
        const applied = log.filter(({ uid }) => standings.get(uid) === 'applied')
        expect(applied.map(({ basis }) => basis)).toEqual(
          [null, ...applied.map(({ uid }) => uid)].slice(0, applied.length),
        )
      }),
    )
  })

  it('apply everything when only one of them writes', () => {
    fc.assert(
      fc.property(fc.array(Step, { maxLength: 40 }), steps => {
        const { log } = run(steps.map(step => ({ ...step, desk: step.kind === 'write' ? 0 : step.desk })))
        expect([...arrange(log, folding).standings.values()].filter(each => each !== 'applied')).toEqual([])
      }),
    )
  })
})
