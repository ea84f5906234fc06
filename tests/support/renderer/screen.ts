/** Finds controls as people do, by their names; throws when there is none, so a test says what it missed. */
import type { DOMWrapper, VueWrapper } from '@vue/test-utils'

type Within = Pick<VueWrapper, 'findAll'>

function nameOf(element: DOMWrapper<Element>): string {
  const label = element.attributes('aria-label')
  if (label !== undefined) return label
  const shown = element.element.cloneNode(true)
  if (!(shown instanceof Element)) return ''
  for (const hidden of shown.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return shown.textContent.trim()
}

export const buttonNames = (within: Within): string[] => within.findAll('button').map(nameOf)

export function button(within: Within, name: string): DOMWrapper<HTMLButtonElement> {
  const all = within.findAll('button')
  const found = all.find(each => nameOf(each) === name)
  if (found === undefined) throw new Error(`no button “${name}” among: ${all.map(nameOf).join(', ')}`)
  return found
}

/** An input by its label, or by the name it carries itself. */
export function field(within: Within, name: string): DOMWrapper<Element> {
  const label = within.findAll('label').find(each => nameOf(each) === name)
  const found = within
    .findAll('input, textarea')
    .find(
      each =>
        each.attributes('aria-label') === name ||
        (label && each.attributes('id') === label.attributes('for')),
    )
  if (found === undefined) throw new Error(`no field “${name}”`)
  return found
}
