import { expect, it } from 'vitest'
import type { HistoryItem } from '../../../../../src/shared/model/ticket/ticket-detail.ts'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { accountLine, promotionLine } from '../../../../support/renderer/account-lines.ts'
import { field } from '../../../../support/renderer/screen.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { at, openTicket } from '../../../../support/renderer/ledger/mounted-ticket.ts'
import { detailOf, legOf, lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'

const city = legOf({
  place: 1,
  name: 'Harbor City',
  market: 'Moneyline',
  isGradable: false,
  price: { text: '1.91', format: 'decimal' },
})

async function correcting() {
  const opened = await openTicket(detailOf(lineOf(1), { legs: [legOf(), city] }))
  await opened.press('Edit…')
  const leg = (which: number) => opened.dialog.get(`[role=group][aria-label="Leg ${which}"]`)
  const sent = () => opened.api.ledger.correct.mock.lastCall?.[0].legs
  return { ...opened, leg, sent }
}

it('CorrectForm corrects a leg in its own format, and sends the others unchanged', async () => {
  const { leg, sent, submit } = await correcting()
  expect(field(leg(2), 'Single odds').element).toHaveProperty('value', '1.91')
  expect(spacedText(leg(2).element)).toContain('Decimal odds.')
  await field(leg(2), 'Single odds').setValue('1.95')
  await field(leg(2), 'Grade token').setValue(' g-2 ')
  await field(leg(2), 'Game starts').setValue('2026-11-21T19:00')
  await submit('wrong token')
  expect(sent()).toEqual([
    expect.objectContaining({ from: 0, grade: null, keepsGrade: true, startAt: legOf().game.startAt }),
    expect.objectContaining({
      from: 1,
      name: 'Harbor City',
      grade: 'g-2',
      startAt: new Date(2026, 10, 21, 19).getTime(),
      price: { text: '1.95', format: 'decimal' },
    }),
  ])
})

it('CorrectForm keeps a hidden token until another is typed or it is dropped', async () => {
  const { dialog, leg, sent, submit } = await correcting()
  expect(field(leg(1), 'Grade token').element).toHaveProperty('value', '')
  expect(spacedText(leg(1).element)).toContain('Already set. Enter a new one only if the bet changed.')
  expect(leg(2).find('input[type=checkbox]').exists()).toBe(false)
  await leg(1).get('input[type=checkbox]').setValue(true)
  expect(spacedText(leg(1).element)).toContain('Lets the service grade this leg.')
  await submit('of another bet')
  expect(sent()?.map(({ keepsGrade }) => keepsGrade)).toEqual([false, false])
  expect(dialog.find('form').exists()).toBe(false)
})

it('CorrectForm keeps the promotion that the ticket used', async () => {
  const { promotionId } = promotionLine(1)
  const { accountId } = accountLine(1)
  const opened = await openTicket(detailOf(lineOf(1, { accountId, promotionId }), { legs: [legOf()] }))
  await opened.press('Edit…')
  await field(opened.dialog, 'Stake').setValue('41')
  await opened.submit('misread the slip')
  expect(opened.api.ledger.correct.mock.lastCall?.[0].terms).toMatchObject({ promotionId })
})

it('CorrectForm adds a missing leg and removes a surplus one', async () => {
  const { leg, press, sent, submit } = await correcting()
  await press('Remove leg 1')
  await press('Add leg')
  await press('Add leg')
  await field(leg(2), 'Leg 2').setValue('Ben South Over 9.5')
  await field(leg(2), 'Single odds').setValue('-120')
  await submit('misread the slip')
  expect(sent()).toMatchObject([
    { from: 1, name: 'Harbor City' },
    { from: null, name: 'Ben South Over 9.5', price: { text: '-120', format: 'american' } },
  ])
})

it('CorrectForm refuses a leg without a name instead of removing it', async () => {
  const { api, leg, text, submit } = await correcting()
  await field(leg(2), 'Leg 2').setValue(' ')
  await submit('typo')
  expect(text()).toContain('Name this leg or remove it.')
  expect(api.ledger.correct).not.toHaveBeenCalled()
})

it('CorrectForm shows a refusal of main beside the legs', async () => {
  const { api, leg, submit } = await correcting()
  const sentence = 'The odds id of “Ada North Over 27.5” has fewer than its four parts.'
  api.ledger.correct.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'legs', sentence }))
  await submit('typo')
  expect(field(leg(1), 'Leg 1').attributes('aria-invalid')).toBe('true')
})

it('TicketHistory shows changes of legs with the old values', async () => {
  const corrected: HistoryItem = {
    ...{ seq: 4, at, kind: 'corrected', reason: 'misread the slip' },
    changes: [{ field: 'stake', was: '40.00 USD', is: '50.00 USD' }],
    legs: [
      {
        kind: 'changed',
        name: 'Ada North Over 27.5',
        changes: [
          { field: 'grade', was: 'given', is: '' },
          { field: 'startAt', was: '', is: new Date(at).toISOString() },
        ],
      },
      { kind: 'added', name: 'Ben South', changes: [{ field: 'market', was: '', is: 'Player Points' }] },
      { kind: 'removed', name: 'Harbor City', changes: [{ field: 'singlePrice', was: '-110', is: '' }] },
      { kind: 'removed', name: 'Draw', changes: [] },
    ],
  }
  const { dialog } = await openTicket(detailOf(lineOf(1), { history: [corrected] }))
  const line = spacedText(dialog.get('[aria-label=History] li').element)
  for (const part of [
    'Edited: Stake was 40.00 USD, is 50.00 USD; Ada North Over 27.5: Grade token was given, is none, Start was none, is Nov 20, 6:41 PM; ',
    'leg added: Ben South (market Player Points); ',
    'leg removed: Harbor City (single odds -110); leg removed: Draw. Reason: misread the slip',
  ])
    expect(line).toContain(part)
})
