import type { Handlers } from '../../../shared/contract.ts'
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
