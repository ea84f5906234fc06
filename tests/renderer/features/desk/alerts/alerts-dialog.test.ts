import { settled } from '../../../../support/renderer/settled.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useAlertsStore } from '../../../../../src/renderer/features/desk/alerts/alerts-store.ts'
import type { Alert, AlertState, FiredAlert } from '../../../../../src/shared/model/parlay/alert.ts'
import type { Row } from '../../../../../src/shared/model/parlay/desk.ts'
import type { Delivery, DeliveryState } from '../../../../../src/shared/model/settings/phone.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { americanPrice, cell, leg, noon, priced, row } from '../../../../support/shared/desk-rows.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { hearSounds } from '../../../../support/renderer/desk/heard-sounds.ts'

useStillScreen()
afterEach(() => {
  vi.unstubAllGlobals()
})

const minute = 60_000
const alert = (given: Partial<Alert> = {}): Alert => ({
  id: 1,
  parlayId: 1,
  rule: { kind: 'price-reaches', bookIds: ['bravo'], price: americanPrice(550) },
  isOn: true,
  quietMs: 15 * minute,
  hasNotice: true,
  hasSound: false,
  ...given,
})
const fired = (id: number, given: Partial<FiredAlert> = {}): FiredAlert => ({
  id,
  alertId: 1,
  parlayId: 1,
  at: noon,
  bookId: 'bravo',
  sentence: `Bravo is at +56${id}.`,
  isRead: false,
  ...given,
})
const nothing: AlertState = { alerts: [], fired: [] }

/** The desk with one parlay, +512 at Bravo, and these alerts. */
async function openWith(state: AlertState, others: readonly Row[] = []) {
  const desk = await openDesk([
    row(1, [cell('alpha'), cell('bravo', { quote: priced(512) }), cell('charlie')]),
    ...others,
  ])
  desk.api.alerts.snapshot.mockResolvedValue(ok(state))
  await useAlertsStore().start()
  await settled()
  const button = (name: string | RegExp) =>
    desk.view.findAll('button').find(each => {
      const label = each.attributes('aria-label') ?? spacedText(each.element)
      return typeof name === 'string' ? label === name : name.test(label)
    })
  const press = async (name: string | RegExp) => {
    await button(name)?.trigger('click')
    await settled()
  }
  const field = (label: string) => {
    const found = desk.view.findAll('dialog label').find(each => each.text() === label)
    return desk.view.get<HTMLInputElement>(`[id="${found?.attributes('for') ?? ''}"]`)
  }
  const dialog = () => spacedText(desk.view.get('dialog').element)
  const openAlerts = async () => {
    await desk.chooseInMenu('Alerts')
    await settled()
  }
  return { ...desk, button, press, openAlerts, field, dialog }
}

describe('the alerts', () => {
  it('explain how to add one where there are none', async () => {
    const { openAlerts, dialog } = await openWith(nothing)
    await openAlerts()
    expect(dialog()).toContain('No alerts. Add one here, or from a price')
    expect(dialog()).toContain('No alerts yet.')
  })

  it('are listed with their rule, their parlay and how they notify', async () => {
    const every = alert({ id: 2, parlayId: null, rule: { kind: 'ev-over', ev: 0.05 }, isOn: false })
    const { openAlerts, view } = await openWith({ alerts: [alert(), every], fired: [] })
    await openAlerts()
    const lines = view.findAll('ul[aria-label=Alerts] li').map(({ element }) => spacedText(element))
    expect(lines).toEqual([
      'On: Bravo reaches +550 Edit Remove North O27.5 pts · Harbor City ML · notification · once every 15 min',
      'On: The best EV is over 5.0% Edit Remove Every parlay · off',
    ])
  })

  it('are turned off and on', async () => {
    const { openAlerts, api, view } = await openWith({ alerts: [alert()], fired: [] })
    await openAlerts()
    await view.get('ul[aria-label=Alerts] input').setValue(false)
    expect(api.alerts.save.mock.calls[0]?.[0]).toMatchObject({
      id: 1,
      draft: { isOn: false, rule: { price: { text: '+550', format: 'american' } } },
    })
  })

  it('are removed, and put back', async () => {
    const { openAlerts, api, press, dialog } = await openWith({ alerts: [alert()], fired: [] })
    api.alerts.remove.mockResolvedValueOnce(ok(nothing))
    api.alerts.restore.mockResolvedValueOnce(ok({ alerts: [alert()], fired: [] }))
    await openAlerts()
    await press('Remove: Bravo reaches +550')
    expect(dialog()).toContain('Removed. Undo')
    await press('Undo')
    expect(api.alerts.restore).toHaveBeenCalledExactlyOnceWith({ id: 1 })
    expect(dialog()).toContain('Bravo reaches +550')
  })

  it('say why one could not be removed', async () => {
    const { openAlerts, api, press, dialog } = await openWith({ alerts: [alert()], fired: [] })
    api.alerts.remove.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await openAlerts()
    await press('Remove: Bravo reaches +550')
    expect(dialog()).toContain('The disk is full.')
  })
})

