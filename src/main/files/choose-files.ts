/** Asks the user for files or a folder with the system's own dialog: the only caller of `dialog`. */
import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron'

/** Files to read once, one file to watch, or a folder to watch. */
export type FileWish = 'files' | 'file-to-watch' | 'folder-to-watch'

const filters = [
  { name: 'Odds', extensions: ['json', 'ndjson', 'jsonl', 'csv', 'gz'] },
  { name: 'All files', extensions: ['*'] },
]

const dialogs: Readonly<Record<FileWish, OpenDialogOptions>> = {
  files: { title: 'Open odds', properties: ['openFile', 'multiSelections'], filters },
  'file-to-watch': { title: 'Watch a file of odds', properties: ['openFile'], filters },
  'folder-to-watch': { title: 'Watch a folder of odds', properties: ['openDirectory'] },
}

/** Absolute paths; none when the user chose nothing. */
export async function chooseFiles(wish: FileWish): Promise<readonly string[]> {
  const [window] = BrowserWindow.getAllWindows()
  const options = dialogs[wish]
  const { filePaths } = await (window === undefined
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return filePaths
}
