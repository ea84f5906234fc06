/** Asks the user for files, a folder or a place to save with the system's own dialog: the only caller of `dialog`. */
import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron'

const filters = [
  { name: 'Odds', extensions: ['json', 'ndjson', 'jsonl', 'csv', 'gz'] },
  { name: 'All files', extensions: ['*'] },
]

const dialogs = {
  files: { title: 'Open odds', properties: ['openFile', 'multiSelections'], filters },
  'file-to-watch': { title: 'Watch a file of odds', properties: ['openFile'], filters },
  'folder-to-watch': { title: 'Watch a folder of odds', properties: ['openDirectory'] },
} satisfies Readonly<Record<string, OpenDialogOptions>>

/** Files to read once, one file to watch, or a folder to watch. */
export type FileRequest = keyof typeof dialogs

/** Absolute paths; none when the user chose nothing. */
export const chooseFiles = (request: FileRequest): Promise<readonly string[]> =>
  showOpenDialog(dialogs[request])

/** An absolute path for a table of prices; undefined when the user chose none. */
export const chooseWhereToSave = (name: string): Promise<string | undefined> =>
  showSaveDialog('Save prices', name, 'csv')

/** An absolute path for an export of the ledger; undefined when the user chose none. */
export const chooseWhereToSaveLedger = (name: string, format: 'json' | 'csv'): Promise<string | undefined> =>
  showSaveDialog('Export the ledger', name, format)

/** A file of tickets; undefined when the user chose none. The dialog begins at `proposed`, or where it last ended. */
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

async function showSaveDialog(
  title: string,
  defaultPath: string,
  format: 'json' | 'csv',
): Promise<string | undefined> {
  const filters = [{ name: format.toUpperCase(), extensions: [format] }]
  const options = { title, defaultPath, filters }
  const [window] = BrowserWindow.getAllWindows()
  const { canceled, filePath } = await (window === undefined
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? undefined : filePath
}
