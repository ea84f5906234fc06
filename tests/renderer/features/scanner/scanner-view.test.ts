import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import App from '../../../../src/renderer/App.vue'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import { quietMeter, type Row } from '../../../../src/shared/model/parlay/desk.ts'
import { quietScanner, type ScannerState } from '../../../../src/shared/model/price/scan.ts'
import { failed, stubDesk } from '../../../support/bridge/stub-desk.ts'
import { button, buttonNames, field } from '../../../support/renderer/screen.ts'
import { settled } from '../../../support/renderer/settled.ts'
import { noon, plainSettings, row } from '../../../support/shared/desk-rows.ts'
import { proposal, scannerWith } from '../../../support/shared/scanner-answers.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const toBook = (id: string, name: string) => ({ id, name, hostId: id, isOn: true })

async function openScanner(scanner: ScannerState, onDesk: readonly Row[] = []) {
  vi.spyOn(Date, 'now').mockReturnValue(noon)
  const fake = stubDesk({
    scanner,
    desk: { seq: 1, rows: [...onDesk], meter: quietMeter },
    settings: { ...plainSettings, books: [toBook('bravo', 'Bravo'), toBook('delta', 'Delta')] },
  })
  const app = mount(App, { attachTo: document.body, global: { plugins: [createPinia()] } })
  await flushPromises()
  useNavigationStore().goTo('scanner')
  await settled()
  const rows = () => app.findAll('table[aria-label=Proposals] tbody tr')
  const press = async (key: string, on: Element = document.body) => {
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await settled()
  }
  const select = (label: string) =>
    app.get<HTMLSelectElement>(
      `#${app
        .findAll('label')
        .find(each => each.text() === label)
        ?.attributes('for')}`,
    )
  return { app, rows, press, select, ...fake }
}

