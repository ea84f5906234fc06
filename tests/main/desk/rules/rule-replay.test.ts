import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ExplainedDecision, type RuleDraft } from '../../../../src/shared/model/rules/rule.ts'
import { fc } from '../../../support/property.ts'
import { ruleDraft } from '../../../support/desk/rule-tape.ts'
import { failed } from '../../../support/desk/scripted-desk.ts'
import { reprice, startWorth } from '../../../support/desk/scripted-rules.ts'
import { noon } from '../../../support/shared/desk-rows.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

const notifies = (given: Partial<RuleDraft> = {}) => ruleDraft({ actions: ['notify'], ...given })

describe('a replay', () => {
  const unsent = failed({ kind: 'bad-address', detail: 'no host' })
  const prices = fc.array(
    fc.record({
      a: fc.constantFrom(120, 150, 160, 170, unsent),
      b: fc.constantFrom(-150, 110, 150, 160, unsent),
      gapMs: fc.integer({ min: 100, max: 40_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  const drafts = fc.record({
    ev: fc.constantFrom(0, 0.05, 0.25, 0.3),
    callsPerMinute: fc.constantFrom(1, 3, 600),
    actions: fc.constantFrom<RuleDraft['actions']>(['requote', 'notify', 'prepare-slip'], ['notify']),
  })

  it('of the stored quotes takes the same decisions as the desk did, byte for byte, and each time', async () => {
    await fc.assert(
      fc.asyncProperty(prices, drafts, async (tape, terms) => {
        const started = await startWorth()
        const draft = ruleDraft(terms)
        const from = Date.now() + 1
        started.rules.save(null, draft)
        for (const { gapMs, ...next } of tape) {
          await vi.advanceTimersByTimeAsync(gapMs)
          await reprice(started, next)
        }
        const live = started.rules
          .state()
          .decisions.toReversed()
          .map(decision => ExplainedDecision.strip().parse(decision))
        vi.useRealTimers()
        const time = { from, to: 4_000_000_000_000 }
        const replayed = await started.rules.replay(draft, time)
        const id = started.rules.state().rules[0]?.id ?? 0
        const again = await started.rules.replay(id, time)
        vi.useFakeTimers({ now: noon })
        expect(JSON.stringify(again)).toBe(JSON.stringify(replayed))
        expect(JSON.stringify(replayed.decisions)).toBe(JSON.stringify(live))
        expect(replayed.fired).toBe(live.filter(({ outcome }) => !['asked', 'gone'].includes(outcome)).length)
      }),
      { numRuns: 30 },
    )
  }, 60_000)

  it('decides like the desk by the last price when a call was never sent', async () => {
    const started = await startWorth()
    const draft = notifies({ bookIds: ['a'] })
    const from = Date.now() + 1
    started.rules.save(null, draft)
    await vi.advanceTimersByTimeAsync(1_000)
    await reprice(started, { a: unsent, b: -150 })
    expect(started.outcomes()).toEqual(['a met'])
    vi.useRealTimers()
    const replayed = await started.rules.replay(draft, { from, to: 4_000_000_000_000 })
    expect(replayed.decisions).toMatchObject([{ bookId: 'a', outcome: 'met' }])
  })

  it('counts the quotes of its time, and lists none from before it', async () => {
    const started = await startWorth()
    await vi.advanceTimersByTimeAsync(60_000)
    const middle = Date.now()
    await reprice(started, { a: 160 })
    vi.useRealTimers()
    const draft = notifies()
    expect(await started.rules.replay(draft, { from: 0, to: middle - 1 })).toMatchObject({
      quotes: 2,
      fired: 2,
    })
    expect(await started.rules.replay(draft, { from: middle, to: middle + 1_000 })).toMatchObject({
      ...{ quotes: 2, asked: 0, fired: 2, more: 0 },
      decisions: [{ bookId: 'a' }, { bookId: 'b' }],
    })
    expect(() => started.rules.replay(draft, { from: 5, to: 5 })).toThrow('invalid')
    expect(() => started.rules.replay(9, { from: 0, to: 5 })).toThrow('not-found')
  })

  it('reads what the accounts take now, and no parlay of another profile', async () => {
    const started = await startWorth()
    vi.useRealTimers()
    const time = { from: 0, to: 4_000_000_000_000 }
    const draft = notifies({ minStake: '50' })
    started.rules.setMaxStakes(new Map([['a', 4_999]]))
    expect((await started.rules.replay(draft, time)).decisions).toMatchObject([{ bookId: 'b' }])
    started.world.profileId = 'mine'
    expect(await started.rules.replay(draft, time)).toMatchObject({ fired: 0 })
  })

  it('of a rule for one parlay reads the quotes of that one', async () => {
    const started = await startWorth()
    const [row] = started.desk.snapshot().rows
    if (row === undefined) throw new Error('no parlay')
    vi.useRealTimers()
    const time = { from: 0, to: 4_000_000_000_000 }
    const all = await started.rules.replay(notifies(), time)
    expect(all.fired).toBe(2)
    expect(await started.rules.replay(notifies({ parlayId: row.id }), time)).toEqual(all)
    expect(await started.rules.replay(notifies({ parlayId: row.id + 1 }), time)).toMatchObject({
      fired: 0,
    })
  })
})
