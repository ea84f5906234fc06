import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openDataFolder } from '../../../src/main/compose/open-data-folder.ts'
import { isOnlyStart } from '../../../src/main/data-folder.ts'
import { FatalError } from '../../../src/main/fatal.ts'
import { smallDisk } from '../../support/ledger/small-disk.ts'
import { canMount } from '../../support/storage/mounts.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

function findFault(folder: string): FatalError | undefined {
  try {
    openDataFolder(folder)
    return undefined
  } catch (error) {
    if (error instanceof FatalError) return error
    throw error
  }
}

describe('openDataFolder', () => {
  it('makes the folder, and leaves nothing else in it', () => {
    const folder = join(tempFolder(), 'data', 'inside')
    expect(findFault(folder)).toBeUndefined()
    expect(readdirSync(folder)).toEqual([])
  })

  it('ends the program with a message when a file is in its place', () => {
    const folder = join(tempFolder(), 'data')
    writeFileSync(folder, '')
    expect(findFault(folder)?.message).toContain(folder)
    expect(findFault(folder)?.advice).toContain('--user-data-dir')
  })

  it.skipIf(!canMount)(
    'ends the program in words where nothing is in a folder that cannot be written',
    () => {
      const disk = smallDisk()
      disk.lock()
      const found = [disk.folder, join(disk.folder, 'inside')].map(findFault)
      const isOnly = isOnlyStart(disk.folder)
      disk.unlock()
      expect(found.map(fault => fault?.message)).toEqual([
        expect.stringMatching(/can’t start there\. The data folder can’t be written\./),
        expect.stringMatching(/can’t start there\. The folder can’t be created\./),
      ])
      expect(isOnly).toBe(true)
    },
  )

  it.skipIf(!canMount)('ends the program with a message when it is empty on a full disk', () => {
    const disk = smallDisk()
    disk.fill(0)
    expect(findFault(disk.folder)?.message).toMatch(/The disk is full\./)
  })

  it.skipIf(!canMount)('opens what can only be read', () => {
    const disk = smallDisk()
    mkdirSync(join(disk.folder, 'backups'))
    disk.lock()
    expect(findFault(disk.folder)).toBeUndefined()
    expect(existsSync(join(disk.folder, 'backups'))).toBe(true)
    disk.unlock()
  })
})

// Chromium's process_singleton_posix.cc and process_singleton_win.cc name the locks. Without room for the socket, it removes its
// own lock and refuses it.
describe('a start whose lock is refused', () => {
  it('is not the only one in a folder with room', () => {
    expect(isOnlyStart(tempFolder())).toBe(false)
  })

  it.skipIf(!canMount)('is the only one on a full disk without a lock', () => {
    const disk = smallDisk()
    disk.fill(0)
    expect(isOnlyStart(disk.folder)).toBe(true)
  })

  it.skipIf(!canMount)('is the only one where the disk of temporary files is full', () => {
    const data = tempFolder()
    const disk = smallDisk()
    disk.fill(0)
    vi.stubEnv('TMPDIR', disk.folder)
    const isOnly = isOnlyStart(data)
    vi.unstubAllEnvs()
    expect(isOnly).toBe(true)
  })

  it.skipIf(!canMount).each([
    ['Linux and macOS', (folder: string) => symlinkSync('host-4242', join(folder, 'SingletonLock'))],
    ['Windows', (folder: string) => writeFileSync(join(folder, 'lockfile'), '')],
  ])('is another one on a full disk with the lock of %s', (_system, lock) => {
    const disk = smallDisk()
    lock(disk.folder)
    disk.fill(0)
    expect(isOnlyStart(disk.folder)).toBe(false)
  })
})
