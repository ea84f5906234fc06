/** Faults of a page that anyone would see, found in its boxes: texts cut, controls over each other or out of reach. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/*
 * These functions run in the page, where nothing else of this file is: `findPageFaults` sends their text. A scrolled list
 * hides what is out of its view, so a box counts only as far as all boxes around it show it.
 */

/** Part of the page that can be used: the topmost menu, dialog, drawer or card, or else all. */
function usablePart(): Element {
  const layers =
    'dialog[open], [role=menu], [role=dialog], .drawer.open > .pane-body, [popover]:popover-open > section'
  const open = [...document.querySelectorAll(layers)]
  return open.filter(each => each.checkVisibility()).at(-1) ?? document.body
}

function isShown(element: Element): boolean {
  const options = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }
  if (!element.checkVisibility(options)) return false
  if (element.closest('.sr-only, [inert], [data-tip-layer]') !== null) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 1 && height > 1
}

/** Edges within which the boxes around an element show it, and whether it may be scrolled into them. */
function viewOf(element: Element): {
  left: number
  right: number
  top: number
  bottom: number
  scrolls: boolean
} {
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight, scrolls: false }
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    const { overflowX, overflowY, display } = getComputedStyle(around)
    if ((overflowX === 'visible' && overflowY === 'visible') || display === 'inline') continue
    const box = around.getBoundingClientRect()
    view.left = Math.max(view.left, box.left)
    view.right = Math.min(view.right, box.right)
    view.top = Math.max(view.top, box.top)
    view.bottom = Math.min(view.bottom, box.bottom)
    view.scrolls ||= /auto|scroll/.test(`${overflowX} ${overflowY}`)
  }
  return view
}

const nameOf = (element: Element): string =>
  `${element.tagName.toLowerCase()}.${element.className} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}”`

/** Texts that their column or list makes room for: an ellipsis is a fault. */
const wholeTexts = '.ticket-grid .book, [role=option] .label .market'

/**
 * Texts wider than the box they are in, but for those that end in an ellipsis and have the whole in a tooltip, if they
 * are not of those that are to be whole.
 */
function findCutTexts(part: Element): string[] {
  return [...part.querySelectorAll<HTMLElement>('*')].flatMap(element => {
    const texts = [...element.childNodes].filter(
      node => node.nodeType === 3 && node.textContent?.trim() !== '',
    )
    if (texts.length === 0 || !isShown(element)) return []
    let box: HTMLElement = element
    while (getComputedStyle(box).display === 'inline' && box.parentElement !== null) box = box.parentElement
    const { overflowX, textOverflow } = getComputedStyle(box)
    if (/auto|scroll/.test(overflowX)) return []
    // A message of the service may have words wider than a price.
    if (box.closest('.cell.message[data-tip]') !== null) return []
    // The tooltip of a parlay's name is the row header's, which lies over it.
    const mayEnd = textOverflow === 'ellipsis' && box.closest('[data-tip], [title], .names') !== null
    if (mayEnd && !box.matches(wholeTexts)) return []
    const room = box.getBoundingClientRect()
    const isCut = texts.some(node => {
      const range = document.createRange()
      range.selectNode(node)
      const text = range.getBoundingClientRect()
      return text.width > 0 && (text.left < room.left - 1.5 || text.right > room.right + 1.5)
    })
    return isCut ? [`text is cut: ${nameOf(element)}`] : []
  })
}

const controls =
  'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=option], [role=switch], [role=checkbox], [role=radio], [role=menuitem], [role=slider], [role=combobox]'

/** Controls that reach out of the window or of a box that does not scroll, and those that lie over each other. */
function findMisplaced(part: Element): string[] {
  const places = [...part.querySelectorAll(controls)]
    .filter(each => isShown(each) && each.closest('[role=grid]') === null)
    .map(element => ({ element, box: element.getBoundingClientRect(), view: viewOf(element) }))
  const outside = places.filter(
    ({ box, view }) =>
      !view.scrolls &&
      (box.left < view.left - 1 ||
        box.right > view.right + 1 ||
        box.top < view.top - 1 ||
        box.bottom > view.bottom + 1),
  )
  const shown = places.map(({ element, box, view }) => ({
    element,
    left: Math.max(box.left, view.left),
    right: Math.min(box.right, view.right),
    top: Math.max(box.top, view.top),
    bottom: Math.min(box.bottom, view.bottom),
  }))
  const over = shown.flatMap((one, at) =>
    shown
      .slice(at + 1)
      .filter(other => !one.element.contains(other.element) && !other.element.contains(one.element))
      // The ✕ in a search field.
      .filter(other => one.element.tagName !== 'INPUT' || other.right > one.right || other.left < one.left)
      .filter(
        other =>
          one.element.closest('label') === null ||
          one.element.closest('label') !== other.element.closest('label'),
      )
      .filter(other => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2)
      .filter(other => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2)
      .map(other => `${nameOf(one.element)} and ${nameOf(other.element)} lie over each other`),
  )
  return [...outside.map(({ element }) => `out of the window: ${nameOf(element)}`), ...over]
}

function findScrolledPage(): string[] {
  const { scrollWidth, scrollHeight } = document.documentElement
  return scrollWidth > innerWidth || scrollHeight > innerHeight ? ['the page scrolls'] : []
}

/** Each fault in words, with the element it is about. */
export function findPageFaults(page: Page): Promise<string[]> {
  const functions = [usablePart, isShown, viewOf, findCutTexts, findMisplaced, findScrolledPage].map(String)
  return page.evaluate(`(() => {
    const nameOf = ${String(nameOf)}
    const controls = ${JSON.stringify(controls)}
    const wholeTexts = ${JSON.stringify(wholeTexts)}
    ${functions.join('\n')}
    const part = usablePart()
    return [...new Set([...findCutTexts(part), ...findMisplaced(part), ...findScrolledPage()])]
  })()`)
}

/** Marks the usable part in place of the one marked before. Rules about whole pages need the root element. */
const markUsablePart = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    ${String(usablePart)}
    for (const marked of document.querySelectorAll('[data-axe]')) marked.removeAttribute('data-axe')
    const part = usablePart()
    const marked = part === document.body ? document.documentElement : part
    marked.setAttribute('data-axe', '')
  })()`)

/** Ages in cells are abbreviated, `4m`, and said in full, `4 min ago`. */
const isAbbreviated = (rule: string, html: string): boolean =>
  rule === 'label-content-name-mismatch' && html.includes('role="gridcell"')

/** A run of axe. Its source is put into the page once, because reading it takes longer than the shorter runs. */
async function createAxe(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) }).setLegacyMode()
}

/** Findings of axe of any severity in the usable part, each with its first element; `rules`: only these. */
export async function findAxeFindings(page: Page, rules?: string[]): Promise<string[]> {
  await markUsablePart(page)
  const axe = (await createAxe(page)).include('[data-axe]').options({ resultTypes: ['violations'] })
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze()
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes
      .filter(({ html }) => !isAbbreviated(id, html))
      .slice(0, 1)
      .map(({ html }) => `axe ${id} (${impact}): ${html}`),
  )
}
