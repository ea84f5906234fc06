import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ProfitTable from '../../../../../src/renderer/features/ledger/reports/ProfitTable.vue'

const rowOf = (value: string, profitMinor: number) => ({
  value,
  label: value,
  profitMinor,
  stakedMinor: 1_000,
  settled: 2,
  won: 1,
  yield: null,
})
const barsOf = (...profits: readonly number[]) => {
  const rows = profits.map((profitMinor, at) => rowOf(`book-${at}`, profitMinor))
  const report = { currency: 'USD', by: 'book' as const, rows }
  const table = mount(ProfitTable, { props: { report, nothing: '', isOn: () => false } })
  return table.findAll('.bar').map(bar => {
    const span = bar.find<HTMLElement>('span')
    if (!span.exists()) return undefined
    const { marginLeft, width } = span.element.style
    return [span.classes()[0], marginLeft, width]
  })
}

it('ProfitTable draws losses to the left of zero and profits to its right', () => {
  expect(barsOf(3_000, 0, -1_000)).toEqual([['gain', '25%', '75%'], undefined, ['loss', '0%', '25%']])
})

it('ProfitTable gives all of the room to profits, or to losses, when there are no others', () => {
  expect(barsOf(200, 100)).toEqual([
    ['gain', '0%', '100%'],
    ['gain', '0%', '50%'],
  ])
  expect(barsOf(-100, -200)).toEqual([
    ['loss', '50%', '50%'],
    ['loss', '0%', '100%'],
  ])
})

it('ProfitTable names months as people do', () => {
  const report = { currency: 'USD', by: 'month' as const, rows: [rowOf('2026-11', 3_000)] }
  const table = mount(ProfitTable, { props: { report, nothing: '', isOn: () => false } })
  expect(table.get('tbody th').text()).toBe('Nov 2026')
})

it.each([
  ['market' as const, 'A ticket counts in each of its markets.'],
  ['tag' as const, 'A ticket counts under each of its tags.'],
  ['book' as const, ''],
])('ProfitTable by %s says why its rows add up to more than the profit', (by, text) => {
  const report = { currency: 'USD', by, rows: [rowOf('a', 3_000)] }
  const table = mount(ProfitTable, { props: { report, nothing: '', isOn: () => false } })
  const note = table.find('p.sharing')
  expect(note.exists() ? note.text() : '').toBe(text)
})
