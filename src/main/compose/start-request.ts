/** The profile that a start asks for by its switches. A start while the program runs hands its request to the window. */
import { resolve } from 'node:path'
import { app } from 'electron'

export interface StartRequest {
  readonly isDemo: boolean
  /** Absolute, because the program that runs may have another working directory; empty if the switch names no file. */
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

/** Arguments of a start in which this request takes the place of the one that they made. */
export function replaceRequest(args: readonly string[], { isDemo, profileFile }: StartRequest): string[] {
  return [
    ...args.filter(arg => !requestSwitch.test(arg)),
    ...(isDemo ? ['--demo'] : []),
    ...(profileFile === null ? [] : [`--profile=${profileFile}`]),
  ]
}

/** Switches of a later start that the program that runs cannot follow: they are read while it starts. */
export function findSwitchesWithoutEffect(args: readonly string[]): string[] {
  return args.filter(
    arg => arg.startsWith('--') && !requestSwitch.test(arg) && !/^--user-data-dir=/.test(arg),
  )
}
