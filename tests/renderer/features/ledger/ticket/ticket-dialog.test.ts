import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { HistoryItem } from '../../../../../src/shared/model/ticket/ticket-detail.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { buttonNames } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { at, openTicket } from '../../../../support/renderer/ledger/mounted-ticket.ts'
import { detailOf, legOf, lineOf, wonLine } from '../../../../support/renderer/ledger/ticket-lines.ts'

enableAutoUnmount(afterEach)

const stake: HistoryItem = {
  seq: 12,
  at,
  kind: 'entry',
  entry: 'stake',
  result: null,
  movement: { cashMinor: -4_000, atRiskMinor: 4_000, profitMinor: 0 },
  because: 'Stake of $40.00.',
  reverses: null,
}
const result: HistoryItem = {
  ...stake,
  seq: 15,
  entry: 'result',
  result: 'won',
  movement: { cashMinor: 24_480, atRiskMinor: -4_000, profitMinor: 20_480 },
  because: 'Paid at +512.',
}

describe('TicketDialog', () => {
  it('shows the facts and the legs with their results', async () => {
    const { text } = await openTicket(
      detailOf(wonLine(1, { tags: ['props'] }), {
        note: 'with a friend',
        legs: [
          legOf(),
          legOf({ place: 1, name: 'Typed', isGradable: false, grading: null, result: 'pending' }),
        ],
        policy: 'void_all',
      }),
    )
    for (const part of [
      'Bravo at +512',
      'with a friend',
      'props',
      '31 points, needed over 27.5',
      'settled by hand',
      'Void all',
    ])
      expect(text()).toContain(part)
  })

  it('opens each amount to the entries that make it', async () => {
    const { dialog } = await openTicket(detailOf(wonLine(1), { history: [stake, result] }))
    const figures = dialog.findAll('.figures details').map(each => spacedText(each.element))
    expect(figures[0]).toMatch(/^Stake \$40\.00 #12 Nov 20, 6:41 PM Stake of \$40\.00\. \+\$40\.00$/)
    expect(figures[2]).toMatch(/^Payout \$244\.80 #15 .* Won: Paid at \+512\. \+\$244\.80$/)
    expect(figures[3]).toMatch(/^Profit \+\$204\.80 #12 .* \$0\.00 #15 .* \+\$204\.80$/)
  })

  it('shows the history, with reasons and old results', async () => {
    const record = <T extends HistoryItem['kind']>(kind: T) => ({ seq: 1, at, kind }) as const
    const { dialog } = await openTicket(
      detailOf(wonLine(1), {
        history: [
          { ...record('recorded') },
          {
            ...record('corrected'),
            changes: [{ field: 'stake', was: '40.00 USD', is: '50.00 USD' }],
            legs: [],
            reason: 'typo',
          },
          {
            ...record('graded'),
            place: 0,
            name: 'Ada North Over 27.5',
            was: 'won',
            is: 'lost',
            word: 'Lost',
          },
          { ...record('leg-decided'), name: 'Ada North Over 27.5', result: 'won', reason: 'seen' },
          { ...record('decided'), decision: { kind: 'cash-out', payoutMinor: 1_200 }, reason: 'enough' },
          {
            ...record('judged'),
            ruling: { kind: 'choice-wanted', endings: ['reduced', 'refunded'] },
            policy: 'ask',
          },
          { ...record('closed'), closing: { kind: 'unquotable', why: 'The book gave no price.', at } },
          { ...result, reverses: 12, because: 'Takes record 12 back.' },
          { ...record('voided'), reason: 'twice' },
        ],
      }),
    )
    const lines = dialog.findAll('[aria-label=History] li').map(each => spacedText(each.element))
    for (const [at, says] of [
      'Recorded.',
      'Corrected: Stake was 40.00 USD, is 50.00 USD. Reason: typo',
      'The service said “Lost” of Ada North Over 27.5, was Won.',
      'Ada North Over 27.5 set to Won by hand. Reason: seen',
      'You entered a cash-out of $12.00. Reason: enough',
      'By its legs (policy: ask me): won on the legs left or refunded, as the book says.',
      'No closing price at 6:41 PM: The book gave no price.',
      'Takes record 12 back. cash +$244.80 · at risk −$40.00 · profit +$204.80',
      'Voided: it counts in no list and no sum. Reason: twice',
    ].entries())
      expect(lines[at]).toContain(says)
  })

  it('reads the ticket again when the ledger changes', async () => {
    const { api, emit, text } = await openTicket(detailOf(lineOf(1)))
    api.ledger.ticket.mockResolvedValue(ok(detailOf(wonLine(1))))
    const status = {
      kind: 'open',
      tickets: 1,
      records: 2,
      verified: 2,
      behind: null,
      isWitnessed: true,
      readOnly: null,
      savedAt: null,
    } as const
    emit.ledger.changed({ seq: 5, status, lines: [wonLine(1)], gone: [], isMany: false })
    await settled()
    expect(text()).toContain('+$204.80')
  })

  it('offers no action on a voided ticket', async () => {
    const { dialog } = await openTicket(detailOf(lineOf(1), { isVoided: true }))
    expect(dialog.text()).toContain('This ticket is voided')
    expect(buttonNames(dialog)).toEqual(['Close'])
  })

  it('checks one leg with the service, and shows a failure', async () => {
    const leg = legOf({ isGradable: true })
    const { api, dialog, press, text } = await openTicket(detailOf(lineOf(1), { legs: [leg] }))
    api.settlement.checkLeg.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await press(`Check now: ${leg.name}`)
    expect(api.settlement.checkLeg).toHaveBeenCalledExactlyOnceWith({ ticketId: 1, place: leg.place })
    expect(dialog.get('[role=alert]').text()).toContain('The disk is full.')
    await press(`Check now: ${leg.name}`)
    expect(dialog.find('[role=alert]').exists()).toBe(false)
    expect(text()).toContain('Nothing to settle')
  })
})
