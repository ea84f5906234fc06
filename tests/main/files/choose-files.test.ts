import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileDialogs } from '../../../src/main/files/choose-files.ts'
import { BrowserWindow, dialog } from '../../support/electron.ts'

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

  it('keeps the folder when a dialog is closed without a choice', async () => {
    last = folder
    expect(await dialogs.chooseFiles('files')).toEqual([])
    expect(await dialogs.chooseWhereToSave('prices.csv')).toBeUndefined()
    expect(last).toBe(folder)
  })
})
