/** The command that comes with a package: it starts the program beside it, by whatever path it is called. */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../support/storage/temp-folder.ts'

/** A package whose program prints its arguments. */
function installPackage(): string {
  const folder = join(tempFolder(), 'Parlay Desk')
  mkdirSync(join(folder, 'resources/bin'), { recursive: true })
  const command = join(folder, 'resources/bin/parlay-desk')
  copyFileSync('resources/bin/parlay-desk', command)
  const program = join(folder, 'parlay-desk')
  writeFileSync(program, '#!/bin/sh\nfor each in "$@"; do echo "[$each]"; done\nexit 7\n')
  for (const file of [command, program]) chmodSync(file, 0o755)
  return command
}

function run(command: string, args: readonly string[], display: string) {
  try {
    return execFileSync(command, args, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], DISPLAY: display },
    })
  } catch (error) {
    return error instanceof Error && 'stdout' in error && 'status' in error
      ? `${String(error.status)}: ${String(error.stdout)}`
      : ''
  }
}

describe.skipIf(process.platform !== 'linux')('resources/bin/parlay-desk', () => {
  it('passes on its arguments and the exit code', () => {
    expect(run(installPackage(), ['legs', 'two words', '$HOME'], ':0')).toBe(
      '7: [legs]\n[two words]\n[$HOME]\n',
    )
  })

  it('works by links, relative ones too', () => {
    const command = installPackage()
    const folder = tempFolder()
    symlinkSync(command, join(folder, 'first'))
    symlinkSync('first', join(folder, 'second'))
    expect(run(join(folder, 'second'), ['tickets'], ':0')).toBe('7: [tickets]\n')
  })

  it('shows help without arguments, not a window', () => {
    expect(run(installPackage(), [], ':0')).toBe('7: [help]\n')
  })

  it('names a platform where there is no display, as in cron', () => {
    expect(run(installPackage(), ['tickets'], '')).toBe('7: [--ozone-platform=headless]\n[tickets]\n')
  })
})
