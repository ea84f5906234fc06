import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import type { TicketSource } from '../../../../../src/renderer/navigation-store.ts'
import { useLedgerStore } from '../../../../../src/renderer/features/ledger/ledger-store.ts'
import RecordDialog from '../../../../../src/renderer/features/ledger/record/RecordDialog.vue'
import { legText } from '../../../../../src/renderer/format/market-text.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { americanPrice, noon, row } from '../../../../support/shared/desk-rows.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { noChoices } from '../../../../support/shared/ledger-answers.ts'
import {
  atBravo,
  openRecordDialog as open,
  planAtBravo,
} from '../../../../support/renderer/ledger/record-dialog.ts'
import { lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(noon)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('RecordDialog of a hedge', () => {
  const [leg] = row(1, []).legs
  if (leg === undefined) throw new Error('no leg')
  const { key, name, market, game } = leg
  const bet = {
    ...{ ticketId: 7, leg: { key, name, market, game }, bookId: 'bravo', price: americanPrice(-110) },
    ...{ stakeMinor: 13_548, currency: 'EUR' },
  }

  it('begins with its leg, book, price and stake, and records the leg of the board', async () => {
    const { dialog, submit, sent, valueOf } = await open({ kind: 'hedge', bet })
    const shown = dialog.get('[aria-label=Legs]').text().replace(/\s+/g, ' ')
    expect(shown).toBe(`${legText(name)} ${market} · ${game.short}`)
    expect(valueOf('Stake')).toBe('135.48')
    await submit()
    expect(sent()).toMatchObject({
      ...{ bookId: 'bravo', stake: '135.48', currency: 'EUR', tags: ['hedge'] },
      price: { text: '-110', format: 'american' },
      legs: { kind: 'hand', legs: [{ kind: 'selection', selectionKey: key }] },
    })
    expect(dialog.emitted('close')).toHaveLength(1)
    // The ledger selects it.
    expect(useLedgerStore().recordedId).toBe(1)
  })
})

describe('RecordDialog of a cell', () => {
  it('begins with its legs, book, price and quote, and needs only a stake', async () => {
    const { dialog, type, submit, sent } = await open(atBravo)
    expect(dialog.get('[aria-label=Legs]').text()).not.toBe('')
    await type('Stake', '40')
    await submit()
    expect(sent()).toMatchObject({
      bookId: 'bravo',
      placedAt: noon,
      stake: '40',
      currency: 'USD',
      price: { text: '+512', format: 'american' },
      kind: 'normal',
      tags: [],
      legs: { kind: 'parlay', parlayId: 1, quoteId: 7 },
    })
    expect(dialog.emitted('close')).toHaveLength(1)
  })

  it('says the price of the cell once it has moved, unless another one is typed', async () => {
    const price = shallowRef(americanPrice(512))
    const { dialog, type, submit, sent } = await open({ ...atBravo, getPrice: () => price.value })
    price.value = americanPrice(480)
    await settled()
    expect(dialog.text()).toContain('Now +480')
    await type('Price', '+500')
    expect(dialog.text()).not.toContain('Now ')
    await type('Price', '+512')
    await type('Stake', '40')
    await submit()
    expect(sent()).toMatchObject({ price: { text: '+512' } })
  })

  it('shows why its price may be an error', async () => {
    const warning = 'May be an error: 52% above the other books’ median.'
    const { dialog, type, submit, sent } = await open({ kind: 'cell', cell: { ...atBravo.cell, warning } })
    expect(dialog.get('[role=note]').text()).toBe(`⚠ ${warning}`)
    await type('Stake', '40')
    await submit()
    expect(sent()?.legs).toEqual({ kind: 'parlay', parlayId: 1, quoteId: 7, priceWarning: warning })
  })

  it('does not doubt another price than the suspect one', async () => {
    const cell = { ...atBravo.cell, warning: 'May be an error.' }
    const { dialog, type, submit, sent } = await open({ kind: 'cell', cell })
    await type('Price', '+400')
    expect(dialog.find('[role=note]').exists()).toBe(false)
    await type('Stake', '40')
    await submit()
    expect(sent()?.legs).toEqual({ kind: 'parlay', parlayId: 1, quoteId: 7 })
  })

  it('warns of a stake that is more than its account holds, and still records it', async () => {
    const { dialog, type, submit, sent } = await open(atBravo, {}, [], { balanceMinor: 50_000 })
    const warning = () => dialog.find('[role=status].warn')
    await type('Stake', '500')
    expect(warning().exists()).toBe(false)
    await type('Stake', '500.01')
    expect(warning().text()).toBe(
      '⚠ The account holds $500.00: its balance would be −$0.01. Check the stake before you record it.',
    )
    await submit()
    expect(sent()).toMatchObject({ stake: '500.01' })
  })

  it('counts a balance read at the book, and warns of no bonus bet and of no account without money records', async () => {
    const check = { at: noon, seq: 3, readMinor: 40_000, differenceMinor: -10_000 }
    const read = await open(atBravo, {}, [], { balanceMinor: 50_000, check })
    await read.type('Stake', '450')
    expect(read.dialog.get('[role=status].warn').text()).toContain('The account holds $400.00')
    await read.dialog
      .findAll('select')
      .find(each => each.text().includes('Bonus'))
      ?.setValue('bonus')
    expect(read.dialog.find('[role=status].warn').exists()).toBe(false)
    read.dialog.unmount()
    const unknown = await open(atBravo, {}, [], { balanceMinor: -1_000, isMoneyKnown: false })
    await unknown.type('Stake', '40')
    expect(unknown.dialog.find('[role=status].warn').exists()).toBe(false)
  })

  it('proposes the stake of the last ticket, in its currency', async () => {
    const fake = await open(atBravo)
    fake.dialog.unmount()
    fake.api.ledger.page.mockResolvedValue(
      ok({ lines: [lineOf(1, { stakeMinor: 2_550, currency: 'EUR' })], next: null }),
    )
    const dialog = mount(RecordDialog, {
      props: { source: atBravo },
      attachTo: document.body,
      global: { plugins: [createPinia()] },
    })
    await flushPromises()
    const values = ['Stake', 'Currency'].map(name => field(dialog, name).element)
    expect(values.map(input => (input instanceof HTMLInputElement ? input.value : ''))).toEqual([
      '25.50',
      'EUR',
    ])
  })

  it('selects the stake when it opens, the proposed one too', async () => {
    const { dialog, valueOf } = await open(atBravo)
    expect(document.activeElement).toBe(field(dialog, 'Stake').element)
    dialog.unmount()
    const again = await open(atBravo)
    again.dialog.unmount()
    again.api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(1, { stakeMinor: 2_500 })], next: null }))
    const shown = await again.reopen()
    const { element } = field(shown, 'Stake')
    if (!(element instanceof HTMLInputElement)) throw new Error('no input')
    expect([element.value, element.selectionStart, element.selectionEnd]).toEqual(['25.00', 0, 5])
    expect(valueOf('Price')).toBe('+512')
  })

  it('takes a preset of the settings, and the stake that Kelly plans', async () => {
    const source: TicketSource = { kind: 'cell', cell: { ...atBravo.cell, winProbability: 0.2 } }
    const value = {
      stakePresets: [1_000, 2_550],
      bankrollMinor: 100_000,
      kellyFraction: 0.25,
      kellyCap: 0.05,
    }
    const { dialog, valueOf } = await open(source, value)
    await button(dialog, '$25.50').trigger('click')
    expect(valueOf('Stake')).toBe('25.50')
    // p 0.2 at 6.12: (0.2 * 6.12 - 1) / 5.12 = 4.375% of 1,000, a quarter of it.
    await button(dialog, 'Kelly $10.93').trigger('click')
    expect(valueOf('Stake')).toBe('10.93')
  })

  it('takes the stake of the plan, which is for the price of the cell', async () => {
    const planned = { promotionId: null, stakeMinor: 2_200, reason: '' }
    const source = planAtBravo(planned)
    const { dialog, type, valueOf } = await open(source, { bankrollMinor: 100_000 })
    expect(dialog.text()).not.toContain('Kelly $')
    await button(dialog, 'Plan $22').trigger('click')
    expect(valueOf('Stake')).toBe('22.00')
    await type('Price', '+400')
    expect(dialog.text()).not.toContain('Plan $22')
  })

  it('offers no stake by Kelly where the plan has none, and says why', async () => {
    const reason = 'No more: $25 of the stake for this bet is already open.'
    const source = planAtBravo({ promotionId: null, stakeMinor: 0, reason })
    const { dialog, type } = await open(source, { bankrollMinor: 100_000 })
    expect(dialog.text()).toContain(reason)
    expect(dialog.text()).not.toMatch(/Kelly|Plan \$/)
    await type('Price', '+600')
    expect(dialog.text()).toContain('Kelly $')
    expect(dialog.text()).not.toContain(reason)
  })

  it('says that Kelly advises no bet at a price that is not worth it', async () => {
    const source: TicketSource = { kind: 'cell', cell: { ...atBravo.cell, winProbability: 0.1 } }
    const { dialog } = await open(source, { bankrollMinor: 100_000 })
    expect(dialog.text()).toContain('Kelly: no bet at this price')
  })

  it('computes the stake from the amount to win, to the cent, and shows what it really wins', async () => {
    const { dialog, type, valueOf, submit, sent } = await open(atBravo)
    await type('To win', '100')
    // 100 / 5.12 = 19.53125
    expect([valueOf('Stake'), valueOf('To win')]).toEqual(['19.53', '100'])
    await field(dialog, 'To win').trigger('focusout')
    expect(valueOf('To win')).toBe('99.99')
    await type('Stake', '40')
    expect(valueOf('To win')).toBe('204.80')
    await submit()
    expect(sent()).toMatchObject({ stake: '40' })
  })

  it('keeps the form when recording fails, and retries as the same ticket', async () => {
    const { api, dialog, type, submit, valueOf } = await open(atBravo)
    api.ledger.record.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await type('Stake', '40')
    await type('Note', 'late')
    await submit()
    expect(dialog.get('[role=alert]').text()).toContain('The disk is full.')
    expect([valueOf('Stake'), dialog.emitted('close')]).toEqual(['40', undefined])
    await submit()
    const [first, second] = api.ledger.record.mock.calls.map(([draft]) => draft.uid)
    expect(second).toBe(first)
    expect(dialog.emitted('close')).toHaveLength(1)
  })

  it('shows a refusal of main beside the field', async () => {
    const { api, dialog, type, submit } = await open(atBravo)
    const sentence = 'Enter an amount, like 40 or 40.50'
    api.ledger.record.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'stake', sentence }))
    await type('Stake', 'forty')
    await submit()
    expect(field(dialog, 'Stake').attributes('aria-invalid')).toBe('true')
    expect(dialog.text()).toContain(sentence)
    await type('Stake', '40')
    expect(field(dialog, 'Stake').attributes('aria-invalid')).toBe('false')
    expect(dialog.text()).not.toContain(sentence)
  })

  it('sends one ticket for two presses of the button', async () => {
    const { api, dialog, type } = await open(atBravo)
    await type('Stake', '40')
    await Promise.all([dialog.get('form').trigger('submit'), dialog.get('form').trigger('submit')])
    await flushPromises()
    expect(api.ledger.record).toHaveBeenCalledOnce()
  })
})

