import { flushPromises } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { useCommandStore } from '../../../../src/renderer/commands/command-store.ts'
import {
  findSettings,
  settingIds,
  settingList,
} from '../../../../src/renderer/features/settings/setting-list.ts'
import { findOtherPlaces } from '../../../../src/renderer/features/settings/other-places.ts'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import { field } from '../../../support/renderer/screen.ts'
import { fill, openSettings } from '../../../support/renderer/settings/mounted-settings.ts'

const find = (query: string) => [...findSettings(query)]

describe('findSettings', () => {
  it('finds a setting by its name and by other words, in any order and case', () => {
    expect(find('STALE')).toEqual(['stale-after'])
    expect(find('juice')).toEqual(['margin'])
    expect(find('days keep')).toEqual(['keep-days'])
    expect(find('refund')).toContain('void-rules')
    expect(find('live')).toContain('stale-after')
    expect(find('zebra')).toEqual([])
  })

  it('forgives a typing error where nothing else is found', () => {
    expect(find('kely')).toEqual(['bankroll', 'kelly-fraction', 'kelly-cap'])
    expect(find('time zoen')).toEqual(['times'])
    expect(find('24 hour')).toEqual(['times'])
    expect(find('hotkey')).toEqual(['keys'])
    expect(find('timezone')).toEqual(['times'])
    expect(find('delete')).toEqual(['api-key', 'profiles', 'keys'])
    expect(find('tone')).toEqual(['alert-sound', 'settled-sound', 'drop-sound'])
    expect(find('logs')).toEqual([])
    expect(find('?')).toEqual([])
  })

  it('finds other forms of a word: trusted for trust', () => {
    expect(find('trusted')).toEqual(['sites'])
    expect(find('trusted sites')).toEqual(['sites'])
    expect(find('pausing')).toEqual(['auto-hidden'])
  })

  it('finds books by name and id, despite a typing error too', () => {
    const books = [
      { id: 'alpha', name: 'Alpha Bet' },
      { id: 'k9', name: 'Kilo Sports' },
    ]
    for (const query of ['alpha', 'KILO', 'k9', 'kilo sprots'])
      expect([query, ...findSettings(query, books)]).toEqual([query, 'books'])
  })

  it.each<[string, string]>([
    ['24h', 'times'],
    ['12h', 'times'],
    ['region', 'times'],
    ['dollar', 'currency'],
    ['$', 'currency'],
    ['contrast', 'theme'],
    ['night', 'theme'],
    ['email', 'phones'],
    ['sms', 'phones'],
    ['notifications', 'phones'],
    ['sign out', 'api-key'],
    ['login', 'api-key'],
    ['server', 'pricing'],
    ['unit size', 'bankroll'],
    ['browser', 'sites'],
    ['clear cache', 'keep-days'],
    ['storage', 'keep-size'],
    ['update', 'version'],
    ['open source', 'licenses'],
    ['credits', 'licenses'],
    ['reset', 'keys'],
    ['defaults', 'keys'],
    ['shortcut', 'keys'],
    ['rate limit', 'call-limit'],
    ['dark mode', 'theme'],
    ['font size', 'zoom'],
  ])('finds what a user would call “%s”: %s', (query, id) => expect(find(query)).toContain(id))

  it('matches beginnings of words, not parts of them', () => {
    expect(find('reset')).not.toContain('stake-presets')
    expect(find('ev')).not.toContain('sites')
  })

  it('finds all settings of a section by its name', () => {
    const inSection = settingIds.filter(id => settingList[id].section === 'look')
    expect(find('look and layout')).toEqual(inSection)
  })
})

