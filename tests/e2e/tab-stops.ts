/** Controls that Tab reaches in a view, in its order, and whether each shows that it has the focus. */
import type { Page } from '@playwright/test'

interface TabStop {
  readonly name: string
  readonly hasRing: boolean
}

/** More than any view takes. */
const maxSteps = 90

/** The focused control; undefined for none. Names are without keys, and without figures and rows, which change. */
const readStop = (page: Page): Promise<TabStop | undefined> =>
  page.evaluate(() => {
    const stop = document.activeElement
    if (!(stop instanceof HTMLElement) || stop === document.body) return undefined
    const isField = stop instanceof HTMLInputElement || stop instanceof HTMLSelectElement
    const labels = isField ? [...(stop.labels ?? [])] : []
    const labelParts = labels.flatMap(label => [...label.childNodes].filter(part => !part.contains(stop)))
    const copy = document.createElement('div')
    copy.append(...(isField ? labelParts : [...stop.childNodes]).map(part => part.cloneNode(true)))
    for (const key of copy.querySelectorAll('kbd')) key.remove()
    const name = stop.getAttribute('aria-label') ?? copy.textContent
    const row = stop.closest('tbody') === null ? '' : 'row of a table'
    const part = { gridcell: 'cell', row: 'row' }[stop.getAttribute('role') ?? ''] ?? row
    // A kit's field is an input without a ring in a frame that has it.
    const { outlineStyle, outlineWidth } = getComputedStyle(stop.closest('.n-input') ?? stop)
    return {
      name:
        part ||
        name
          .replaceAll(/[+−$±]*\d[\d,.]*%?/g, '# ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
    }
  })

/** From the tabs of the views on (rows of one table once), until the focus leaves the page or is back. */
export async function tabStops(page: Page): Promise<TabStop[]> {
  await page.getByRole('tab', { selected: true }).first().focus()
  const stops: TabStop[] = []
  for (let step = 0; step < maxSteps; step += 1) {
    // The first stop is focused by a key too, since only then it has a ring.
    await page.keyboard.press(step === 0 ? 'Shift' : 'Tab')
    const stop = await readStop(page)
    if (stop === undefined || stop.name === stops[0]?.name) return stops
    if (stop.name !== stops.at(-1)?.name) stops.push(stop)
  }
  return stops
}

export const findRinglessStops = (stops: readonly TabStop[]): string[] =>
  stops.filter(({ hasRing }) => !hasRing).map(({ name }) => name)
