import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import type { RuleDraft } from '../../../../src/shared/model/rules/rule.ts'
import { ruleDraft } from '../../../support/desk/rule-tape.ts'
import { at, keysOf, legAt, limitedFor, settle } from '../../../support/desk/scripted-desk.ts'
import {
  createRules,
  openMemory,
  reprice,
  startRules,
  startWorth,
} from '../../../support/desk/scripted-rules.ts'
import { byHand } from '../../../support/desk/test-budget.ts'
import { book, noon } from '../../../support/shared/desk-rows.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

const notifies = (given: Partial<RuleDraft> = {}) => ruleDraft({ actions: ['notify'], ...given })

describe('a rule on the desk', () => {
  it('asks for a price worth a bet again, then notifies and prepares the slip', async () => {
    const started = await startWorth()
    started.rules.save(null, ruleDraft({ bookIds: ['a'] }))
    await reprice(started, { a: 160 })
    expect(started.outcomes()).toEqual(['a asked', 'a confirmed'])
    // Two at first, two by the user, one by the rule.
    expect(started.asked.map(({ book }) => book)).toEqual(['a', 'b', 'a', 'b', 'a'])
    const [confirmed, asked] = started.rules.state().decisions
    expect(confirmed?.slip).toEqual({ quoteId: confirmed?.inputs.quoteId, stakeMinor: 1_000 })
    expect(confirmed?.inputs.quoteId).toBeGreaterThan(asked?.inputs.quoteId ?? Infinity)
    expect(started.notices).toEqual([
      {
        ...{ parlayId: 1, bookId: 'a', title: 'one pts · two pts' },
        body: 'Worth a bet: Alpha at +160: +30.0% EV by your fair price (rule: over +5.0%), 0s old. Rechecked: the price still meets the rule.',
      },
    ])
  })

  it('does not notify when the price is gone', async () => {
    const started = await startWorth()
    started.rules.save(null, ruleDraft({ bookIds: ['a'] }))
    let calls = 0
    started.world.reply = () => at((calls += 1) <= 2 ? 160 : -200)
    started.desk.price(1, null)
    await settle()
    expect(started.outcomes()).toEqual(['a asked', 'a gone'])
    expect(started.notices).toEqual([])
    expect(started.rules.state().decisions[0]).toMatchObject({ slip: null })
  })

  it('spends no call where the next quote has come already', async () => {
    const started = await startWorth()
    started.rules.save(null, ruleDraft({ bookIds: ['b'] }))
    // The first book’s quote makes it look at the second’s, whose new quote came with it.
    await reprice(started, { b: 160 })
    expect(started.outcomes()).toEqual(['b asked', 'b confirmed'])
    expect(started.asked).toHaveLength(4)
  })

  it('leaves quotes alone that came before it, while it is off, and once it is removed', async () => {
    const started = await startWorth()
    const { rules } = started
    rules.save(null, notifies())
    await vi.advanceTimersByTimeAsync(5_000)
    expect(started.outcomes()).toEqual([])
    rules.setOn(1, false)
    await reprice(started, { a: 160, b: 160 })
    expect(started.outcomes()).toEqual([])
    rules.setOn(1, true)
    await reprice(started, { a: 170, b: 160 })
    expect(started.outcomes()).toEqual(['a met', 'b met'])
    rules.remove(1)
    await reprice(started, { a: 180, b: 180 })
    expect(started.outcomes()).toHaveLength(2)
    expect(() => rules.remove(1)).toThrow('not-found')
    expect(() => rules.setOn(1, true)).toThrow('not-found')
    expect(() => rules.save(1, notifies())).toThrow('not-found')
  })

  it('takes a quote of another desk for as old as it is when it arrives, and so does the replay', async () => {
    const started = await startWorth()
    const draft = notifies({ bookIds: ['a'] })
    started.rules.save(null, draft)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    const arrives = async (american: number, ageMs: number) => {
      const arrivedAt = Date.now()
      const quote = { at: arrivedAt - ageMs, arrivedAt, outcome: at(american), author: 'desk-2' }
      started.desk.record({ parlayId: 1, bookId: 'a' }, quote)
      await settle()
    }
    await arrives(160, 5 * 60_000)
    expect(started.outcomes()).toEqual([])
    await arrives(165, 2_000)
    expect(started.rules.state().decisions).toMatchObject([{ outcome: 'met', inputs: { ageMs: 2_000 } }])
    vi.useRealTimers()
    const replayed = await started.rules.replay(draft, { from: noon + 60_000, to: 4_000_000_000_000 })
    expect(replayed.decisions).toMatchObject([{ inputs: { ageMs: 2_000 } }])
  })

  it('leaves the last quotes of a row and of a book alone that are shown again', async () => {
    const started = await startWorth()
    const { desk, world } = started
    started.rules.save(null, notifies())
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    desk.remove(1)
    await settle()
    await desk.restore(1)
    await settle()
    const shown = world.books
    world.books = shown.slice(0, 1)
    desk.pushAll()
    await settle()
    world.books = shown
    desk.pushAll()
    await settle()
    expect(started.outcomes()).toEqual([])
    await reprice(started)
    expect(started.outcomes()).toEqual(['a met', 'b met'])
  })

  it('fires again for no price that it fired for when it is changed', async () => {
    const started = await startWorth()
    started.rules.save(null, notifies({ bookIds: ['a'], ev: 0.27 }))
    await reprice(started, { a: 160 })
    started.rules.save(1, notifies({ name: 'Renamed', ev: 0.1 }))
    await reprice(started, { a: 160 })
    expect(started.outcomes()).toEqual(['a met', 'b met'])
    await reprice(started, { a: 165 })
    expect(started.outcomes()).toEqual(['a met', 'b met', 'a met'])
  })

  it('that is turned off while it asks is given no answer, nor is another rule its answer', async () => {
    const started = await startWorth()
    const { rules, desk, world, asked } = started
    rules.save(null, ruleDraft({ bookIds: ['a'] }))
    rules.save(null, ruleDraft({ bookIds: ['a'], ev: 0.35 }))
    world.reply = undefined
    desk.price(1, 'a')
    await settle()
    await asked.at(-1)?.answer(at(160))
    rules.setOn(1, false)
    world.reply = () => at(180)
    await asked.at(-1)?.answer(at(180))
    await settle()
    rules.setOn(1, true)
    await reprice(started, { a: 180 })
    const decided = rules.state().decisions.map(({ ruleId, outcome }) => `${ruleId} ${outcome}`)
    expect(decided.toReversed()).toEqual(['1 asked', '2 asked', '2 confirmed', '1 asked', '1 confirmed'])
  })

  it('fires again for an unchanged price neither after a restart nor under another profile', async () => {
    const database = openMemory()
    const started = await startWorth({}, database)
    started.rules.save(null, notifies({ bookIds: ['a'] }))
    await reprice(started, { a: 160 })
    expect(started.outcomes()).toEqual(['a met'])
    const again = await startRules({}, database)
    expect(again.outcomes()).toEqual(['a met'])
    await reprice(again, { a: 160 })
    expect(again.outcomes()).toEqual(['a met'])
    await reprice(again, { a: 165 })
    expect(again.outcomes()).toEqual(['a met', 'a met'])
    const other = await startRules({ profileId: 'mine' }, database)
    expect(other.rules.state()).toEqual({ rules: [], decisions: [] })
  })

  it('notifies once when many fire together', async () => {
    const started = await startWorth()
    for (const name of ['One', 'Two', 'Three', 'Four'])
      started.rules.save(null, notifies({ name, bookIds: ['a'] }))
    await reprice(started, { a: 160 })
    expect(started.outcomes()).toHaveLength(4)
    expect(started.notices.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^One: Alpha at \+160.*Your rules went off 3 more times\.$/),
    ])
  })

  it('is not saved before the rules of a profile are open', () => {
    const { rules } = createRules()
    expect(() => rules.save(null, notifies())).toThrow('not open')
  })

  it('refuses a stake that is no amount', async () => {
    const { rules } = await startRules()
    expect(() => rules.save(null, notifies({ minStake: 'x' }))).toThrow('invalid')
    expect(() => rules.save(null, notifies({ minStake: '0' }))).toThrow('invalid')
    expect(rules.save(null, notifies({ minStake: '12.50' })).rules).toMatchObject([
      { id: 1, minStake: 1_250 },
    ])
  })

  it('forgets its decisions after a month', async () => {
    const database = openMemory()
    const started = await startWorth({}, database)
    started.rules.save(null, notifies())
    await reprice(started, { a: 160 })
    await vi.advanceTimersByTimeAsync(31 * 86_400_000)
    expect((await startRules({}, database)).rules.state().decisions).toEqual([])
  })

  it('forgets them also while the program runs on', async () => {
    const started = await startWorth()
    started.rules.save(null, notifies({ bookIds: ['a'] }))
    await reprice(started, { a: 160 })
    await vi.advanceTimersByTimeAsync(31 * 86_400_000)
    await reprice(started, { a: 170 })
    const stored = started.database.prepare('SELECT count(*) AS n FROM rule_decisions').get()
    expect(stored).toEqual({ n: 1 })
  })
})

