/**
 * Asks the user for files, a folder or a place to save with the system's dialogs, which start in the folder used last.
 */
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
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

/** The folder of the file that was chosen or saved last. */
export interface LastFolder {
  read(): string | null
  write(folder: string): void
}

/** Parent window of a dialog: the focused one. */
const findParent = () => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]

/** A network drive that is offline may take minutes to fail. */
const maxAnswerMs = 1_000

export class FileDialogs {
  readonly #last: LastFolder
  /** Checks under way, by folder: each occupies one of few threads. */
  readonly #checks = new Map<string, Promise<boolean>>()

  constructor(last: LastFolder) {
    this.#last = last
  }

  /** Absolute paths; none when the user chose nothing. */
  readonly chooseFiles = (request: FileRequest): Promise<readonly string[]> => this.#open(dialogs[request])

  /** An absolute path for a table of prices; undefined when the user chose none. */
  readonly chooseWhereToSave = (name: string): Promise<string | undefined> =>
    this.#save('Save prices', name, 'csv')

  /** An absolute path for an export of the ledger; undefined when the user chose none. */
  readonly chooseWhereToSaveLedger = (name: string, format: 'json' | 'csv'): Promise<string | undefined> =>
    this.#save('Export the ledger', name, format)

  /** An absolute path for a Parquet file; undefined when the user chose none. */
  readonly chooseWhereToSaveParquet = (name: string): Promise<string | undefined> =>
    this.#save('Export to Parquet', name, 'parquet')

  /**
   * A file of tickets; undefined when the user chose none. The dialog starts at `proposed`, or in the folder used last.
   */
  async chooseTickets(proposed?: string): Promise<string | undefined> {
    const ticketFiles = { name: 'Tickets', extensions: ['json', 'csv', 'tsv', 'txt', 'db'] }
    const [path] = await this.#open({
      title: 'Import tickets',
      properties: ['openFile'],
      ...(proposed !== undefined && { defaultPath: proposed }),
      filters: [ticketFiles, { name: 'All files', extensions: ['*'] }],
    })
    return path
  }

  async #open(asked: OpenDialogOptions): Promise<readonly string[]> {
    const folder = await this.#findLastFolder()
    const options = { ...(folder !== undefined && { defaultPath: folder }), ...asked }
    const window = findParent()
    const { filePaths } = await (window === undefined
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options))
    const isFolder = asked.properties?.includes('openDirectory') === true
    const [first] = filePaths
    if (first !== undefined) this.#last.write(isFolder ? first : dirname(first))
    return filePaths
  }

  async #save(title: string, name: string, format: 'json' | 'csv' | 'parquet'): Promise<string | undefined> {
    const filters = [{ name: format === 'parquet' ? 'Parquet' : format.toUpperCase(), extensions: [format] }]
    const options = { title, defaultPath: join((await this.#findLastFolder()) ?? '', name), filters }
    const window = findParent()
    const { canceled, filePath } = await (window === undefined
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options))
    if (canceled || filePath === '') return undefined
    this.#last.write(dirname(filePath))
    return filePath
  }

  /** Undefined when there was none, it is gone, or its drive does not respond. */
  async #findLastFolder(): Promise<string | undefined> {
    const folder = this.#last.read()
    if (folder === null) return undefined
    const isThere = await Promise.race([this.#check(folder), pause(maxAnswerMs, false, { ref: false })])
    return isThere ? folder : undefined
  }

  #check(folder: string): Promise<boolean> {
    const underWay = this.#checks.get(folder)
    if (underWay !== undefined) return underWay
    const check = stat(folder)
      .then(facts => facts.isDirectory())
      .catch(() => false)
      .finally(() => this.#checks.delete(folder))
    this.#checks.set(folder, check)
    return check
  }
}
