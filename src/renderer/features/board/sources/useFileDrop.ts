/**
 * Files dragged over the window. It answers every drag of files, wherever the pointer is: a file that nobody takes would
 * replace the page. Text dragged into a field stays the field's own business.
 */
import { onBeforeUnmount, onMounted, shallowReadonly, shallowRef, type ShallowRef } from 'vue'

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Whether files hang over the window now. */
export function useFileDrop(onDrop: (files: readonly File[]) => void): Readonly<ShallowRef<boolean>> {
  const isOver = shallowRef(false)

  function over(event: DragEvent): void {
    if (!holdsFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    isOver.value = true
  }
  /** Leaving one element for another tells where to; leaving the window does not. */
  function leave(event: DragEvent): void {
    if (event.relatedTarget === null) isOver.value = false
  }
  function drop(event: DragEvent): void {
    isOver.value = false
    if (!holdsFiles(event)) return
    event.preventDefault()
    onDrop([...(event.dataTransfer?.files ?? [])])
  }

  onMounted(() => {
    window.addEventListener('dragenter', over)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
  })
  onBeforeUnmount(() => {
    window.removeEventListener('dragenter', over)
    window.removeEventListener('dragover', over)
    window.removeEventListener('dragleave', leave)
    window.removeEventListener('drop', drop)
  })
  return shallowReadonly(isOver)
}
