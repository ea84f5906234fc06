/** Zoom of the window: its commands, whose keys also work in dialogs, unlike all other keys of the window. */
import { useEventListener } from '@vueuse/core'
import { listChords } from '../commands/chord.ts'
import { useCommands, useCommandStore } from '../commands/command-store.ts'
import type { CommandId } from '../commands/command-table.ts'
import { useKeyStore } from '../commands/key-store.ts'
import { useViewStore } from '../view-store.ts'

const zoomCommands: readonly CommandId[] = ['window.zoom-in', 'window.zoom-out', 'window.zoom-reset']

export function useZoom(): void {
  const view = useViewStore()
  const commands = useCommandStore()
  const keys = useKeyStore()
  useCommands({
    'window.zoom-in': { run: () => view.zoom('in') },
    'window.zoom-out': { run: () => view.zoom('out') },
    'window.zoom-reset': { run: () => view.zoom('reset') },
  })

  // Listens in the capture phase, because dialogs stop the keys.
  function press(event: KeyboardEvent): void {
    const chords = listChords(event)
    const id = zoomCommands.find(command => keys.keysOf(command).some(chord => chords.includes(chord)))
    if (id === undefined) return
    event.preventDefault()
    commands.run(id)
  }
  useEventListener(window, 'keydown', press, { capture: true })
}