describe('writing an alert', () => {
  it('from a cell begins with its book and price', async () => {
    const { api, choose, press, field, view } = await openWith(nothing)
    await choose('bravo')
    await press('Alert…')
    expect(field('Price (American)').element.value).toBe('+512')
    expect(view.findAll('dialog fieldset input').map(({ element }) => element.matches(':checked'))).toEqual([
      false,
      true,
      false,
    ])
    await field('Price (American)').setValue('+550')
    await view.get('dialog form').trigger('submit')
    expect(api.alerts.save).toHaveBeenCalledExactlyOnceWith({
      id: null,
      draft: {
        parlayId: 1,
        rule: { kind: 'price-reaches', bookIds: ['bravo'], price: { text: '+550', format: 'american' } },
        isOn: true,
        quietMs: 15 * minute,
        hasNotice: true,
        hasSound: true,
      },
    })
  })

  it.each([
    ['+512', 'Bravo is already at +512, so this will go off now.'],
    ['+500', 'Bravo is already at +512, so this will go off now.'],
    ['+513', ''],
    ['5', ''],
  ])('at %s says if it fires at once', async (price, sentence) => {
    const { choose, press, field, view } = await openWith(nothing)
    await choose('bravo')
    await press('Alert…')
    await field('Price (American)').setValue(price)
    expect(view.get('dialog form [role=status]').text()).toBe(sentence)
  })

  it('opens at the price, which is selected', async () => {
    const { choose, press, field } = await openWith(nothing)
    await choose('bravo')
    await press('Alert…')
    const price = field('Price (American)').element
    expect(document.activeElement).toBe(price)
    expect([price.selectionStart, price.selectionEnd]).toEqual([0, '+512'.length])
  })

  it('is for no parlay whose games are over', async () => {
    const over = { ...leg('West U9.5', 'Points', { startAt: 1 }), isOffered: false, isGameListed: false }
    const named = { ...row(2, [cell('alpha')]), note: { name: 'Late', tags: [], note: '' } }
    const { openAlerts, press, view } = await openWith(nothing, [named, { ...named, id: 3, legs: [over] }])
    await openAlerts()
    await press('Add alert')
    const choices = view.findAll('dialog option').map(each => each.text())
    expect(choices.filter(name => name === 'Late')).toHaveLength(1)
  })

  it('explains a wrong entry at its field, and sends nothing', async () => {
    const { api, choose, press, field, view } = await openWith(nothing)
    await choose('bravo')
    await press('Alert…')
    await field('Price (American)').setValue('50')
    await view.get('dialog form').trigger('submit')
    expect(view.get('dialog [role=alert]').text()).toContain('An American price is +100 or more')
    expect(api.alerts.save).not.toHaveBeenCalled()
  })

  it('can be of every kind, for any parlay or every one', async () => {
    const { openAlerts, api, press, field, view } = await openWith(nothing)
    await openAlerts()
    await press('Add alert')
    const kind = view.get<HTMLSelectElement>('dialog select')
    kind.element.selectedIndex = 2
    await kind.trigger('change')
    await field('Books').setValue('4')
    await view.get('dialog form').trigger('submit')
    expect(api.alerts.save.mock.calls[0]?.[0].draft).toMatchObject({
      parlayId: null,
      rule: { kind: 'books-move', direction: 'either', books: 4, points: 0.02, withinMs: 5 * minute },
    })
  })

  it('changes an alert that is edited', async () => {
    const { openAlerts, api, press, field, view } = await openWith({ alerts: [alert()], fired: [] })
    await openAlerts()
    await press('Edit: Bravo reaches +550')
    await field('Don’t repeat for (minutes)').setValue('60')
    await view.get('dialog form').trigger('submit')
    expect(api.alerts.save.mock.calls[0]?.[0]).toMatchObject({ id: 1, draft: { quietMs: 60 * minute } })
  })
})

