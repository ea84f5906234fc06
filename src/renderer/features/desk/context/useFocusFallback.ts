/** Moves the focus when a focused button disappears after its click: to its successor, else to the grid. */
import { nextTick, onBeforeUnmount, onBeforeUpdate, onUpdated, type Ref } from 'vue'
import { useSelection } from './useSelection.ts'

/** `findSuccessor`: the next button of the same part. */
export function useFocusFallback(
  part: Readonly<Ref<HTMLElement | null>>,
  findSuccessor: () => { focus: () => void } | null | undefined = () => undefined,
): void {
  const { focusGrid } = useSelection()
  let hadFocus = false

  function noteFocus(): void {
    hadFocus = part.value?.contains(document.activeElement) ?? false
  }

  async function passOn(): Promise<void> {
    if (!hadFocus) return
    await nextTick()
    if (document.activeElement !== document.body) return
    const successor = findSuccessor()
    if (successor) successor.focus()
    else focusGrid()
  }

  onBeforeUpdate(noteFocus)
  onUpdated(passOn)
  onBeforeUnmount(() => {
    noteFocus()
    void passOn()
  })
}
