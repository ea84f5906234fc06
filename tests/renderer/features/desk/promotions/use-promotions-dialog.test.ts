import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi, afterEach } from 'vitest'
import UsePromotionsDialog from '../../../../../src/renderer/features/desk/promotions/UsePromotionsDialog.vue'
import { useAccountsStore } from '../../../../../src/renderer/features/accounts/accounts-store.ts'
import { useDeskStore } from '../../../../../src/renderer/features/desk/desk-store.ts'
import { useSettingsStore } from '../../../../../src/renderer/features/settings/settings-store.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import type { AccountLine } from '../../../../../src/shared/model/accounts/account.ts'
import type { PromotionTerms } from '../../../../../src/shared/model/accounts/promotion.ts'
import { quietMeter, type Row } from '../../../../../src/shared/model/parlay/desk.ts'
import { ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import {
  accountLine,
  halfBoost,
  plainTerms,
  promotionLine,
  overviewOf,
} from '../../../../support/renderer/account-lines.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { timeAndDay } from '../../../../../src/renderer/format/time-text.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import {
  americanPrice,
  book,
  cell,
  noon,
  plainSettings,
  priced,
  row,
} from '../../../../support/shared/desk-rows.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const bonus: PromotionTerms = { ...plainTerms, kind: 'bonusBet', maxStakeMinor: 2_500 }
const named = (id: number, name: string, american: number, fair?: number): Row => ({
  ...row(id, [cell('alpha', { quote: priced(american + 20) }), cell('bravo', { quote: priced(american) })]),
  note: { name, tags: [], note: '' },
  fairPrice: fair === undefined ? null : americanPrice(fair),
})
const bravo = (...all: readonly PromotionTerms[]): AccountLine =>
  accountLine(1, {
    book: { id: 'bravo', name: 'Bravo' },
    promotions: all.map((terms, at) => promotionLine(at + 1, terms)),
  })

async function open(rows: readonly Row[], account: AccountLine, bankrollMinor = 100_000) {
  const { api } = stubDesk({
    desk: { seq: 1, rows: [...rows], meter: quietMeter },
    settings: {
      ...plainSettings,
      books: [book('alpha', 'Alpha'), book('bravo', 'Bravo')],
      value: { ...plainSettings.value, bankrollMinor },
    },
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  api.accounts.overview.mockResolvedValue(ok(overviewOf(account)))
  await Promise.all([useSettingsStore().start(), useDeskStore().start(), useAccountsStore().load()])
  const dialog = mount(UsePromotionsDialog, { attachTo: document.body, global: { plugins: [pinia] } })
  await settled()
  return { dialog, lines: () => dialog.findAll('tbody tr').map(line => spacedText(line.element)) }
}

describe('UsePromotionsDialog', () => {
  it('uses each promotion on the parlay that gains most, with stake and worth', async () => {
    const rows = [named(1, 'Long shot', 900, 900), named(2, 'Favorite', 110, 110)]
    const { dialog, lines } = await open(rows, bravo({ ...halfBoost, maxStakeMinor: 5_000 }, bonus))
    expect(lines()).toEqual([
      expect.stringMatching(/^50% profit boost Favorite Bravo \+165 \$50 \$\d+\.\d\d Show price$/),
      expect.stringMatching(/^Bonus bet \$25 Long shot Bravo \+900 \$25 \$\d+\.\d\d Show price$/),
    ])
    expect(dialog.text()).toMatch(/\$\d+\.\d\d in all, for a bankroll of\s+\$1,000/)
    expect(dialog.find('[aria-label="Skipped"]').exists()).toBe(false)
  })

  it('leads to the price of a line', async () => {
    const { dialog } = await open([named(1, 'Long shot', 900, 900)], bravo(halfBoost))
    await button(dialog, 'Show price of Long shot at Bravo').trigger('click')
    expect(dialog.emitted('close')).toHaveLength(1)
    expect(useNavigationStore().target).toEqual({ show: 'price', parlayId: 1, bookId: 'bravo' })
  })

  it('names what is left out, and why', async () => {
    const stale = {
      ...named(2, 'Old one', 200),
      cells: [cell('bravo', { quote: priced(200, noon - 90_000) })],
    }
    const rows = [named(1, 'No fair price', 900), stale]
    const { dialog } = await open(rows, bravo(halfBoost))
    expect(dialog.text()).toContain('No parlay on the desk gains from a promotion now.')
    expect(dialog.findAll('li').map(item => spacedText(item.element))).toEqual([
      '50% profit boost : no parlay on the desk gains from it now.',
      'No fair price : no fair price. Enter yours, or get one with Fair price.',
      'Old one : no fresh price. Press Reprice all.',
    ])
  })

  it('uses a promotion on a parlay that is good without it, and says which of two is left out', async () => {
    const { dialog, lines } = await open([named(1, 'Good', 1_000, 400)], bravo(halfBoost, bonus))
    expect(lines()).toEqual([
      expect.stringMatching(/^50% profit boost Good Bravo \+1500 \$\d+\.\d\d \$\d+\.\d\d Show price$/),
    ])
    expect(dialog.findAll('li').map(item => spacedText(item.element))).toEqual([
      'Bonus bet $25 : each parlay takes one promotion, and others are worth more there.',
    ])
  })

  it.each([
    ['ended', { endsAt: noon - 3_600_000 }, `it ended ${timeAndDay(noon - 3_600_000, noon)}.`],
    ['has not begun', { startsAt: noon + 3_600_000 }, `it starts ${timeAndDay(noon + 3_600_000, noon)}.`],
  ])('says when a promotion that %s does so', async (_, times, reason) => {
    const { dialog } = await open([named(1, 'Long shot', 900, 900)], bravo({ ...halfBoost, ...times }))
    expect(spacedText(dialog.get('li').element)).toBe(`50% profit boost : ${reason}`)
  })

  it('asks for a bankroll first', async () => {
    const { dialog } = await open([named(1, 'Long shot', 900, 900)], bravo(halfBoost), 0)
    await button(dialog, 'Set bankroll').trigger('click')
    expect(useNavigationStore().target).toEqual({ show: 'setting', id: 'bankroll' })
  })
})
