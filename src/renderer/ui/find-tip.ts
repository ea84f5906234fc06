/** Finds the element whose tip is shown for a target of the pointer or the focus. */

/** A tip that repeats a text in full view only covers what is below it. */
export function findTipped(from: EventTarget | null): HTMLElement | undefined {
  const found = from instanceof Element && from.closest<HTMLElement>('[data-tip]:not([data-tip=""])')
  if (!found) return undefined
  return repeatsText(found) && !isCut(found) ? findTipped(found.parentElement) : found
}

const repeatsText = ({ dataset, textContent }: HTMLElement): boolean =>
  toPlain(dataset['tip'] ?? '') === toPlain(textContent)

/** One kind of space between words. */
const toPlain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

const isCut = (element: HTMLElement): boolean =>
  [element, ...element.querySelectorAll('*')].some(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      // Inline elements have no box of their own: both are 0.
      clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1),
  )
