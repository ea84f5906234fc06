/** Listens for the keys that count anywhere on the desk. */
import { useWindowKeys } from '../../ui/useWindowKeys.ts'
import { actOf, type Act } from './desk-keys.ts'

export function useDeskKeys(onAct: (act: Act) => void): void {
  useWindowKeys(event => {
    const act = actOf(event)
    return act && (() => onAct(act))
  })
}
