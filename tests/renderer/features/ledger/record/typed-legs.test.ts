import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import {
  blankLeg,
  toTypedLegs,
  type TypedLeg,
} from '../../../../../src/renderer/features/ledger/record/leg-draft.ts'
import TypedLegs from '../../../../../src/renderer/features/ledger/record/TypedLegs.vue'
import { field } from '../../../../support/renderer/screen.ts'

it('TypedLegs keeps further facts of a leg, so that the service can settle it', async () => {
  const form = mount(TypedLegs, { props: { modelValue: [blankLeg, blankLeg], error: undefined } })
  for (const [name, text] of [
    ['Leg 1', ' Ada North Over 27.5 '],
    ['League', ' UBL '],
    ['Game starts', '2026-11-21T19:00'],
    ['Single odds', ' 1.91 '],
    ['Odds ID', 'Bravo#rvt:hbr#Player Points#Ada North Over 27.5'],
    ['Grade token', ' g-1 '],
  ] as const) {
    await field(form, name).setValue(text)
    const typed = form.emitted<[TypedLeg[]]>('update:modelValue')?.at(-1)?.[0] ?? []
    await form.setProps({ modelValue: typed })
  }
  expect(toTypedLegs(form.props('modelValue'), 'decimal')).toEqual([
    {
      kind: 'typed',
      name: 'Ada North Over 27.5',
      market: '',
      game: '',
      league: 'UBL',
      startAt: new Date(2026, 10, 21, 19).getTime(),
      oddsId: 'Bravo#rvt:hbr#Player Points#Ada North Over 27.5',
      grade: 'g-1',
      price: { text: '1.91', format: 'decimal' },
    },
  ])
})

it('TypedLegs leaves out empty fields', () => {
  const [leg] = toTypedLegs([{ ...blankLeg, name: 'Harbor City' }, blankLeg], 'american')
  expect(leg).toMatchObject({ league: '', startAt: null, oddsId: null, grade: null, price: null })
})
