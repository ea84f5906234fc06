/** Asks the user for files, a folder or a place to save with the system's own dialog: the only caller of `dialog`. */
import { BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron'

/** Files to read once, one file to watch, or a folder to watch. */
export type FileRequest = 'files' | 'file-to-watch' | 'folder-to-watch'

const filters = [
  { name: 'Odds', extensions: ['json', 'ndjson', 'jsonl', 'csv', 'gz'] },
  { name: 'All files', extensions: ['*'] },
]

const dialogs: Readonly<Record<FileRequest, OpenDialogOptions>> = {
  files: { title: 'Open odds', properties: ['openFile', 'multiSelections'], filters },
  'file-to-watch': { title: 'Watch a file of odds', properties: ['openFile'], filters },
  'folder-to-watch': { title: 'Watch a folder of odds', properties: ['openDirectory'] },
}

/** Absolute paths; none when the user chose nothing. */
export const chooseFiles = (request: FileRequest): Promise<readonly string[]> =>
  showOpenDialog(dialogs[request])

/** Asks for a place to save a table: an absolute path, or undefined when the user chose none. */
export async function chooseWhereToSave(name: string): Promise<string | undefined> {
  return showSaveDialog({
    title: 'Save prices',
    defaultPath: name,
    filters: [{ name: 'CSV', extensions: ['csv'] }],
  })
}

/** Asks for a place to save the ledger; as `chooseWhereToSave`. */
export async function chooseWhereToSaveLedger(
  name: string,
  format: 'json' | 'csv',
): Promise<string | undefined> {
  const filter = { name: format.toUpperCase(), extensions: [format] }
  return showSaveDialog({ title: 'Export the ledger', defaultPath: name, filters: [filter] })
}

/** Asks for a file of tickets; undefined when the user chose none. The dialog begins at `proposed`, or where it last ended. */
export async function chooseTickets(proposed?: string): Promise<string | undefined> {
  const ticketFiles = { name: 'Tickets', extensions: ['json', 'csv', 'tsv', 'txt', 'db'] }
  const [path] = await showOpenDialog({
    title: 'Import tickets',
    properties: ['openFile'],
    ...(proposed !== undefined && { defaultPath: proposed }),
    filters: [ticketFiles, { name: 'All files', extensions: ['*'] }],
  })
  return path
}

async function showOpenDialog(options: OpenDialogOptions): Promise<readonly string[]> {
  const [window] = BrowserWindow.getAllWindows()
  const { filePaths } = await (window === undefined
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return filePaths
}

async function showSaveDialog(options: SaveDialogOptions): Promise<string | undefined> {
  const [window] = BrowserWindow.getAllWindows()
  const { canceled, filePath } = await (window === undefined
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? undefined : filePath
}
