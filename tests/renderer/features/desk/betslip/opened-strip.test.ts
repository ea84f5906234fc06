import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { useAccountStore } from '../../../../../src/renderer/features/account/account-store.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { cell, noon, priced, row } from '../../../../support/shared/desk-rows.ts'
import { own } from '../../../../support/renderer/account/states.ts'
import { button, buttonNames, field } from '../../../../support/renderer/screen.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const links = { desktop: 'https://bets.bravo.example/slip', mobile: 'bravo://slip' }
const rows = () => [
  row(1, [
    cell('alpha', { quote: priced(455, noon - 4_000) }),
    cell('bravo', { quote: priced(512, noon - 4_000, links) }),
    cell('charlie', { missingLegs: 1 }),
  ]),
]
const bravo = { parlayId: 1, bookId: 'bravo' }

describe('the strip of an opened betslip', () => {
  const record = {
    bookId: 'bravo',
    noted: 16,
    asShown: 14,
    moved: 1,
    refused: 1,
    limited: 0,
    slippage: 0.003,
    lastLimit: null,
  }

  async function opened() {
    const desk = await openDesk(rows())
    await desk.choose('bravo')
    await desk.press('o')
    const strip = () => desk.view.find('[aria-label="Opened bet slip"]')
    return { ...desk, strip, noted: () => desk.api.links.recordOutcome.mock.calls.map(([{ seen }]) => seen) }
  }

  it.each([
    ['1', { kind: 'as-shown' }, 'Price matched.'],
    ['3', { kind: 'refused' }, 'Slip rejected.'],
  ])('records the outcome of key %s', async (key, seen, says) => {
    const desk = await opened()
    desk.api.links.recordOutcome.mockResolvedValueOnce(ok({ records: [record], halfLives: [] }))
    await desk.press(key)
    expect(desk.api.links.recordOutcome).toHaveBeenCalledExactlyOnceWith({ ...bravo, quoteId: 2, seen })
    expect(desk.strip().text()).toContain(says)
    expect(desk.view.get('[aria-label=Cell]').text()).toContain(
      'Bravo: 14 of 16 slips matched, 0.3 pp worse on average',
    )
  })

  it('records a ticket by key at the price that was opened, not at the one it has by now', async () => {
    const desk = await opened()
    const moved = row(1, [cell('alpha'), cell('bravo', { quote: priced(430, noon) })])
    desk.emit.desk.changed({ seq: 2, rows: [moved], order: null, meter: desk.meter })
    await flushPromises()
    await desk.press('t')
    expect(useNavigationStore().dialog).toMatchObject({
      source: { cell: { ...bravo, price: { text: '+100' } } },
    })
  })

  it.each([
    ['2', 'New price', '+480', { kind: 'moved', to: { text: '+480', format: 'american' } }],
    ['4', 'Max bet (USD)', '25.50', { kind: 'limited', stake: { minor: 2_550, currency: 'USD' } }],
  ])('records the outcome of key %s with the figure typed', async (key, label, text, seen) => {
    const desk = await opened()
    await desk.press(key)
    const input = field(desk.view, label)
    expect(document.activeElement).toBe(input.element)
    await input.setValue(text)
    await desk.strip().get('form').trigger('submit')
    await flushPromises()
    expect(desk.noted()).toEqual([seen])
    expect(desk.focused()).toMatch(/^Bravo/)
  })

  it.each([
    ['2', 'New price', '+7', 'An American price is +100 or more'],
    ['4', 'Max bet (USD)', '0', 'Enter an amount above 0'],
  ])('records nothing on key %s for a figure that makes no sense', async (key, label, text, says) => {
    const desk = await opened()
    await desk.press(key)
    await field(desk.view, label).setValue(text)
    await desk.strip().get('form').trigger('submit')
    expect(desk.strip().get('[role=alert]').text()).toContain(says)
    expect(desk.noted()).toEqual([])
  })

  it('leaves digits to the field it asks with, and goes back on Escape', async () => {
    const desk = await opened()
    await desk.press('2')
    await desk.press('3')
    expect(desk.noted()).toEqual([])
    await desk.press('Escape')
    expect(desk.strip().find('form').exists()).toBe(false)
    expect(buttonNames(desk.strip())).toContain('Same price')
  })

  it('names Escape on the button that it presses, and is dismissed by it in every state', async () => {
    const desk = await opened()
    const withEscape = () =>
      desk
        .strip()
        .findAll('button')
        .filter(each => each.text().includes('Esc'))
        .map(each => each.text())
    expect(withEscape()).toEqual([expect.stringContaining('Dismiss')])
    await desk.press('2')
    expect(withEscape()).toEqual([expect.stringContaining('Cancel')])
    button(desk.strip(), 'Dismiss').element.focus()
    await desk.press('Escape')
    expect(desk.strip().exists()).toBe(false)
    await desk.press('o')
    await desk.press('1')
    await desk.press('Escape')
    expect(desk.strip().exists()).toBe(false)
  })

  it('records another outcome after Change', async () => {
    const desk = await opened()
    await desk.press('1')
    await desk.press('3')
    expect(desk.noted()).toEqual([{ kind: 'as-shown' }])
    await button(desk.strip(), 'Change').trigger('click')
    await desk.press('3')
    expect(desk.noted()).toEqual([{ kind: 'as-shown' }, { kind: 'refused' }])
  })

  it('keeps the focus on its next button when the focused one goes', async () => {
    const desk = await opened()
    const click = async (name: string) => {
      const element = button(desk.strip(), name).element
      if (element instanceof HTMLElement) element.focus()
      await button(desk.strip(), name).trigger('click')
      await flushPromises()
      return document.activeElement?.textContent
    }
    expect(await click('Rejected')).toContain('Change')
    expect(await click('Change')).toContain('Same price')
    await click('New price…')
    expect(await click('Cancel')).toContain('Same price')
    await click('Dismiss')
    expect(desk.focused()).toMatch(/^Bravo/)
  })

  it('stays and says why an outcome could not be recorded', async () => {
    const desk = await opened()
    desk.api.links.recordOutcome.mockResolvedValueOnce(
      failed({ kind: 'storage', sentence: 'The disk is full.' }),
    )
    await desk.press('1')
    expect(desk.strip().get('[role=alert]').text()).toContain('The disk is full.')
    expect(buttonNames(desk.strip())).toContain('Same price')
  })

  it('gives its price to one ticket only: the next one gets the price on screen', async () => {
    const desk = await opened()
    await desk.press('t')
    const { dialog } = useNavigationStore()
    if (dialog?.kind === 'record-ticket' && dialog.source.kind === 'cell') dialog.source.onRecorded?.(1)
    useNavigationStore().closeDialog()
    await flushPromises()
    expect(desk.strip().text()).toContain('Ticket recorded.')
    expect(buttonNames(desk.strip())).not.toContain('Record ticket')
    const moved = row(1, [cell('alpha'), cell('bravo', { quote: priced(430, noon) })])
    desk.emit.desk.changed({ seq: 2, rows: [moved], order: null, meter: desk.meter })
    await flushPromises()
    await desk.press('t')
    const cellNow = { ...bravo, price: { text: '+430' } }
    expect(useNavigationStore().dialog).toMatchObject({ kind: 'record-ticket', source: { cell: cellNow } })
  })

  it('stays and records when its parlay has left the desk', async () => {
    const desk = await opened()
    desk.emit.desk.changed({ seq: 2, rows: [], order: [], meter: desk.meter })
    await flushPromises()
    expect(desk.strip().text()).toContain('2 legs at +100')
    await button(desk.strip(), 'Record ticket').trigger('click')
    const cell = { ...bravo, quoteId: 2, legs: rows()[0]?.legs }
    expect(useNavigationStore().dialog).toMatchObject({ kind: 'record-ticket', source: { cell } })
    await desk.press('3')
    expect(desk.api.links.recordOutcome).toHaveBeenCalledExactlyOnceWith({
      ...bravo,
      quoteId: 2,
      seen: { kind: 'refused' },
    })
    expect(desk.strip().text()).toContain('Slip rejected.')
  })

  it.each(['Same price', 'Copy price and legs'])(
    'goes, and says why, when its price is gone: %s',
    async act => {
      const desk = await opened()
      const gone = failed({ kind: 'not-found', what: 'the price' })
      desk.api.links.recordOutcome.mockResolvedValueOnce(gone)
      desk.api.links.copyBet.mockResolvedValueOnce(gone)
      await button(desk.strip(), act).trigger('click')
      await flushPromises()
      expect(desk.strip().exists()).toBe(false)
      expect(desk.view.text()).toContain('That price is no longer stored')
    },
  )

  it('copies the legs and the price', async () => {
    const desk = await opened()
    await button(desk.strip(), 'Copy price and legs').trigger('click')
    await flushPromises()
    expect(desk.api.links.copyBet).toHaveBeenCalledExactlyOnceWith({ ...bravo, quoteId: 2 })
    expect(buttonNames(desk.strip())).toContain('Copied')
  })

  it('closes on Escape, and its keys end with it', async () => {
    const desk = await opened()
    await desk.press('Escape')
    expect(desk.strip().exists()).toBe(false)
    await desk.press('1')
    expect(desk.noted()).toEqual([])
  })

  it('closes when the profile changes', async () => {
    const desk = await openDesk(rows())
    await useAccountStore().start()
    await desk.choose('bravo')
    await desk.press('o')
    const strip = () => desk.view.find('[aria-label="Opened bet slip"]').exists()
    expect(strip()).toBe(true)
    desk.emit.account.changed(own({ kind: 'keychain' }))
    await flushPromises()
    expect(strip()).toBe(false)
    expect(desk.api.links.records).toHaveBeenCalledTimes(2)
  })

  it('leaves the keys to a dialog over it', async () => {
    const desk = await opened()
    desk.api.links.phone.mockResolvedValueOnce(ok({ link: 'bravo://slip?s=a.b' }))
    await desk.press('p')
    await expect.poll(() => desk.view.find('dialog').exists()).toBe(true)
    desk.view.get('dialog').get('button').element.focus()
    await desk.press('1')
    expect(desk.noted()).toEqual([])
  })
})