describe('the list of fired alerts', () => {
  it('is counted until the user has read it', async () => {
    const { api, button, press, view } = await openWith({
      alerts: [alert()],
      fired: [fired(2), fired(1, { isRead: true })],
    })
    expect(button('1 new alert')).toBeDefined()
    await press('1 new alert')
    expect(
      view.findAll('section[aria-labelledby=fired-alerts] li').map(({ element }) => spacedText(element)),
    ).toEqual([
      expect.stringMatching(
        /^\d+:\d\d [AP]M New: Bravo is at \+562\. North O27\.5 pts · Harbor City ML Show$/,
      ),
      expect.stringMatching(/^\d+:\d\d [AP]M Bravo is at \+561\./),
    ])
    api.alerts.markRead.mockResolvedValueOnce(ok({ alerts: [alert()], fired: [fired(2, { isRead: true })] }))
    await view.get('dialog').trigger('cancel')
    await settled()
    expect(button(/fired$/)).toBeUndefined()
  })

  it('shows the delivery of an alert to each phone', async () => {
    const { api, press, emit, view } = await openWith({ alerts: [alert()], fired: [fired(2)] })
    const delivery = (id: number, state: DeliveryState): Delivery => ({
      ...{ id, targetName: `Phone ${id}`, firedIds: [2], state, at: noon },
    })
    const deliveries = [
      delivery(1, { kind: 'delivered' }),
      delivery(2, { kind: 'waiting', tries: 1, nextAt: noon, reason: { kind: 'limited' } }),
      delivery(3, { kind: 'unsure', reason: { kind: 'interrupted' } }),
    ]
    api.phone.snapshot.mockResolvedValue(ok({ targets: [], deliveries }))
    await press('1 new alert')
    const line = () => spacedText(view.get('section[aria-labelledby=fired-alerts] li').element)
    expect(line()).toContain('Phone 1: delivered')
    expect(line()).toMatch(/Phone 2: retrying at \d+:\d\d [AP]M\. Rate limited\./)
    expect(line()).toContain('Phone 3: may have arrived. Parlay Desk closed while sending.')
    const reason = { kind: 'rejected', status: 401 } as const
    emit.phone.changed({ targets: [], deliveries: [delivery(1, { kind: 'failed', reason })] })
    await settled()
    expect(line()).toContain('Phone 1: not delivered. Rejected: check the token (HTTP 401).')
  })

  it('leads to the cell of an alert', async () => {
    const { press, view } = await openWith({ alerts: [alert()], fired: [fired(2)] })
    await press('1 new alert')
    await press('Show: Bravo is at +562.')
    expect(view.find('dialog').exists()).toBe(false)
    expect(view.get('[aria-label=Cell]').text()).toContain('Bravo')
  })

  it('plays the sound of an alert once, and none for alerts that fired before', async () => {
    const heard = hearSounds()
    const loud = alert({ hasSound: true })
    const { emit } = await openWith({ alerts: [loud], fired: [fired(1, { at: noon - minute })] })
    expect(heard).toEqual([])
    emit.alerts.changed({ alerts: [loud], fired: [fired(2), fired(1)] })
    await settled()
    emit.alerts.changed({ alerts: [{ ...loud, isOn: false }], fired: [fired(2), fired(1)] })
    await settled()
    expect(heard).toEqual([660, 880])
    emit.alerts.changed({ alerts: [alert()], fired: [fired(3), fired(2), fired(1)] })
    await settled()
    expect(heard).toHaveLength(2)
  })
})
