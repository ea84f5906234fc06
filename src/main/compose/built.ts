/** Where the built program lies: workers, preload and page beside the main process. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The folder of the built main process. Chunks lie in a folder of it. */
const built = import.meta.dirname.replace(/[\\/]chunks$/, '')

export const preloadFile = join(built, '../preload/index.cjs')
export const pageFolder = join(built, '../renderer')
export const workerFile = (name: string) => pathToFileURL(join(built, `${name}.js`))
