import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import TicketTitle from '../../../../src/renderer/features/ledger/TicketTitle.vue'
import { settled } from '../../../support/renderer/settled.ts'

/** Legs that fit in the first line. happy-dom has no layout. */
let fitting = 1
beforeEach(() => {
  fitting = 1
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    const parts = [...(this.parentElement?.children ?? [])]
    return parts.indexOf(this) < fitting ? 0 : 14
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const title = 'North O27.5 pts · Harbor City ML · River Town −1.5'
async function show(shown: string) {
  const view = mount(TicketTitle, { attachTo: document.body, props: { title: '' } })
  await view.setProps({ title: shown })
  await settled()
  return view
}

it('TicketTitle counts the legs that do not fit, and has all of them in its tooltip', async () => {
  const view = await show(title)
  expect(view.get('.more').text()).toBe('+2')
  expect(view.get('[data-tip]').attributes('data-tip')).toBe(title)
  expect(view.text()).toContain('River Town −1.5')
})

it('TicketTitle counts right after the last leg shown, which ends without a dot', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(30)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(110)
  fitting = 2
  const view = await show(title)
  expect(view.get<HTMLElement>('.more').element.style.translate).toBe('-60px')
  expect(view.get('.unseen').element.parentElement?.textContent).toContain('Harbor City ML')
  expect(view.findAll('.unseen')).toHaveLength(1)
})

it('TicketTitle counts nothing where all legs fit, and counts again for another ticket', async () => {
  fitting = 3
  const measure = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get')
  const view = await show(title)
  expect(view.find('.more').exists()).toBe(false)
  expect(measure).not.toHaveBeenCalled()
  fitting = 1
  await view.setProps({ title: 'Ice Port ML · Mill City ML' })
  await settled()
  expect(view.get('.more').text()).toBe('+1')
})
