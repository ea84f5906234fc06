import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import HelpDialog from '../../../../src/renderer/features/help/HelpDialog.vue'
import { useKeyStore } from '../../../../src/renderer/commands/key-store.ts'
import { button, buttonNames } from '../../../support/renderer/screen.ts'
import { ok, stubDesk } from '../../../support/bridge/stub-desk.ts'

async function openHelp(section: string | null = null) {
  const { api } = stubDesk({})
  api.keys.snapshot.mockResolvedValue(ok([{ command: 'slip.add', chords: ['Alt+A'] }]))
  const pinia = createPinia()
  await useKeyStore(pinia).start()
  const view = mount(HelpDialog, {
    props: { section },
    attachTo: document.body,
    global: { plugins: [pinia] },
  })
  await flushPromises()
  const title = () => view.get('h3').text()
  const search = async (text: string) => view.get('input[type=search]').setValue(text)
  const press = (key: string, held = {}) => view.get('dialog').trigger('keydown', { key, ...held })
  return { view, title, search, press, closed: () => view.emitted('close')?.length ?? 0 }
}

describe('HelpDialog', () => {
  it('begins at the first page with the focus in the search', async () => {
    const { view, title } = await openHelp()
    expect(title()).toBe('Your first price')
    expect(document.activeElement).toBe(view.get('input[type=search]').element)
  })

  it('shows a section asked for, with the focus at its heading', async () => {
    const { title } = await openHelp('suspect-prices')
    expect(title()).toBe('Reading a price')
    expect(document.activeElement?.textContent).toBe('Suspect prices')
  })

  it('shows keys as the user has set them', async () => {
    const { view } = await openHelp()
    const keys = view.findAll('article kbd').map(key => key.text())
    expect(keys).toContain('Alt A')
    expect(keys.join(' ')).not.toContain('Ctrl ↵')
  })

  it('lists the sections found, and says how many', async () => {
    const { view, search, title } = await openHelp()
    await search('suspect')
    expect(buttonNames(view.get('nav'))).toContain('Suspect prices')
    expect(view.get('[role=status]').text()).toMatch(/^\d+ sections found$/)
    await view.get('input[type=search]').trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(title()).toBe('Reading a price')
    await search('zzz')
    expect(view.get('nav').text()).toContain('Nothing found')
  })

  it('leads to a section again that is shown already', async () => {
    const { view, search } = await openHelp('suspect-prices')
    await search('suspect prices')
    const field = view.get<HTMLInputElement>('input[type=search]')
    field.element.focus()
    await field.trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(document.activeElement?.textContent).toBe('Suspect prices')
  })

  it('goes back to the pages read before, by its button and by keys', async () => {
    const { view, title, press } = await openHelp()
    await button(view, 'Settling').trigger('click')
    await button(view, 'Finding legs').trigger('click')
    expect(title()).toBe('Finding legs')
    await press('ArrowLeft', { altKey: true })
    expect(title()).toBe('Settling')
    await button(view, 'Back').trigger('click')
    expect(title()).toBe('Your first price')
    expect(buttonNames(view)).not.toContain('Back')
  })

  it('leads from a page to the next one', async () => {
    const { view, title } = await openHelp('settling')
    await button(view, 'Next: Accounts').trigger('click')
    expect(title()).toBe('Accounts')
  })

  it('closes on Escape and on its own key, after Escape has emptied the search', async () => {
    const { view, search, press, closed } = await openHelp()
    await search('kelly')
    await view.get('dialog').trigger('cancel')
    expect(closed()).toBe(0)
    expect(buttonNames(view.get('nav'))).toContain('Settling')
    await view.get('dialog').trigger('cancel')
    await press('F1')
    expect(closed()).toBe(2)
  })
})