describe('the calls of rules', () => {
  it('are no more than the share in any 60 s, whatever the books answer', async () => {
    const started = await startWorth()
    started.rules.save(null, ruleDraft({ callsPerMinute: 2 }))
    const times: number[] = []
    let price = 150
    for (let second = 0; second < 180; second += 1) {
      const before = started.asked.length
      // Another price each second, so that the rule wants a call each time.
      await reprice(started, { a: (price += 1), b: (price += 1) })
      const calls = started.asked.length - before - 2
      times.push(...Array.from({ length: calls }, () => Date.now()))
      await vi.advanceTimersByTimeAsync(980)
    }
    expect(times.length).toBeGreaterThanOrEqual(4)
    for (const time of times)
      expect(times.filter(other => other >= time && other < time + 60_000).length).toBeLessThanOrEqual(2)
    expect(started.outcomes()).toContain('a unconfirmed')
  })

  it('are not sent once their rule is off', async () => {
    const started = await startWorth({ limits: byHand(100_000, 64, 1) })
    const { desk, world, asked, rules } = started
    await desk.add(keysOf('one', 'three'), noNote)
    await settle()
    rules.save(null, ruleDraft({ bookIds: ['a'], parlayId: 1 }))
    world.reply = undefined
    desk.price(1, 'a')
    await settle()
    // Takes the one connection to the book before the rule's call does.
    desk.price(2, 'a')
    await asked.at(-1)?.answer(at(160))
    expect(started.outcomes()).toEqual(['a asked'])
    const calls = asked.length
    rules.setOn(1, false)
    await asked.at(-1)?.answer(at(160))
    expect(asked).toHaveLength(calls)
  })

  it('that left late still count in the minute after, in which the rule fires unconfirmed', async () => {
    const replies = [160, 150, 160].map((price, at) => ({ price, afterMs: at === 1 ? 5_000 : 1 }))
    const started = await startWorth({ limits: byHand(100_000, 64, 1) })
    const { desk, world } = started
    await desk.add(keysOf('one', 'three'), noNote)
    await settle()
    started.rules.save(null, ruleDraft({ bookIds: ['a'], parlayId: 1, callsPerMinute: 1 }))
    world.replyLater = () => {
      const { price, afterMs } = replies.shift() ?? { price: 170, afterMs: 1 }
      return { outcome: at(price), afterMs }
    }
    const from = Date.now()
    desk.price(1, 'a')
    // Takes the one connection to the book before the rule's call does.
    desk.price(2, 'a')
    await vi.advanceTimersByTimeAsync(6_000)
    expect(started.outcomes()).toEqual(['a asked', 'a confirmed'])
    await vi.advanceTimersByTimeAsync(from + 62_000 - Date.now())
    desk.price(1, 'a')
    await settle()
    expect(started.outcomes()).toEqual(['a asked', 'a confirmed', 'a unconfirmed'])
    expect(started.notices.at(-1)?.body).toContain('the rule’s call a minute is used')
  })

  it('that the user’s own call answered are left to the rule', async () => {
    const started = await startWorth()
    const { desk, world, asked } = started
    started.rules.save(null, ruleDraft({ bookIds: ['a'], callsPerMinute: 1 }))
    world.reply = undefined
    desk.price(1, 'a')
    await settle()
    void asked.at(-1)?.answer(at(160))
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    desk.price(1, 'a')
    await settle()
    expect(started.outcomes()).toEqual(['a asked'])
    await asked.at(-1)?.answer(at(160))
    expect(asked).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(61_000)
    await reprice(started, { a: 170 })
    expect(started.outcomes()).toEqual(['a asked', 'a confirmed', 'a asked', 'a confirmed'])
  })

  it('come to an end, also with two rules and a book that changes its price at every call', async () => {
    const started = await startWorth()
    started.rules.save(null, ruleDraft({ callsPerMinute: 600 }))
    started.rules.save(null, ruleDraft({ callsPerMinute: 600, ev: 0.1 }))
    let calls = 0
    started.world.reply = () => at((calls += 1) % 2 === 0 ? 150 : 170)
    started.desk.price(1, null)
    await settle()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    // Two by the user, and one for the first cell: the other's next quote came with the change.
    expect(calls).toBe(3)
  })

  it('wait for no book that is paused: the rule fires unconfirmed', async () => {
    const ids = ['a', 'b', 'c']
    const board = ['one', 'two'].map(name => legAt(name, ids))
    const started = await startWorth({ books: ids.map(id => book(id, id)), board })
    started.rules.save(null, ruleDraft({ bookIds: ['a'] }))
    started.world.reply = name => (name === 'a' ? at(160) : limitedFor(120_000))
    started.desk.price(1, null)
    await settle()
    expect(started.outcomes()).toEqual(['a unconfirmed'])
    expect(started.notices[0]?.body).toContain('can’t be priced now')
  })
})

describe('a desk without rules', () => {
  it('takes a new parlay and its quotes without a decision', async () => {
    const started = await startRules()
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    expect(started.rules.state()).toEqual({ rules: [], decisions: [] })
  })
})
