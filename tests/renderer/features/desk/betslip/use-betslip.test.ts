import { describe, expect, it, vi } from 'vitest'
import { useBetslip, findBusyStep } from '../../../../../src/renderer/features/desk/betslip/useBetslip.ts'
import { failed, stubDesk, ok } from '../../../../support/bridge/stub-desk.ts'
import type { QuoteOutcome } from '../../../../../src/shared/model/price/quote.ts'
import { americanPrice, noon, priced } from '../../../../support/shared/desk-rows.ts'

const cell = { parlayId: 1, bookId: 'bravo' }
const now = americanPrice(470)
const before = americanPrice(512)
const unapproved = {
  kind: 'link-unapproved',
  host: 'bets.example',
  url: 'https://bets.example/slip',
} as const

function betslip() {
  const fake = stubDesk()
  const onOpened = vi.fn()
  const onFailed = vi.fn()
  const onMoved = vi.fn()
  const onNone = vi.fn()
  const onReplaced = vi.fn()
  const isSuspect = vi.fn(() => false)
  const listeners = { onOpened, onFailed, onMoved, onNone, onReplaced, isSuspect }
  return { ...fake.api, ...listeners, ...useBetslip(listeners) }
}

describe('useBetslip', () => {
  it.each([{ kind: 'same', quoteId: 7, now } as const, { kind: 'better', quoteId: 7, before, now } as const])(
    'opens the fresh quote at once at a price that is $kind',
    async recheck => {
      const slip = betslip()
      slip.desk.recheck.mockResolvedValueOnce(ok(recheck))
      await slip.start(cell, 6)
      expect(slip.desk.recheck).toHaveBeenCalledExactlyOnceWith({ ...cell, seenId: 6 })
      expect(slip.links.open).toHaveBeenCalledExactlyOnceWith({ ...cell, quoteId: 7, approve: 'no' })
      expect(slip.onOpened).toHaveBeenCalledExactlyOnceWith({
        cell,
        quoteId: 7,
        price: now,
        host: 'bets.example',
      })
      expect(slip.state.value).toEqual({ kind: 'idle' })
    },
  )

  it.each([
    [{ kind: 'worse', quoteId: 7, before, now } as const, { quoteId: 7, price: now }],
    [{ kind: 'gone', quoteId: 6, before, failure: null } as const, { quoteId: 6, price: before }],
  ])('asks first when the price is %j', async (recheck, target) => {
    const slip = betslip()
    slip.desk.recheck.mockResolvedValueOnce(ok(recheck))
    await slip.start(cell, 6)
    expect(slip.state.value).toMatchObject({ kind: 'asked', cell, recheck })
    expect(slip.links.open).not.toHaveBeenCalled()
    expect(slip.onMoved).toHaveBeenCalledOnce()
    await slip.open('no')
    expect(slip.onOpened).toHaveBeenCalledExactlyOnceWith({ cell, ...target, host: 'bets.example' })
  })

  it('asks about a price that may be an error, without the sound of a drop', async () => {
    const slip = betslip()
    slip.isSuspect.mockReturnValueOnce(true)
    slip.desk.recheck.mockResolvedValueOnce(ok({ kind: 'same', quoteId: 7, now }))
    await slip.start(cell, 6)
    expect(slip.state.value).toMatchObject({ kind: 'asked', recheck: { kind: 'same', now } })
    expect(slip.links.open).not.toHaveBeenCalled()
    expect(slip.onMoved).not.toHaveBeenCalled()
    await slip.open('no')
    expect(slip.onOpened).toHaveBeenCalledExactlyOnceWith({
      ...{ cell, quoteId: 7, price: now },
      host: 'bets.example',
    })
  })

  describe('while the user is asked', () => {
    async function ask() {
      const slip = betslip()
      slip.desk.recheck.mockResolvedValueOnce(ok({ kind: 'worse', quoteId: 7, before, now }))
      await slip.start(cell, 6)
      const take = (id: number, outcome: QuoteOutcome, of = cell) =>
        slip.follow(of, { id, at: noon, outcome })
      return { ...slip, take }
    }
    const priceOf = (american: number) => priced(american).outcome

    it('opens and reports the newest price known', async () => {
      const slip = await ask()
      slip.take(8, priceOf(450))
      slip.take(9, priceOf(430))
      slip.take(8, priceOf(490))
      slip.take(12, priceOf(100), { ...cell, bookId: 'alpha' })
      expect(slip.state.value).toMatchObject({ recheck: { kind: 'worse', before } })
      await slip.open('no')
      expect(slip.links.open).toHaveBeenCalledExactlyOnceWith({ ...cell, quoteId: 9, approve: 'no' })
      expect(slip.onOpened).toHaveBeenCalledWith(
        expect.objectContaining({ quoteId: 9, price: americanPrice(430) }),
      )
    })

    it('keeps the link of the last price when the book pulls it, and takes the next one', async () => {
      const slip = await ask()
      slip.take(8, priceOf(450))
      slip.take(9, { kind: 'no-price' })
      slip.take(10, { kind: 'failed', failure: { kind: 'key-refused' } })
      expect(slip.state.value).toMatchObject({
        recheck: { kind: 'gone', quoteId: 8, before: americanPrice(450), failure: { kind: 'key-refused' } },
      })
      slip.take(11, priceOf(460))
      expect(slip.state.value).toMatchObject({
        recheck: { kind: 'better', quoteId: 11, before: americanPrice(450), now: americanPrice(460) },
      })
    })
  })

  it('has nothing to open where there was no price before either', async () => {
    const slip = betslip()
    slip.desk.recheck.mockResolvedValueOnce(ok({ kind: 'gone', quoteId: null, before: null, failure: null }))
    await slip.start(cell, null)
    expect(slip.state.value).toEqual({ kind: 'idle' })
    expect(slip.onNone).toHaveBeenCalledExactlyOnceWith(cell)
    await slip.open('no')
    expect(slip.links.open).not.toHaveBeenCalled()
  })

  it('reports the failure of a recheck where there was no price before', async () => {
    const slip = betslip()
    const failure = { kind: 'key-refused' } as const
    slip.desk.recheck.mockResolvedValueOnce(ok({ kind: 'gone', quoteId: null, before: null, failure }))
    await slip.start(cell, null)
    expect(slip.onFailed).toHaveBeenCalledExactlyOnceWith(failure)
    expect(slip.state.value).toEqual({ kind: 'idle' })
  })

  it.each(['once', 'always'] as const)('asks about a new host and opens it %s', async approve => {
    const slip = betslip()
    slip.links.open.mockResolvedValueOnce(failed(unapproved))
    await slip.start(cell, null)
    expect(slip.state.value).toMatchObject({ kind: 'unapproved', host: unapproved.host, url: unapproved.url })
    await slip.open(approve)
    expect(slip.links.open).toHaveBeenLastCalledWith({ ...cell, quoteId: 2, approve })
    expect(slip.onOpened).toHaveBeenCalledOnce()
    expect(slip.onFailed).not.toHaveBeenCalled()
  })

  it('says why a recheck failed and opens nothing', async () => {
    const slip = betslip()
    slip.desk.recheck.mockResolvedValueOnce(failed({ kind: 'key-missing' }))
    await slip.start(cell, null)
    expect(slip.onFailed).toHaveBeenCalledExactlyOnceWith({ kind: 'key-missing' })
    expect(slip.links.open).not.toHaveBeenCalled()
  })

  it('says why a link was refused', async () => {
    const slip = betslip()
    const refused = { kind: 'link-refused', sentence: 'The link is not https.' } as const
    slip.links.open.mockResolvedValueOnce(failed(refused))
    await slip.start(cell, null)
    expect(slip.onFailed).toHaveBeenCalledExactlyOnceWith(refused)
    expect(slip.state.value).toEqual({ kind: 'idle' })
  })

  it('opens nothing when it was cancelled before the price came', async () => {
    const slip = betslip()
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof slip.desk.recheck>>>()
    slip.desk.recheck.mockReturnValueOnce(answer.promise)
    const started = slip.start(cell, null)
    slip.cancel()
    answer.resolve(ok({ kind: 'same', quoteId: 7, now }))
    await started
    expect(slip.links.open).not.toHaveBeenCalled()
  })

  it('starts once for a cell', async () => {
    const slip = betslip()
    await Promise.all([slip.start(cell, 6), slip.start({ ...cell }, 6)])
    expect(slip.desk.recheck).toHaveBeenCalledExactlyOnceWith({ ...cell, seenId: 6 })
    expect(slip.links.open).toHaveBeenCalledOnce()
  })

  it('gives up a cell that still waits for its price when another is wanted, and says so', async () => {
    const slip = betslip()
    const alpha = { ...cell, bookId: 'alpha' }
    const late = Promise.withResolvers<Awaited<ReturnType<typeof slip.desk.recheck>>>()
    slip.desk.recheck.mockReturnValueOnce(late.promise)
    const first = slip.start(cell, 6)
    expect([findBusyStep(slip.state.value, cell), findBusyStep(slip.state.value, alpha)]).toEqual([
      'rechecking',
      undefined,
    ])
    await slip.start(alpha, null)
    late.resolve(ok({ kind: 'same', quoteId: 7, now }))
    await first
    expect(slip.onReplaced).toHaveBeenCalledOnce()
    expect(slip.links.open).toHaveBeenCalledExactlyOnceWith({ ...alpha, quoteId: 2, approve: 'no' })
    expect(slip.onOpened).toHaveBeenCalledOnce()
  })

  it('leaves a link that is being opened to itself', async () => {
    const slip = betslip()
    const opening = Promise.withResolvers<Awaited<ReturnType<typeof slip.links.open>>>()
    slip.links.open.mockReturnValueOnce(opening.promise)
    const first = slip.start(cell, 6)
    await expect.poll(() => slip.state.value.kind).toBe('opening')
    await slip.start({ ...cell, bookId: 'alpha' }, null)
    opening.resolve(ok({ host: 'bets.example' }))
    await first
    expect(slip.desk.recheck).toHaveBeenCalledOnce()
    expect(slip.onOpened).toHaveBeenCalledOnce()
    expect(slip.onReplaced).not.toHaveBeenCalled()
  })
})