describe('the scanner’s view', () => {
  it('says what a scan does before the first one, which its key starts', async () => {
    const { app, api, press } = await openScanner(quietScanner)
    expect(app.get('[aria-label="No scan yet"]').text()).toContain('at most 60 calls')
    await press('s')
    expect(api.scanner.start).toHaveBeenCalledOnce()
    await press('x')
    expect(api.scanner.stop).not.toHaveBeenCalled()
  })

  it('shows progress during a scan, which Stop and its key end', async () => {
    const { app, api, emit, press } = await openScanner(quietScanner)
    emit.scanner.changed(scannerWith({ run: { kind: 'pricing' }, sent: 7 }))
    await flushPromises()
    expect(app.get('.progress').text()).toContain('7 of 60 calls sent')
    expect(buttonNames(app)).not.toContain('Scan')
    await button(app, 'Stop').trigger('click')
    await press('x')
    expect(api.scanner.stop).toHaveBeenCalledTimes(2)
    await press('s')
    expect(api.scanner.start).not.toHaveBeenCalled()
  })

  it('lists proposals with price, fair price, EV at its low end, reason and count', async () => {
    const { rows, app } = await openScanner(scannerWith())
    expect(rows().map(each => each.findAll('td').map(cell => cell.text()))[0]).toEqual([
      'North O27.5 pts · Harbor City ML RVT at HBC',
      'Bravo',
      '+284',
      '+233 to +270',
      '+3.7%',
      '4% less, usually 18%',
      '18 here, 120 total',
      '3s',
    ])
    const details = app.get('[aria-label="Why it is proposed"]').text()
    expect(details).toContain('Bravo pays 4% less than the product here, usually 18%.')
    expect(details).toContain('EV +3.7% to +15.2%')
    expect(details).toContain('Compared with single prices up to 1 min old.')
  })

  it('grays an old price and its EV, and marks a game that has started', async () => {
    const old = proposal({ at: noon - 240_000 })
    const live = proposal({
      bookId: 'delta',
      legs: proposal().legs.map(leg => ({ ...leg, game: { ...leg.game, startAt: noon - 60_000 } })),
    })
    const { rows, app } = await openScanner(scannerWith({ proposals: [live, old] }))
    const [first, second] = rows()
    expect(first?.text()).toContain('Live')
    expect(first?.classes()).not.toContain('old')
    expect(first?.find('.up').exists()).toBe(true)
    expect(second?.text()).not.toContain('Live')
    expect(second?.classes()).toContain('old')
    expect(second?.find('.up').exists()).toBe(false)
    await second?.trigger('click')
    expect(app.get('[aria-label="Why it is proposed"]').text()).toContain('This price is old.')
  })

  it('moves by arrow keys, and Enter puts the selected proposal on the desk', async () => {
    const { rows, press, api } = await openScanner(scannerWith())
    await press('ArrowDown', rows()[0]?.element)
    expect(rows()[1]?.attributes('aria-current')).toBe('true')
    expect(document.activeElement).toBe(rows()[1]?.element)
    await press('Enter', rows()[1]?.element)
    expect(api.desk.addParlay).toHaveBeenCalledExactlyOnceWith({
      selections: proposal().legs.map(({ key }) => key),
      note: { name: '', tags: [], note: '' },
    })
    await press('ArrowUp', rows()[1]?.element)
    await press('ArrowUp', rows()[0]?.element)
    expect(rows()[0]?.attributes('aria-current')).toBe('true')
  })

  it('says the doubt in the details, and keeps the focus on a row whose rank changes', async () => {
    const [first, second] = scannerWith().proposals
    if (!first || !second) throw new Error('two proposals expected')
    const { app, rows, emit } = await openScanner(scannerWith())
    app.get<HTMLElement>('table[aria-label=Proposals] tbody tr').element.focus()
    await settled()
    emit.scanner.changed(scannerWith({ proposals: [second, { ...first, doubt: 'suspect' }] }))
    await settled()
    expect(document.activeElement).toBe(rows()[1]?.element)
    expect(rows()[1]?.attributes('aria-current')).toBe('true')
    expect(app.get('[aria-label="Why it is proposed"]').text()).toContain(
      'Suspect price. Check it before you bet.',
    )
    emit.scanner.changed(scannerWith({ proposals: [{ ...second, legs: second.legs.slice(1) }, second] }))
    await settled()
    expect(rows()[1]?.attributes('aria-current')).toBe('true')
    expect(document.activeElement).toBe(rows()[1]?.element)
  })

  it('marks what is on the desk, and Enter then shows it there', async () => {
    const legs = proposal().legs.map(leg => ({
      ...leg,
      isOffered: true,
      isGameListed: true,
      asOf: null,
      isGameOver: false,
      flags: [],
      singles: [],
    }))
    const { rows, press, api } = await openScanner(scannerWith(), [{ ...row(7, []), legs }])
    expect(rows()[0]?.text()).toContain('On desk')
    await press('Enter', rows()[0]?.element)
    expect(api.desk.addParlay).not.toHaveBeenCalled()
    expect(useNavigationStore().view).toBe('desk')
  })

  it('saves each setting at once, but no number of calls that cannot be', async () => {
    const { app, api, select } = await openScanner(quietScanner)
    await select('Legs').setValue('3')
    expect(api.scanner.setSettings).toHaveBeenLastCalledWith({ ...quietScanner.settings, maxLegs: 3 })
    await select('Games').setValue('live')
    expect(api.scanner.setSettings).toHaveBeenLastCalledWith({ ...quietScanner.settings, games: 'live' })
    await field(app, 'Calls to spend').setValue('25')
    expect(api.scanner.setSettings).toHaveBeenLastCalledWith({ ...quietScanner.settings, calls: 25 })
    for (const wrong of ['', '0', '501', 'ten']) {
      await field(app, 'Calls to spend').setValue(wrong)
      expect(app.text()).toContain('Enter 1 to 500 calls.')
    }
    expect(api.scanner.setSettings).toHaveBeenCalledTimes(3)
  })

  it('leads to the settings when the key was refused, and offers another scan after other failures', async () => {
    const refused = { kind: 'failed', failure: { kind: 'key-refused' } } as const
    const { app, emit, api } = await openScanner(scannerWith({ run: refused, proposals: [] }))
    await button(app, 'Enter key').trigger('click')
    expect(useNavigationStore().view).toBe('settings')
    useNavigationStore().goTo('scanner')
    const failure = { kind: 'timed-out', afterMs: 8_000 } as const
    emit.scanner.changed(scannerWith({ run: { kind: 'failed', failure } }))
    await settled()
    await button(app, 'Scan again').trigger('click')
    expect(api.scanner.start).toHaveBeenCalledOnce()
  })

  it('leads to the desk when there are no odds', async () => {
    const { app } = await openScanner(scannerWith({ run: { kind: 'ended', why: 'no-odds' }, proposals: [] }))
    await button(app, 'Go to Desk').trigger('click')
    expect(useNavigationStore().view).toBe('desk')
  })

  it('shows why a proposal could not be put on the desk', async () => {
    const { app, api, press } = await openScanner(scannerWith())
    api.desk.addParlay.mockResolvedValueOnce(failed({ kind: 'not-found', what: 'a leg no longer offered' }))
    await press('Enter')
    expect(app.get('.scanner [role=alert]').text()).toContain('a leg no longer offered')
  })
})