describe('RecordDialog by hand', () => {
  it('names missing fields before it sends anything', async () => {
    const { api, dialog, type, submit } = await open({ kind: 'hand' })
    await type('Currency', 'dollars')
    await submit()
    for (const says of [
      'Add at least one leg.',
      'Enter a book.',
      'Enter the stake.',
      'Enter the price.',
      'Like USD',
    ])
      expect(dialog.text()).toContain(says)
    expect(field(dialog, 'Book').attributes('aria-invalid')).toBe('true')
    expect(api.ledger.record).not.toHaveBeenCalled()
  })

  it('records typed legs in the price format chosen, with kind, tags and note', async () => {
    const { dialog, type, submit, sent } = await open({ kind: 'hand' })
    await type('Leg 1', ' Ada North Over 27.5 ')
    const choose = async (label: string, option: string) => {
      const id =
        dialog
          .findAll('label')
          .find(each => each.text() === label)
          ?.attributes('for') ?? ''
      const select = dialog.get<HTMLSelectElement>(`[id="${id}"]`)
      select.element.selectedIndex = [...select.element.options].findIndex(each => each.text === option)
      await select.trigger('change')
    }
    await type('Book', 'delta')
    await choose('Format', 'Decimal')
    await choose('Type', 'Bonus bet')
    await type('Placed at', '2025-11-19T21:15')
    await type('Stake', '15')
    await type('Price', '6.12')
    await type('Tags', 'late, props, late')
    await dialog.get('input[type=checkbox]').setValue()
    await submit()
    expect(sent()).toMatchObject({
      bookId: 'delta',
      placedAt: new Date(2025, 10, 19, 21, 15).getTime(),
      price: { text: '6.12', format: 'decimal' },
      kind: 'bonus',
      isLive: true,
      tags: ['late', 'props'],
      legs: { kind: 'hand', legs: [{ kind: 'typed', name: 'Ada North Over 27.5', grade: null }] },
    })
  })

  it('records a ticket at a book that is not listed, and at one of an earlier ticket', async () => {
    const { api, reopen, type, submit, sent } = await open({ kind: 'hand' })
    await type('Leg 1', 'Ada North Over 27.5')
    await type('Book', ' Corner  Shop ')
    await type('Stake', '15')
    await type('Price', '+100')
    await submit()
    expect(sent()).toMatchObject({ bookId: 'corner_shop', bookName: 'Corner Shop' })
    api.ledger.choices.mockResolvedValue(
      ok({ ...noChoices, books: [{ id: 'corner_2', name: 'Corner Two' }] }),
    )
    const again = await reopen()
    expect(again.findAll('datalist option').map(option => option.attributes('value'))).toEqual([
      'Bravo',
      'Delta',
      'Corner Two',
    ])
    for (const [name, text] of [
      ['Leg 1', 'North'],
      ['Book', 'corner two'],
      ['Stake', '1'],
      ['Price', '+100'],
    ] as const)
      await field(again, name).setValue(text)
    await again.get('form').trigger('submit')
    await flushPromises()
    expect(sent()).toMatchObject({ bookId: 'corner_2', bookName: 'Corner Two' })
  })

  it('adds and removes lines for legs', async () => {
    const { dialog, type, submit, sent } = await open({ kind: 'hand' })
    await button(dialog, 'Add leg').trigger('click')
    await button(dialog, 'Remove leg 1').trigger('click')
    for (const at of [1, 2]) await type(`Leg ${at}`, `Leg number ${at}`)
    for (const [name, text] of [
      ['Stake', '1'],
      ['Price', '+100'],
    ] as const)
      await type(name, text)
    await type('Book', 'Bravo')
    await submit()
    expect(sent()?.legs).toMatchObject({ legs: [{ name: 'Leg number 1' }, { name: 'Leg number 2' }] })
  })
})