describe('findOtherPlaces', () => {
  it.each<[string, string]>([
    ['backup', 'backed up automatically'],
    ['back up', 'backed up automatically'],
    ['Restore', 'backed up automatically'],
    ['backpu', 'backed up automatically'],
    ['export', 'exported and imported'],
    ['import csv', 'exported and imported'],
    ['spreadsheet', 'exported and imported'],
    ['proxy', 'HTTPS_PROXY'],
    ['vpn', 'HTTPS_PROXY'],
    ['language', 'in English'],
    ['balance', 'Accounts'],
    ['deposits', 'Accounts'],
    ['promos', 'Promotions'],
    ['bonus bet', 'Promotions'],
    ['tax', 'tax report'],
    ['quiet hours', 'Alerts are set'],
    ['columns', 'on the desk'],
    ['layouts', 'on the desk'],
    ['scanner', 'scanner'],
    ['tutorial', 'guide'],
    ['animation', 'reduced motion'],
    ['reset', 'Reset all'],
    ['autostart', 'startup apps'],
    ['telemetry', 'stays on this computer'],
    ['log files', 'stays on this computer'],
    ['clv', 'ledger'],
  ])('says where “%s” is', (query, text) => {
    expect(findOtherPlaces(query).map(place => place.text)).toContainEqual(expect.stringContaining(text))
  })

  it('says nothing for one or two letters, for signs and for unknown words', () => {
    for (const query of ['', 'b', 'cs', '?', 'zebra', 'kely']) expect(findOtherPlaces(query)).toEqual([])
  })
})

describe('SettingsPane', () => {
  it('leads to what is not a setting, and Enter goes there', async () => {
    const { pane } = await openSettings()
    useCommandStore(getActivePinia()).handle({ 'ledger.export': { run: () => undefined } })
    await fill(pane, 'Search settings', 'backup')
    expect(pane.text()).toContain('The ledger is backed up automatically.')
    expect(pane.text()).not.toContain('No settings match')
    expect(pane.get('nav [role=status]').text()).toBe('0 settings found, 1 elsewhere')
    await field(pane, 'Search settings').trigger('keydown', { key: 'Enter' })
    expect(document.activeElement?.textContent).toContain('Export tickets')
  })

  it('shows what the search finds, says when it finds nothing, and Esc shows all again', async () => {
    const { pane } = await openSettings()
    const shown = () =>
      pane.findAll<HTMLElement>('[data-section]').filter(({ element }) => element.style.display !== 'none')
        .length
    const all = shown()
    await fill(pane, 'Search settings', 'Stale')
    expect(shown()).toBe(1)
    expect(pane.findAll('nav li').map(each => each.text())).toEqual(['Prices and value'])
    await fill(pane, 'Search settings', 'zebra')
    expect(pane.text()).toContain('No settings match “zebra”.')
    await field(pane, 'Search settings').trigger('keydown', { key: 'Escape' })
    expect(shown()).toBe(all)
  })

  it('finds each card by its title, with all its settings', async () => {
    const { pane } = await openSettings()
    const cards = pane
      .findAll('section[data-settings]')
      .filter(each => each.attributes('data-settings') !== '')
    expect(cards.length).toBeGreaterThan(10)
    for (const card of cards) {
      const ids = card.attributes('data-settings')?.split(' ')
      const title = card.get('h3').text()
      expect([title, ...find(title)]).toEqual(expect.arrayContaining([title, ...(ids ?? [])]))
    }
  })

  it('shows the books when one of them is searched', async () => {
    const { pane } = await openSettings()
    await fill(pane, 'Search settings', 'alpha')
    expect(pane.findAll('nav li').map(each => each.text())).toEqual(['Books and links'])
    expect(pane.text()).not.toContain('No settings match')
  })

  it('goes to the setting that the palette names, and focuses its control', async () => {
    const { pane } = await openSettings()
    await fill(pane, 'Search settings', 'theme')
    useNavigationStore(getActivePinia()).showSetting('stale-after')
    await flushPromises()
    expect(document.activeElement).toBe(field(pane, 'Stale after').element)
    expect(pane.get('nav [aria-current]').text()).toBe('Prices and value')
  })

  it('goes to the line of a book', async () => {
    const { pane } = await openSettings()
    useNavigationStore(getActivePinia()).showBookSettings('bravo')
    await flushPromises()
    expect(document.activeElement).toBe(field(pane, 'Service ID of Bravo').element)
  })
})
