import { closeSync, mkdirSync, openSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { OpenedFile } from '../../../src/main/storage/opened-file.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

/** Windows keeps an open database from being moved or removed. */
const canMoveOpened = process.platform !== 'win32'

afterEach(() => {
  vi.unstubAllGlobals()
})

function openFile() {
  const folder = join(tempFolder(), 'data')
  mkdirSync(folder)
  const path = join(folder, 'ledger.db')
  writeFileSync(path, 'a')
  const handle = openSync(path, 'r+')
  onTestFinished(() => closeSync(handle))
  return { path, folder, file: new OpenedFile(path) }
}

describe.runIf(canMoveOpened)('OpenedFile', () => {
  it('has no problem while it is in its place', () => {
    const { file, path } = openFile()
    writeFileSync(path, 'more')
    expect([file.findPlace(), file.findProblem()]).toEqual(['in-place', undefined])
  })

  it('that was moved, is named by its new path where the system knows it', () => {
    const { file, folder, path } = openFile()
    const moved = `${folder} moved`
    renameSync(folder, moved)
    expect(file.findPlace()).toBe('gone')
    expect(file.findProblem()).toContain(path)
    if (process.platform === 'linux') expect(file.findProblem()).toContain(join(moved, 'ledger.db'))
    renameSync(moved, folder)
    expect(file.findProblem()).toBeUndefined()
  })

  it('that was removed, says so', () => {
    const { file, path } = openFile()
    rmSync(path)
    expect(file.findPlace()).toBe('gone')
    expect(file.findProblem()).toMatch(/deleted.*Nothing more is saved: put it back, or restart Parlay Desk/)
    expect(file.findProblem()).not.toMatch(/ticket/)
  })

  it('that is behind a link to itself, or on a system that names no new path, is gone', () => {
    const { file, path } = openFile()
    renameSync(path, `${path}.moved`)
    symlinkSync(path, path)
    expect(file.findPlace()).toBe('gone')
    rmSync(path)
    vi.stubGlobal('process', Object.create(process, { platform: { value: 'darwin' } }))
    expect(file.findProblem()).toMatch(/was moved or deleted/)
  })

  it('that was not there, is never missed', () => {
    const file = new OpenedFile(join(tempFolder(), 'missing'))
    expect([file.findPlace(), file.findProblem()]).toEqual(['in-place', undefined])
  })

  it('that was replaced, says so', () => {
    const { file, path } = openFile()
    writeFileSync(`${path}.new`, 'b')
    renameSync(`${path}.new`, path)
    expect(file.findPlace()).toBe('replaced')
    expect(file.findProblem()).toMatch(/Another file.*restart to use/)
  })
})