describe('RecordDialog with a draft', () => {
  const valueIn = (dialog: VueWrapper, name: string) => field(dialog, name).element

  it('restores the form when it opens again for the same cell', async () => {
    const { dialog, type, reopen } = await open(atBravo)
    await type('Stake', '40')
    await type('Note', 'late')
    await dialog.get('dialog').trigger('cancel')
    const again = await reopen()
    expect(valueIn(again, 'Stake')).toHaveProperty('value', '40')
    expect(valueIn(again, 'Note')).toHaveProperty('value', 'late')
    expect(again.text()).toContain('Draft restored.')
    await button(again, 'Clear').trigger('click')
    expect(valueIn(again, 'Note')).toHaveProperty('value', '')
  })

  it('restores the legs typed by hand', async () => {
    const { type, reopen } = await open({ kind: 'hand' })
    await type('Leg 1', 'Ada North Over 27.5')
    expect(valueIn(await reopen(), 'Leg 1')).toHaveProperty('value', 'Ada North Over 27.5')
  })

  it('records the same ticket after a failed try', async () => {
    const { api, type, submit, reopen } = await open(atBravo)
    api.ledger.record.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await type('Stake', '40')
    await submit()
    await (await reopen()).get('form').trigger('submit')
    await flushPromises()
    const [first, second] = api.ledger.record.mock.calls.map(([draft]) => draft.uid)
    expect(second).toBe(first)
  })

  it('forgets the form when it is recorded or cancelled', async () => {
    const { type, submit, reopen } = await open(atBravo)
    await type('Note', 'late')
    await type('Stake', '40')
    await submit()
    const again = await reopen()
    expect(valueIn(again, 'Note')).toHaveProperty('value', '')
    await field(again, 'Note').setValue('later')
    await button(again, 'Cancel').trigger('click')
    expect(valueIn(await reopen(), 'Note')).toHaveProperty('value', '')
  })
})
