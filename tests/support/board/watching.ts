/** Watched files and folders of a test. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { eventually, fileIn, startSources, type Given } from './sources-fixture.ts'

/** Puts a file in place of another in one step, as pollers do. */
export function replaceFile(folder: string, name: string, content: string): void {
  renameSync(fileIn(folder, `${name}.part`, content), join(folder, name))
}

/** Watches a file or folder. Its first load begins once it is watched, so `ready` means both. */
export async function startWatching(path: string, isFolder: boolean, given: Given = {}) {
  const started = await startSources({ ...given, choose: () => Promise.resolve([path]) })
  expect(await started.sources.watch(isFolder)).toBe(1)
  await eventually(() => expect(started.only().state.kind).toBe('ready'))
  return started
}
