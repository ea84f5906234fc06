/** Finds the file of the AppImage that this program runs from. */
import { realpathSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'

/** Variables that the runtime of an AppImage sets, and that every program started from it inherits. */
export interface AppImageVariables {
  /** Path of the AppImage. */
  readonly APPIMAGE?: string | undefined
  /** Folder that its contents are mounted at. */
  readonly APPDIR?: string | undefined
}

/**
 * Undefined for a program that lies outside the mounted folder: it inherited the variables from another program's
 * AppImage, such as that of a terminal.
 */
export function findAppImage({ APPIMAGE, APPDIR }: AppImageVariables, execPath: string): string | undefined {
  if (!APPIMAGE || !APPDIR) return undefined
  try {
    const inside = relative(realpathSync(APPDIR), realpathSync(execPath))
    return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? undefined : APPIMAGE
  } catch {
    // The folder of an AppImage that has ended.
    return undefined
  }
}
