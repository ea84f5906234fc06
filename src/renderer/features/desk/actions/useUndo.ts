/** Undo and redo of the desk: a notice says what was done, and another profile starts without changes. */
import { watch } from 'vue'
import { useCommands, useCommandStore } from '../../../commands/command-store.ts'
import { type Change, useUndoStore } from '../../../commands/undo-store.ts'
import { bridge } from '../../../bridge.ts'
import { keyText } from '../../../format/key-text.ts'
import { useAccountStore } from '../../account/account-store.ts'
import { useBoardStore } from '../../board/board-store.ts'
import { useNotice } from '../context/useNotice.ts'

export function useUndo(): void {
  const changes = useUndoStore()
  const commands = useCommandStore()
  const { notice, showText } = useNotice()

  /** A failure that the change itself reported stays on screen. */
  async function report(did: string, replay: Promise<Change | undefined>, back: 'app.undo' | 'app.redo') {
    const before = notice.value
    const change = await replay
    const [key] = commands.keysOf(back)
    if (change === undefined || (notice.value !== before && notice.value?.kind === 'failed')) return
    showText(`${did} ${change.label}.${key === undefined ? '' : ` ${keyText(key)} to reverse.`}`)
  }
  useCommands({
    'app.undo': {
      run: () => report('Undid', changes.undo(), 'app.redo'),
      title: () => ['Undo', changes.nextUndo].filter(Boolean).join(' '),
      blocked: () => (changes.nextUndo === undefined ? 'Nothing to undo' : undefined),
    },
    'app.redo': {
      run: () => report('Redid', changes.redo(), 'app.undo'),
      title: () => ['Redo', changes.nextRedo].filter(Boolean).join(' '),
      blocked: () => (changes.nextRedo === undefined ? 'Nothing to redo' : undefined),
    },
  })

  watch(
    () => useBoardStore().lastAdded,
    added => {
      if (added === undefined || added.wasThere) return
      const { parlayId } = added
      changes.record({
        label: 'add parlay',
        undo: () => bridge().desk.removeParlay({ parlayId }),
        redo: () => bridge().desk.restoreParlay({ parlayId }),
      })
    },
  )
  watch(() => useAccountStore().state?.activeId, changes.clear)
}
