/** Undo and redo of the desk, each with a notice. Switching the profile clears the changes. */
import { watch } from 'vue'
import { useCommands, useCommandStore } from '../../../commands/command-store.ts'
import { type Change, useUndoStore } from '../../../commands/undo-store.ts'
import { bridge } from '../../../bridge.ts'
import { keyText } from '../../../format/key-text.ts'
import { useAccountStore } from '../../account/account-store.ts'
import { useBoardStore } from '../../board/board-store.ts'
import { useNotice } from '../context/useNotice.ts'

interface Texts {
  readonly verb: string
  readonly did: string
  /** The way back, after its key. */
  readonly reverse: string
  /** The command that goes the other way. */
  readonly back: 'app.undo' | 'app.redo'
}
const texts = {
  undo: { verb: 'undo', did: 'Undone:', reverse: 'to redo', back: 'app.redo' },
  redo: { verb: 'redo', did: 'Redone:', reverse: 'to undo', back: 'app.undo' },
} as const satisfies Readonly<Record<string, Texts>>

export function useUndo(): void {
  const changes = useUndoStore()
  const commands = useCommandStore()
  const { notice, showText } = useNotice()

  /** A failure that the change itself reported stays on screen. */
  async function report({ verb, did, reverse, back }: Texts, replay: () => Promise<Change | undefined>) {
    const before = notice.value
    const change = await replay()
    const [key] = commands.keysOf(back)
    if (notice.value !== before && notice.value?.kind === 'failed') return
    if (change?.isAsked) return
    if (change === undefined) showText(`Couldn’t ${verb}. Try again.`)
    else showText(`${did} ${change.label}.${key === undefined ? '' : ` ${keyText(key)} ${reverse}.`}`)
  }
  useCommands({
    'app.undo': {
      run: () => report(texts.undo, () => changes.undo()),
      title: () => ['Undo', changes.nextUndo].filter(Boolean).join(' '),
      blocked: () => (changes.nextUndo === undefined ? 'Nothing to undo' : undefined),
    },
    'app.redo': {
      run: () => report(texts.redo, () => changes.redo()),
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
