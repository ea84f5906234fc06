import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

/** Electron mends the three newest major versions: electronjs.org/docs/latest/tutorial/electron-timelines. */
const mendedMajors = 3
const Lock = z.object({ packages: z.object({ 'node_modules/electron': z.object({ version: z.string() }) }) })
const toMajor = (version: string) => Number(/^(\d+)\.\d+\.\d+$/.exec(version.trim())?.[1])

/** Undefined where the registry does not answer. */
function findNewest(): number | undefined {
  const { status, stdout } = spawnSync('npm', ['view', 'electron', 'dist-tags.latest'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 15_000,
  })
  return status === 0 ? toMajor(stdout) : undefined
}

it('Electron is of a major version that gets security fixes, as far as the registry can be asked', context => {
  const newest = findNewest()
  if (newest === undefined) return context.skip('the registry does not answer')
  const lock: unknown = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../../package-lock.json'), 'utf8'),
  )
  const { version } = Lock.parse(lock).packages['node_modules/electron']
  expect(toMajor(version)).toBeGreaterThan(newest - mendedMajors)
})
