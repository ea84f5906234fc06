import type { Handlers } from '../../../shared/contract.ts'
import type { CrashNote } from '../../../shared/contract/crash.ts'
import { Refusal } from '../../../shared/failure.ts'
import type { Updates } from '../../updates/updates.ts'
import { answerAfter } from '../answer-after.ts'

/** Updates of the program. Every change returns their whole state. */
export function createUpdatesHandlers(updates: Updates): Handlers['updates'] {
  const snapshot = () => updates.state()
  const after = answerAfter(snapshot)
  return {
    snapshot,
    setOn: after(({ isOn }) => updates.setOn(isOn)),
    check: after(() => updates.check()),
    download: after(() => updates.download()),
    cancel: after(() => updates.cancel()),
    install: after(() => updates.install()),
    async openPage() {
      await updates.openPage()
      return null
    },
  }
}

interface CrashDeps {
  readonly read: () => CrashNote | undefined
  readonly remove: () => void
  readonly copyText: (text: string) => Promise<void>
}

const isGone = {
  sentence: 'The crash note is no longer there, so nothing was copied.',
  remedy: 'To copy its text, select it here.',
}

/** The note of the error that ended the program last. */
export function createCrashHandlers({ read, remove, copyText }: CrashDeps): Handlers['crash'] {
  return {
    snapshot: () => read() ?? null,
    async copy() {
      const note = read()
      if (note === undefined) throw new Refusal({ kind: 'storage', ...isGone })
      await copyText(note.text)
      return null
    },
    remove() {
      remove()
      return null
    },
  }
}
