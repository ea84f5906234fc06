/**
 * Profile requested by the switches of a start. A start while the program runs passes its request to the running
 * program.
 */
import { resolve } from 'node:path'
import { app } from 'electron'

export interface StartRequest {
  readonly isDemo: boolean
  /** Absolute, because the running program may have another working directory; empty when the switch names no file. */
  readonly profileFile: string | null
}

export function readStartRequest(): StartRequest {
  const file = app.commandLine.getSwitchValue('profile')
  const profileFile = file === '' ? '' : resolve(file)
  return {
    isDemo: app.commandLine.hasSwitch('demo'),
    profileFile: app.commandLine.hasSwitch('profile') ? profileFile : null,
  }
}

const requestSwitch = /^--(demo|profile)(=|$)/

/** Returns arguments of a start with this request in place of their own. */
export function replaceRequest(args: readonly string[], { isDemo, profileFile }: StartRequest): string[] {
  return [
    ...args.filter(arg => !requestSwitch.test(arg)),
    ...(isDemo ? ['--demo'] : []),
    ...(profileFile === null ? [] : [`--profile=${profileFile}`]),
  ]
}

/** Switches of a later start that have no effect, because they are read only while the program starts. */
export function findSwitchesWithoutEffect(args: readonly string[]): string[] {
  return args.filter(
    arg => arg.startsWith('--') && !requestSwitch.test(arg) && !/^--user-data-dir=/.test(arg),
  )
}
