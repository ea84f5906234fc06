/** A drag with the mouse along one axis: pressed, moved to points in CSS pixels, and dropped at the last, or cancelled. */
import { flushPromises } from '@vue/test-utils'

export async function dragPointer(
  element: Element,
  axis: 'x' | 'y',
  from: number,
  steps: readonly (number | 'Escape' | 'drop')[],
): Promise<void> {
  let at = from
  const point = (type: string) =>
    new PointerEvent(type, {
      bubbles: true,
      button: 0,
      pointerType: 'mouse',
      clientX: axis === 'x' ? at : 20,
      clientY: axis === 'y' ? at : 20,
    })
  element.dispatchEvent(point('pointerdown'))
  for (const step of steps) {
    if (typeof step === 'number') {
      at = step
      window.dispatchEvent(point('pointermove'))
    } else if (step === 'drop') window.dispatchEvent(point('pointerup'))
    else window.dispatchEvent(new KeyboardEvent('keydown', { key: step, bubbles: true, cancelable: true }))
    await flushPromises()
  }
}
