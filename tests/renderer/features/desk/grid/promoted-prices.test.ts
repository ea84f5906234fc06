import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { useAccountsStore } from '../../../../../src/renderer/features/accounts/accounts-store.ts'
import { useGridLayoutStore } from '../../../../../src/renderer/features/desk/columns/grid-layout-store.ts'
import type { Row } from '../../../../../src/shared/model/parlay/desk.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import {
  accountLine,
  halfBoost,
  overviewOf,
  promotionLine,
} from '../../../../support/renderer/account-lines.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { americanPrice, cell, leg, noon, priced, row } from '../../../../support/shared/desk-rows.ts'

useStillScreen()

/** A row with a price of 620 at Bravo, where an account has a boost of 50%. */
async function open(american = 620, others: readonly Row[] = []) {
  const cells = [
    cell('alpha', { quote: priced(640) }),
    cell('bravo', { quote: priced(american, noon - 2_000) }),
    cell('charlie', { quote: priced(630) }),
  ]
  const desk = await openDesk([{ ...row(1, cells), fairPrice: americanPrice(600) }, ...others])
  const bravo = accountLine(1, {
    book: { id: 'bravo', name: 'Bravo' },
    promotions: [promotionLine(1, halfBoost)],
  })
  desk.api.accounts.overview.mockResolvedValue(ok(overviewOf(bravo)))
  await useAccountsStore(desk.pinia).load()
  await flushPromises()
  return desk
}

describe('prices with promotions', () => {
  it('stand under the plain price, which alone is called best', async () => {
    const { view, cell: at } = await open()
    expect(at('bravo').get('.boost').text()).toMatch(/^(★|boosted) \+930$/)
    expect(at('bravo').attributes('aria-label')).toBe(
      'Bravo, +620, 2s ago, boosted +930 with 50% profit boost, EV +47.1%',
    )
    expect(at('bravo').classes()).not.toContain('best')
    expect(at('alpha').classes()).toContain('best')
    expect(at('alpha').find('.boost').exists()).toBe(false)
    expect(view.findAll('.row-best').map(best => best.text())).toEqual(['+47.1%Bravo', '+5.7%Alpha Bet'])
  })

  it.each([
    [766, /^(★|boosted) \+1149$/, true],
    [7_000, /^(★|boosted \+10500)$/, undefined],
  ])('are never cut: of %d, smaller, or only marked', async (american, text, isLong) => {
    const { cell: at } = await open(american)
    const boost = at('bravo').get('.boost')
    expect(boost.text()).toMatch(text)
    if (isLong !== undefined) expect(boost.classes('long')).toBe(isLong)
  })

  it('are explained in the details of the price', async () => {
    const { view, choose } = await open()
    await choose('bravo')
    expect(view.get('[aria-label=Cell]').text()).toContain('With 50% profit boost+930EV +47.1%')
  })

  it('say why there is none where no book has one, and nothing more than Final after the games', async () => {
    const desk = await open()
    let seq = 1
    const change = async (given: Partial<Row>) => {
      const changed = { ...row(1, [cell('bravo', { quote: priced(620, noon - 60_000) })]), ...given }
      desk.emit.desk.changed({ seq: ++seq, rows: [changed], order: null, meter: desk.meter })
      await flushPromises()
      const [promoted] = desk.view.findAll('.row-best')
      return [promoted?.text(), promoted?.attributes('data-tip')]
    }
    expect(await change({})).toEqual(['—', expect.stringMatching(/^No promotion of yours applies/)])
    const startAt = noon - 6 * 3_600_000
    const over = { ...leg('Harbor City', 'Moneyline', { startAt }), isGameListed: false }
    expect(await change({ legs: [over] })).toEqual(['Final', 'The games are over.'])
  })

  it('are hidden and shown again from the menu, and the choice is saved', async () => {
    const { api, pinia, view, chooseInMenu } = await open()
    await chooseInMenu('Prices with promotions')
    expect(view.find('.boost').exists()).toBe(false)
    expect(view.findAll('.row-best')).toHaveLength(1)
    expect(api.grid.saveLayout).toHaveBeenLastCalledWith(expect.objectContaining({ hidesPromotions: true }))
    await useGridLayoutStore(pinia).showPromotions(true)
    await flushPromises()
    expect(view.find('.boost').exists()).toBe(true)
  })

  it('order the rows by the best of them', async () => {
    const { view, api, chooseInMenu } = await open(620, [
      { ...row(2, [cell('bravo', { quote: priced(640) })]), fairPrice: americanPrice(600) },
    ])
    const shown = () => view.findAll('.promoted-best').map(best => best.attributes('data-parlay'))
    expect(shown()).toEqual(['1', '2'])
    await chooseInMenu('Best EV with ★')
    expect(shown()).toEqual(['2', '1'])
    expect(api.grid.saveLayout).toHaveBeenLastCalledWith(expect.objectContaining({ rowSort: 'promotion' }))
  })
})
