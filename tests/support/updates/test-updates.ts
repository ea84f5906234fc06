/** The service of updates over a real server: the program it would replace, and what it remembers. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Http } from '../../../src/main/odds-service/http.ts'
import { Updates, type UpdatesDeps } from '../../../src/main/updates/updates.ts'
import { noUpdates, type UpdateMemory } from '../../../src/shared/model/settings/updates.ts'
import { tempFolder } from '../storage/temp-folder.ts'
import { keysOf, now } from './signed-release.ts'

export interface TestUpdatesOptions extends Partial<UpdatesDeps> {
  readonly origin: string
  readonly isOn?: boolean
}

/** Turned on unless said otherwise, for an AppImage of version 0.1.0. */
export function startUpdates({ origin, isOn = true, ...others }: TestUpdatesOptions) {
  const home = tempFolder()
  const program = join(home, 'apps', 'desk.AppImage')
  mkdirSync(join(home, 'apps'))
  writeFileSync(program, 'old program', { mode: 0o755 })
  const folder = join(home, 'updates')
  let memory: UpdateMemory = { ...noUpdates, isOn }
  const opened: string[] = []
  const open = (what: string) => {
    opened.push(what)
    return Promise.resolve()
  }
  const http = new Http({})
  const updates = new Updates({
    http,
    source: { ...keysOf(), manifest: `${origin}/update.json`, page: 'https://releases.example/' },
    memory: { read: () => memory, write: change => (memory = change) },
    version: '0.1.0',
    place: { platform: 'linux', arch: 'x64', appImage: program },
    folder,
    log: () => '',
    openFile: open,
    openPage: open,
    now: () => now,
    ...others,
  })
  onTestFinished(async () => {
    updates.stop()
    await http.close()
  })
  return { updates, home, program, folder, opened, memory: () => memory }
}
