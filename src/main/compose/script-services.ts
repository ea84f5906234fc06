/** Wiring of the interface for scripts; loaded when it is on, has tokens, or is first used. */
import type { Announce } from '../../shared/contract.ts'
import type { StoredPart } from '../account/stored-part.ts'
import { LocalApi } from '../local-api/local-api.ts'
import type { BaseServices } from './desk-services.ts'

export interface ScriptBase extends Pick<BaseServices, 'database' | 'log'> {
  readonly announce: Announce
  readonly isScriptsOn: StoredPart<'isScriptsOn'>
}

export const openScripts = ({ database, log, announce, isScriptsOn }: ScriptBase): LocalApi =>
  new LocalApi({
    ...{ database, log },
    isOn: () => isScriptsOn.read(),
    setOn: isOn => isScriptsOn.write(isOn),
    onChanged: state => announce('automation', 'changed', state),
  })
