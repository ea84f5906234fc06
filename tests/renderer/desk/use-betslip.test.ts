import { describe, expect, it, vi } from 'vitest'
import { useBetslip } from '../../../src/renderer/features/desk/useBetslip.ts'
import { failed, installFakeDesk, ok } from '../../fakes/desk-api.ts'
import { americanPrice } from '../../fakes/desk-rows.ts'

const cell = { parlayId: 1, bookId: 'bravo' }
const now = americanPrice(470)
const before = americanPrice(512)
const unapproved = {
  kind: 'link-unapproved',
  host: 'bets.example',
  url: 'https://bets.example/slip',
} as const

function betslip() {
  const fake = installFakeDesk()
  const onOpened = vi.fn()
  const onFailed = vi.fn()
  return { ...fake.api, onOpened, onFailed, ...useBetslip({ onOpened, onFailed }) }
}

describe('useBetslip', () => {
  it.each([{ kind: 'same', now } as const, { kind: 'better', before, now } as const])(
    'opens at once at a price that is $kind',
    async recheck => {
      const slip = betslip()
      slip.desk.recheck.mockResolvedValueOnce(ok(recheck))
      await slip.start(cell)
      expect(slip.links.open).toHaveBeenCalledExactlyOnceWith({ ...cell, approve: 'no' })
      expect(slip.onOpened).toHaveBeenCalledExactlyOnceWith(cell, 'bets.example')
      expect(slip.state.value).toEqual({ kind: 'idle' })
    },
  )

  it.each([{ kind: 'worse', before, now } as const, { kind: 'gone', before } as const])(
    'asks first when the price is $kind',
    async recheck => {
      const slip = betslip()
      slip.desk.recheck.mockResolvedValueOnce(ok(recheck))
      await slip.start(cell)
      expect(slip.state.value).toEqual({ kind: 'moved', cell, recheck })
      expect(slip.links.open).not.toHaveBeenCalled()
      await slip.open('no')
      expect(slip.onOpened).toHaveBeenCalledOnce()
    },
  )

  it.each(['once', 'always'] as const)('asks about a new host and opens it %s', async approve => {
    const slip = betslip()
    slip.links.open.mockResolvedValueOnce(failed(unapproved))
    await slip.start(cell)
    expect(slip.state.value).toEqual({ kind: 'unapproved', cell, host: unapproved.host, url: unapproved.url })
    await slip.open(approve)
    expect(slip.links.open).toHaveBeenLastCalledWith({ ...cell, approve })
    expect(slip.onOpened).toHaveBeenCalledOnce()
    expect(slip.onFailed).not.toHaveBeenCalled()
  })

  it('says why a recheck failed and opens nothing', async () => {
    const slip = betslip()
    slip.desk.recheck.mockResolvedValueOnce(failed({ kind: 'key-missing' }))
    await slip.start(cell)
    expect(slip.onFailed).toHaveBeenCalledExactlyOnceWith({ kind: 'key-missing' })
    expect(slip.links.open).not.toHaveBeenCalled()
  })

  it('says why a link was refused', async () => {
    const slip = betslip()
    const refused = { kind: 'link-refused', sentence: 'The link is not https.' } as const
    slip.links.open.mockResolvedValueOnce(failed(refused))
    await slip.start(cell)
    expect(slip.onFailed).toHaveBeenCalledExactlyOnceWith(refused)
    expect(slip.state.value).toEqual({ kind: 'idle' })
  })

  it('opens nothing when it was cancelled before the price came', async () => {
    const slip = betslip()
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof slip.desk.recheck>>>()
    slip.desk.recheck.mockReturnValueOnce(answer.promise)
    const started = slip.start(cell)
    slip.cancel()
    answer.resolve(ok({ kind: 'same', now }))
    await started
    expect(slip.links.open).not.toHaveBeenCalled()
  })

  it('starts one at a time', async () => {
    const slip = betslip()
    await Promise.all([slip.start(cell), slip.start({ ...cell, bookId: 'alpha' })])
    expect(slip.desk.recheck).toHaveBeenCalledExactlyOnceWith(cell)
  })
})
