/** A button that goes with what it did leaves the focus to what stands in its place, or to the grid, where keys go on. */
import { nextTick, onBeforeUnmount, onBeforeUpdate, onUpdated, type Ref } from 'vue'

/** `within`: which of the part's own buttons is next, as a selector. */
export function useFocusHeir(part: Readonly<Ref<HTMLElement | null>>, within?: string): void {
  let hadFocus = false
  const look = () => (hadFocus = part.value?.contains(document.activeElement) ?? false)
  const find = (selector: string, at: ParentNode | null = document) =>
    at?.querySelector<HTMLElement>(selector)

  async function hand(): Promise<void> {
    if (!hadFocus) return
    await nextTick()
    if (document.activeElement !== document.body) return
    const heir = (within && find(within, part.value)) || find('.price-grid [tabindex="0"]')
    heir?.focus()
  }

  onBeforeUpdate(look)
  onUpdated(hand)
  onBeforeUnmount(() => {
    look()
    void hand()
  })
}
