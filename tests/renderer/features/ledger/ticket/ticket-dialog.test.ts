import { describe, expect, it, vi } from 'vitest'
import type { HistoryItem } from '../../../../../src/shared/model/ticket/ticket-detail.ts'
import { useTeamStore } from '../../../../../src/renderer/features/team/team-store.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import { row } from '../../../../support/shared/desk-rows.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { button, buttonNames, field } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { at, openTicket } from '../../../../support/renderer/ledger/mounted-ticket.ts'
import { detailOf, legOf, lineOf, wonLine } from '../../../../support/renderer/ledger/ticket-lines.ts'
import { connected, ownId, ownTeam, secondId } from '../../../../support/renderer/team/team-states.ts'

const stake: HistoryItem = {
  seq: 12,
  at,
  kind: 'entry',
  entry: 'stake',
  result: null,
  movement: { cashMinor: -4_000, atRiskMinor: 4_000, profitMinor: 0 },
  because: 'Stake of 40.00 USD.',
  isActual: false,
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
      '31 points (needed 28+)',
      'set its result yourself',
      'If a leg pushes or voids: ',
    ])
      expect(text()).toContain(part)
  })

  it('of a ticket that waits for one leg offers its hedge, also by H', async () => {
    const legs = { won: 1, lost: 0, refunded: 0, pending: 1, unknown: 0 }
    const { dialog } = await openTicket(detailOf(lineOf(4, { legs })))
    expect(buttonNames(dialog).join()).toContain('Hedge…')
    await dialog.trigger('keydown', { key: 'h' })
    expect(dialog.emitted('close')).toHaveLength(1)
    expect(useNavigationStore().dialog).toEqual({ kind: 'hedge', ticketId: 4 })
  })

  it.each([
    ['r', 'Set result…', 'R', 'Set result'],
    ['e', 'Edit…', 'E', 'Edit ticket'],
    ['Delete', 'Delete…', 'Delete', 'Delete ticket?'],
  ])('opens its form by %s, which its button %s shows', async (key, name, shortcut, form) => {
    const { dialog } = await openTicket(detailOf(lineOf(4)))
    expect(button(dialog, name).attributes('aria-keyshortcuts')).toBe(shortcut)
    await dialog.trigger('keydown', { key })
    expect(dialog.get('form').attributes('aria-label')).toBe(form)
    // A letter typed into the form opens no other one.
    await field(dialog, 'Reason').trigger('keydown', { key: 'e' })
    expect(dialog.get('form').attributes('aria-label')).toBe(form)
  })

  it('of a ticket that waits for more than four legs offers none', async () => {
    const legs = { won: 0, lost: 0, refunded: 0, pending: 5, unknown: 0 }
    const { dialog } = await openTicket(detailOf(lineOf(4, { legs })))
    await dialog.trigger('keydown', { key: 'h' })
    expect(buttonNames(dialog).join()).not.toContain('Hedge')
    expect(dialog.emitted('close')).toBeUndefined()
  })

  it('says that its price was suspect, and so does its history', async () => {
    const priceWarning = 'May be an error: 52% above the other books’ median.'
    const history: HistoryItem[] = [{ seq: 1, at, kind: 'recorded', priceWarning }]
    const { dialog } = await openTicket(detailOf(lineOf(1), { priceWarning, history }))
    expect(dialog.get('[role=note]').text()).toBe(`⚠ Suspect price. ${priceWarning}`)
    expect(dialog.get('[aria-label=History] li').text()).toContain(
      `Recorded at a suspect price. ${priceWarning}`,
    )
    const plain = await openTicket(detailOf(lineOf(1)))
    expect(plain.dialog.find('[role=note]').exists()).toBe(false)
  })

  it('names who recorded it and wrote each record, and what is not yet shared', async () => {
    const mine = { member: ownId, isShared: false }
    const { dialog, emit, text } = await openTicket(
      detailOf(lineOf(1, { by: mine }), {
        history: [
          { seq: 1, at, kind: 'recorded', by: { member: secondId, isShared: true } },
          { seq: 2, at, kind: 'voided', reason: 'twice', by: mine },
        ],
      }),
    )
    await useTeamStore().start()
    emit.team.changed(connected)
    await settled()
    expect(text()).toContain('Recorded by Desk 1 · not yet shared')
    const [first, second] = dialog.findAll('[aria-label=History] li').map(each => spacedText(each.element))
    expect(first).toMatch(/Recorded\. Desk 2$/)
    expect(second).toMatch(/Reason: twice Desk 1 · not yet shared$/)
  })

  it('of a change that waits says why, and applies or declines it', async () => {
    const waiting = {
      uid: 'w1',
      why: 'waiting' as const,
      by: { member: secondId, isShared: true },
      at,
      items: [{ seq: 9, at, kind: 'voided' as const, reason: 'twice' }],
    }
    const { dialog, emit, press, api } = await openTicket(detailOf(lineOf(1), { withoutEffect: [waiting] }))
    await useTeamStore().start()
    emit.team.changed(connected)
    await settled()
    const section = dialog.get('[aria-label="Changes without effect"]')
    expect(spacedText(section.element)).toContain('Desk 2 , Nov 20, 6:41 PM Deleted.')
    api.team.decideWaiting.mockResolvedValue(ok(connected))
    await press('Apply now')
    expect(api.team.decideWaiting).toHaveBeenLastCalledWith({ uid: 'w1', word: 'apply' })
    await press('Decline')
    expect(api.team.decideWaiting).toHaveBeenLastCalledWith({ uid: 'w1', word: 'decline' })
    emit.team.changed({ ...connected, team: { ...ownTeam, role: 'auditor' } })
    await settled()
    expect(buttonNames(dialog)).not.toContain('Apply now')
  })

  it('opens each amount to the entries that make it', async () => {
    const { dialog } = await openTicket(detailOf(wonLine(1), { history: [stake, result] }))
    const figures = dialog.findAll('.figures details').map(each => spacedText(each.element))
    expect(figures[0]).toMatch(/^Stake \$40\.00 #12 Nov 20, 6:41 PM Stake of \$40\.00\. \+\$40\.00$/)
    expect(figures[1]).toMatch(/^Payout \$244\.80 #15 .* Won: \$40\.00 pays \$244\.80\. \+\$244\.80$/)
    expect(dialog.get('[aria-label=History]').text()).toContain('Cash −$40.00 · At risk $40.00')
    expect(figures[2]).toMatch(/^Profit \+\$204\.80 #12 .* \$0\.00 #15 .* \+\$204\.80$/)
  })

  it('says what an open ticket pays once: as its payout after the result', async () => {
    const { dialog } = await openTicket(detailOf(lineOf(1)))
    const names = dialog.findAll('.figures summary').map(each => each.text().replace(/ [\d$€.,]+$/, ''))
    expect(names).toEqual(['Stake', 'Pays if it wins', 'Profit Not settled'])
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
          { ...record('closed'), closing: { kind: 'unquotable', why: 'The book had no price.', at } },
          { ...result, reverses: 12, because: 'Takes record 12 back.' },
          { ...record('voided'), reason: 'twice' },
        ],
      }),
    )
    const lines = dialog.findAll('[aria-label=History] li').map(each => spacedText(each.element))
    for (const [at, says] of [
      'Recorded.',
      'Edited: Stake was 40.00 USD, is 50.00 USD. Reason: typo',
      'Ada North Over 27.5: changed from Won to Lost.',
      'Ada North Over 27.5: set to Won manually. Reason: seen',
      'You entered a cash-out of $12.00. Reason: enough',
      'Graded from its legs: won without the pushed or voided leg or push/void: you choose, as the void rule is',
      'No closing odds at 6:41 PM: The book had no price.',
      'Reversed entry #12. Cash +$244.80 · At risk −$40.00 · Profit +$204.80',
      'Deleted. Reason: twice',
    ].entries())
      expect(lines[at]).toContain(says)
  })

  it('names all decided legs of a ticket to review, and no payout where a leg has lost', async () => {
    const legs = { won: 1, lost: 1, refunded: 2, pending: 0, unknown: 0 }
    const line = lineOf(1, { result: 'review', review: 'choice-wanted', isProvisionallyLost: true, legs })
    const { text } = await openTicket(detailOf(line))
    expect(text()).toContain('1 leg lost, 2 legs pushed or voided, 1 leg won, and we don’t know')
    expect(text()).toMatch(/Pays if it wins\s*—/)
    expect(text()).toContain('A leg lost, so it can no longer win.')
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

  it('offers to restore a deleted ticket, and nothing else', async () => {
    const history: HistoryItem[] = [{ seq: 20, at, kind: 'voided', reason: 'twice' }]
    const { api, dialog, press } = await openTicket(
      detailOf(lineOf(1), { isVoided: true, lastChange: 20, history }),
    )
    expect(dialog.text()).toContain('Deleted')
    expect(buttonNames(dialog)).toEqual(['Restore…', 'Close'])
    await press('Restore…')
    expect(dialog.get('form').text()).toContain('Deleted.')
    await dialog.get('form').trigger('submit')
    await settled()
    expect(api.ledger.undo).toHaveBeenCalledExactlyOnceWith({ ticketId: 1, seq: 20, reason: 'Undo' })
  })

  it('selects the proposed reason of an undo, so that typing replaces it', async () => {
    const history: HistoryItem[] = [{ kind: 'voided', seq: 20, at, reason: 'wrong' }]
    const { dialog, press } = await openTicket(
      detailOf(lineOf(1), { isVoided: true, lastChange: 20, history }),
    )
    const select = vi.spyOn(HTMLInputElement.prototype, 'select')
    await press('Restore…')
    const reason = field(dialog, 'Reason').element
    const { contexts } = select.mock
    expect(document.activeElement).toBe(reason)
    expect(contexts).toEqual([reason])
    await field(dialog, 'Reason').setValue('own words')
    await field(dialog, 'Reason').trigger('focusin')
    expect(contexts).toHaveLength(1)
    select.mockRestore()
  })

  it('offers no undo for a ticket that was never changed', async () => {
    const { dialog } = await openTicket(detailOf(lineOf(1)))
    expect(buttonNames(dialog)).not.toContain('Undo last change…')
  })

  it('leads to the price of its parlay, while that is on the desk', async () => {
    const legs = [legOf({ name: row(7, []).legs[0]?.name ?? '' })]
    const detail = detailOf(lineOf(1), { parlayId: 7, legs })
    const { dialog, press } = await openTicket(detail, [row(7, [])])
    await press('Show on desk')
    const navigation = useNavigationStore()
    expect([navigation.view, navigation.take('price')]).toMatchObject([
      'desk',
      { parlayId: 7, bookId: 'bravo' },
    ])
    expect(dialog.emitted('close')).toHaveLength(1)
  })

  it('offers no way to a parlay that left the desk, or whose number another has by now', async () => {
    const gone = await openTicket(detailOf(lineOf(1), { parlayId: 7, legs: [legOf()] }))
    expect(buttonNames(gone.dialog)).not.toContain('Show on desk')
    const other = detailOf(lineOf(1), { parlayId: 7, legs: [legOf({ name: 'Someone else' })] })
    const { dialog } = await openTicket(other, [row(7, [])])
    expect(buttonNames(dialog)).not.toContain('Show on desk')
  })

  it('checks one leg with the service, and shows a failure', async () => {
    const leg = legOf({ isGradable: true })
    const { api, dialog, press, text } = await openTicket(detailOf(lineOf(1), { legs: [leg] }))
    api.settlement.checkLeg.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await press(`Refresh result: ${leg.name}`)
    expect(api.settlement.checkLeg).toHaveBeenCalledExactlyOnceWith({ ticketId: 1, place: leg.place })
    expect(dialog.get('[role=alert]').text()).toContain('The disk is full.')
    await press(`Refresh result: ${leg.name}`)
    expect(dialog.find('[role=alert]').exists()).toBe(false)
    expect(text()).toContain('Nothing to check')
  })
})
