/** Decides who replaces the running program, by how it was installed: itself, its installer, or the system. */
import { open, rm } from 'node:fs/promises'
import { toPartPath } from '../files/part-path.ts'
import type { Manifest, ReleaseFile } from './manifest.ts'
import { UpdateRefused } from './update-refused.ts'

export interface ProgramPlace {
  readonly platform: string
  readonly arch: string
  /** Path of the AppImage that the program runs from, as its runtime sets it. */
  readonly appImage: string | undefined
}

export type UpdateWay =
  /** The file is downloaded. `replaces`: the path of the program's one file, or null when an installer is opened. */
  | { readonly kind: 'download'; readonly file: ReleaseFile; readonly replaces: string | null }
  /** The user is led to the release page. */
  | { readonly kind: 'page'; readonly reason: string }

const kinds: Readonly<Record<string, ReleaseFile['kind']>> = {
  linux: 'AppImage',
  darwin: 'dmg',
  win32: 'exe',
}

const page = (reason: string): UpdateWay => ({ kind: 'page', reason })

/** Throws UpdateRefused when the release has no file for this system. */
export async function chooseWay({ files }: Manifest, place: ProgramPlace): Promise<UpdateWay> {
  const { platform, arch, appImage } = place
  if (platform === 'linux' && appImage === undefined)
    return page(
      'On Linux only the AppImage updates itself. Get this version from your package manager or the release page.',
    )
  const file = files.find(
    each => each.system === platform && each.arch === arch && each.kind === kinds[platform],
  )
  if (file === undefined) throw new UpdateRefused('no-file', `${platform} ${arch}`)
  if (appImage === undefined) return { kind: 'download', file, replaces: null }
  if (await canReplace(appImage)) return { kind: 'download', file, replaces: appImage }
  return page('The folder of Parlay Desk can’t be written, so it can’t be replaced there.')
}

/** Tested by a file beside it, because a folder's attributes do not say it on every system. */
async function canReplace(path: string): Promise<boolean> {
  const probe = toPartPath(path)
  try {
    await (await open(probe, 'wx')).close()
    await rm(probe)
    return true
  } catch {
    return false
  }
}
