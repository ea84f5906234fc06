/** Constructs the updates of this program, with the keys and addresses of its releases. */
import { join } from 'node:path'
import { app, shell } from 'electron'
import { StoredPart } from '../account/stored-part.ts'
import { findAppImage } from '../files/app-image.ts'
import { openReleasePage } from '../links/deep-link.ts'
import release from '../updates/release.json' with { type: 'json' }
import { Updates } from '../updates/updates.ts'
import type { BaseServices } from './desk-services.ts'

export function openUpdates({
  folder,
  file,
  http,
  log,
}: Pick<BaseServices, 'folder' | 'file' | 'http' | 'log'>): Updates {
  return new Updates({
    http,
    // A development build is updated by whoever builds it.
    source: app.isPackaged ? release : { ...release, keys: [] },
    memory: new StoredPart(file, 'updates'),
    version: app.getVersion(),
    place: {
      platform: process.platform,
      arch: process.arch,
      appImage: findAppImage(process.env, process.execPath),
    },
    folder: join(folder, 'updates'),
    log,
    async openFile(path) {
      const fault = await shell.openPath(path)
      if (fault !== '') throw new Error(fault)
    },
    openPage: openReleasePage,
  })
}
