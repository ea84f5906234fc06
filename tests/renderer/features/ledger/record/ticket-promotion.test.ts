import { type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TicketSource } from '../../../../../src/renderer/navigation-store.ts'
import {
  accountLine,
  halfBoost,
  plainTerms,
  promotionLine,
} from '../../../../support/renderer/account-lines.ts'
import {
  atBravo,
  openRecordDialog as open,
  planAtBravo,
} from '../../../../support/renderer/ledger/record-dialog.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { americanPrice, noon, row } from '../../../../support/shared/desk-rows.ts'

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(noon)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('RecordDialog of a cell with promotions', () => {
  const { promotionId } = promotionLine(1)
  const choose = (dialog: VueWrapper, name: string) => {
    const select = dialog.findAll('select').find(each => each.text().includes('No promotion'))
    const option = select?.findAll('option').find(each => each.text() === name)
    return select?.setValue(option?.element.value)
  }

  it('proposes the only one that applies, with its price and type, and records it', async () => {
    const spent = promotionLine(2, halfBoost, { usesLeft: 0 })
    const { dialog, type, submit, sent, valueOf } = await open(atBravo, {}, [promotionLine(1), spent])
    expect(valueOf('Price')).toBe('+768')
    await type('Stake', '40')
    await submit()
    expect(sent()).toMatchObject({
      ...{ promotionId, kind: 'boosted', price: { text: '+768', format: 'american' }, stake: '40' },
      accountId: accountLine(1).accountId,
    })
    expect(dialog.emitted('close')).toHaveLength(1)
  })

  it('offers the stake of the plan with the promotion, and none by Kelly at a price that its cap moves', async () => {
    const capped = promotionLine(1, { ...halfBoost, maxExtraMinor: 1_500 })
    const source = planAtBravo(
      { promotionId, stakeMinor: 585, reason: '' },
      { promotionId: null, stakeMinor: 0, reason: 'The stake plan bets here only with the boost.' },
    )
    const { dialog, type, valueOf } = await open(source, { bankrollMinor: 100_000 }, [capped])
    await type('Stake', '20')
    expect(dialog.text()).not.toContain('Kelly')
    await button(dialog, 'Plan $5.85').trigger('click')
    expect([valueOf('Stake'), valueOf('Price')]).toEqual(['5.85', '+768'])
    await choose(dialog, 'No promotion')
    expect(dialog.text()).not.toMatch(/Plan \$|Kelly/)
    expect(dialog.text()).toContain('The stake plan bets here only with the boost.')
  })

  it('offers no stake by Kelly with a promotion that the plan does not bet with', async () => {
    const capped = promotionLine(1, { ...halfBoost, maxExtraMinor: 1_500 })
    const { dialog, type } = await open(planAtBravo(), { bankrollMinor: 100_000 }, [capped])
    await type('Stake', '20')
    expect(dialog.text()).not.toContain('Kelly')
    await choose(dialog, 'No promotion')
    expect(dialog.text()).toContain('Kelly $')
  })

  it('proposes none for a hedge, which was planned without, and offers it', async () => {
    const [leg] = row(1, []).legs
    if (leg === undefined) throw new Error('no leg')
    const planned = { leg, bookId: 'bravo', price: americanPrice(110), stakeMinor: 2_020, currency: 'USD' }
    const noSweat = promotionLine(1, {
      ...plainTerms,
      kind: 'insurance',
      maxStakeMinor: 5_000,
      bonusWorth: null,
    })
    const source: TicketSource = { kind: 'hedge', bet: { ticketId: 5, ...planned } }
    const { dialog, submit, sent } = await open(source, {}, [noSweat])
    expect(dialog.text()).toContain('No-sweat bet $50')
    await submit()
    expect(sent()).toMatchObject({ stake: '20.20', kind: 'normal' })
    expect(sent()).not.toHaveProperty('promotionId')
  })

  it('follows the cap on extra winnings as the stake is typed', async () => {
    const capped = promotionLine(1, { ...halfBoost, maxExtraMinor: 2_560 })
    const { dialog, type, valueOf } = await open(atBravo, {}, [capped])
    await type('Stake', '10')
    expect(valueOf('Price')).toBe('+768')
    await type('Stake', '40')
    expect(valueOf('Price')).toBe('+576')
    expect(dialog.text()).toContain('From +512. Extra winnings end at $25.60.')
    expect(valueOf('To win')).toBe('230.40')
  })

  it('leaves the choice to the user among several, and goes back to the plain price', async () => {
    const two = [promotionLine(1), promotionLine(2, { ...halfBoost, percent: 100, name: 'Big one' })]
    const { dialog, valueOf } = await open(atBravo, {}, two)
    expect(valueOf('Price')).toBe('+512')
    await choose(dialog, 'Big one')
    expect(valueOf('Price')).toBe('+1024')
    await choose(dialog, 'No promotion')
    expect(valueOf('Price')).toBe('+512')
  })

  it('says why one does not apply', async () => {
    const { dialog } = await open(atBravo, {}, [promotionLine(1, { ...halfBoost, minLegs: 9 })])
    expect(dialog.text()).toContain('50% profit boost (needs 9+ legs)')
  })

  it('refuses a stake above the bonus bet', async () => {
    const bonus = promotionLine(1, { ...plainTerms, kind: 'bonusBet', maxStakeMinor: 2_500 })
    const { dialog, type, submit, sent, valueOf } = await open(atBravo, {}, [bonus])
    expect(valueOf('Stake')).toBe('25.00')
    expect(dialog.text()).toContain('Max stake $25.')
    await type('Stake', '30')
    expect(dialog.text()).toContain('This bonus bet is $25. Enter no more.')
    await submit()
    expect(sent()).toBeUndefined()
    await type('Stake', '20')
    expect(dialog.text()).not.toContain('Enter no more.')
    await submit()
    expect(sent()).toMatchObject({ stake: '20' })
  })

  it('shows the largest stake of a boost before the ticket is recorded', async () => {
    const boost = promotionLine(1, { ...halfBoost, maxStakeMinor: 2_000 })
    const { dialog, type } = await open(atBravo, {}, [boost])
    expect(dialog.text()).toContain('From +512. Boosts up to $20 of stake.')
    await type('Stake', '30')
    expect(dialog.text()).toContain('Only the first $20 is boosted.')
  })

  it('shows the limit of the account', async () => {
    const state = { kind: 'limited', maxStakeMinor: 500 } as const
    const { dialog, type } = await open(atBravo, {}, [promotionLine(1)], { state })
    expect(dialog.text()).toContain('Takes $5 at most.')
    await type('Stake', '30')
    expect(dialog.text()).toContain('Takes $5 at most, less than this stake.')
  })
})
