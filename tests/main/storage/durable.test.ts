import { closeSync, fstatSync, fsyncSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { syncFile, syncFolder } from '../../../src/main/storage/durable.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

/** Inodes that were synced. */
const synced = vi.hoisted(() => new Array<number>())
vi.mock(import('node:fs'), async load => {
  const fs = await load()
  const sync = vi.fn((handle: number) => {
    synced.push(fs.fstatSync(handle).ino)
    fs.fsyncSync(handle)
  })
  return { ...fs, fsyncSync: sync, closeSync: vi.fn(fs.closeSync) }
})

afterEach(() => {
  synced.length = 0
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

describe('syncFile and syncFolder', () => {
  it('sync what is at the path, and close it', () => {
    const folder = tempFolder()
    const file = join(folder, 'a')
    writeFileSync(file, 'a')
    syncFile(file)
    if (process.platform !== 'win32') syncFolder(folder)
    const paths = process.platform === 'win32' ? [file] : [file, folder]
    expect(synced).toEqual(paths.map(path => statSync(path).ino))
    for (const [handle] of vi.mocked(fsyncSync).mock.calls) expect(closeSync).toHaveBeenCalledWith(handle)
  })

  it('close a file that cannot be synced', () => {
    vi.mocked(fsyncSync).mockImplementationOnce(() => {
      throw new Error('the disk has an error')
    })
    const file = join(tempFolder(), 'a')
    writeFileSync(file, 'a')
    expect(() => syncFile(file)).toThrow('the disk has an error')
    const [handle = -1] = vi.mocked(fsyncSync).mock.lastCall ?? []
    expect(() => fstatSync(handle)).toThrow(/EBADF/)
  })

  it('throw where nothing is at the path, but for folders on Windows, which has no such call', () => {
    const missing = join(tempFolder(), 'missing')
    expect(() => syncFile(missing)).toThrow(/ENOENT/)
    vi.stubGlobal('process', Object.create(process, { platform: { value: 'linux' } }))
    expect(() => syncFolder(missing)).toThrow(/ENOENT/)
    vi.stubGlobal('process', Object.create(process, { platform: { value: 'win32' } }))
    expect(() => syncFolder(missing)).not.toThrow()
  })
})
