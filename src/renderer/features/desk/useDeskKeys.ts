/** Listens for the keys that count anywhere on the desk. */
import { useWindowKeys } from '../../ui/useWindowKeys.ts'
import { findAction, type Action } from './desk-keys.ts'

export function useDeskKeys(onAct: (act: Action) => void): void {
  useWindowKeys(event => {
    const act = findAction(event)
    return act && (() => onAct(act))
  })
}