describe('the code for a phone', () => {
  it('is shown on P with the whole link, and the link is copied from it', async () => {
    const desk = await openDesk(rows())
    desk.api.links.phone.mockResolvedValueOnce(ok({ link: 'bravo://slip?s=a.b' }))
    await desk.choose('bravo')
    await desk.press('p')
    await expect.poll(() => desk.view.find('dialog').exists()).toBe(true)
    const dialog = desk.view.get('dialog')
    expect(dialog.text()).toContain('bravo://slip?s=a.b')
    expect(dialog.get('svg[role=img]').attributes('aria-label')).toContain('Bravo app')
    expect(dialog.find('a, [href], [src]').exists()).toBe(false)
    await button(dialog, 'Copy').trigger('click')
    await flushPromises()
    expect(desk.api.links.copy).toHaveBeenCalledExactlyOnceWith({ ...bravo, to: 'phone' })
  })

  it('is refused for a misleading link', async () => {
    const desk = await openDesk(rows())
    const sentence = 'The link looks disguised.'
    desk.api.links.phone.mockResolvedValueOnce(failed({ kind: 'link-refused', sentence }))
    await desk.choose('bravo')
    await button(desk.view, 'Phone QR').trigger('click')
    await flushPromises()
    expect(desk.view.get('[role=alert]').text()).toContain(sentence)
    expect(desk.view.find('dialog').exists()).toBe(false)
  })
})
