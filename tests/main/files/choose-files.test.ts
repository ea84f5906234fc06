import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileDialogs } from '../../../src/main/files/choose-files.ts'
import { BrowserWindow, dialog } from '../../support/electron.ts'
import { hasPipes, makePipe } from '../../support/storage/other-kinds.ts'

let folder: string
let last: string | null
let dialogs: FileDialogs
beforeEach(() => {
  vi.clearAllMocks()
  BrowserWindow.opened.splice(0)
  folder = mkdtempSync(join(tmpdir(), 'desk-dialogs-'))
  last = null
  dialogs = new FileDialogs({ read: () => last, write: chosen => (last = chosen) })
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Every thread that waits for files waits at a pipe, as for a drive that is away. The answer ends that. */
function blockFileSystem(inFolder: string): () => Promise<unknown> {
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)
  const pipes = Array.from({ length: threads }, (_, at) => makePipe(join(inFolder, `pipe ${at}`)))
  const opening = pipes.map(pipe => open(pipe, 'r'))
  return async () => {
    const writers = pipes.map(pipe => openSync(pipe, constants.O_WRONLY))
    const readers = await Promise.all(opening)
    for (const writer of writers) closeSync(writer)
    await Promise.all(readers.map(reader => reader.close()))
  }
}

const answer = (...filePaths: string[]) => dialog.showOpenDialog.mockResolvedValueOnce({ filePaths })
const opened = () => dialog.showOpenDialog.mock.lastCall?.[0]
const saved = () => dialog.showSaveDialog.mock.lastCall?.[0]

describe('FileDialogs', () => {
  it('begins where the last dialog ended, of whichever kind', async () => {
    answer(join(folder, 'odds.json'))
    expect(await dialogs.chooseFiles('files')).toEqual([join(folder, 'odds.json')])
    await dialogs.chooseTickets()
    expect(opened()).toMatchObject({ title: 'Import tickets', defaultPath: folder })
    await dialogs.chooseWhereToSave('prices.csv')
    expect(saved()).toMatchObject({ defaultPath: join(folder, 'prices.csv') })
  })

  it('begins in the folder that was chosen to be watched', async () => {
    answer(folder)
    await dialogs.chooseFiles('folder-to-watch')
    expect(last).toBe(folder)
  })

  it('begins where the last file was saved', async () => {
    const filePath = join(folder, 'ledger.json')
    dialog.showSaveDialog.mockResolvedValueOnce({ canceled: false, filePath })
    expect(await dialogs.chooseWhereToSaveLedger('ledger.json', 'json')).toBe(filePath)
    await dialogs.chooseFiles('files')
    expect(opened()).toMatchObject({ defaultPath: folder })
  })

  it('begins at what is proposed', async () => {
    last = folder
    await dialogs.chooseTickets('/kept/ledger.db')
    expect(opened()).toMatchObject({ defaultPath: '/kept/ledger.db' })
  })

  it('leaves the place to the system at first, and when the folder is gone', async () => {
    await dialogs.chooseFiles('files')
    expect(opened()).not.toHaveProperty('defaultPath')
    last = join(folder, 'gone')
    await dialogs.chooseFiles('files')
    expect(opened()).not.toHaveProperty('defaultPath')
    await dialogs.chooseWhereToSave('prices.csv')
    expect(saved()).toMatchObject({ defaultPath: 'prices.csv' })
  })

  it.skipIf(!hasPipes)(
    'leaves the place to the system when the drive of the folder does not answer',
    async () => {
      last = folder
      const release = blockFileSystem(folder)
      try {
        const at = performance.now()
        await Promise.all([dialogs.chooseFiles('files'), dialogs.chooseTickets()])
        expect(performance.now() - at).toBeLessThan(3_000)
        expect(opened()).not.toHaveProperty('defaultPath')
        await dialogs.chooseWhereToSave('prices.csv')
        expect(saved()).toMatchObject({ defaultPath: 'prices.csv' })
      } finally {
        await release()
      }
      await dialogs.chooseFiles('files')
      expect(opened()).toMatchObject({ defaultPath: folder })
    },
  )

  it('keeps the folder when a dialog is closed without a choice', async () => {
    last = folder
    expect(await dialogs.chooseFiles('files')).toEqual([])
    expect(await dialogs.chooseWhereToSave('prices.csv')).toBeUndefined()
    expect(last).toBe(folder)
  })
})
