/** A key that a test looks for, and the places where it could be written down. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { echoOf, formsOf } from '../support/odds-service/key-forms.ts'

/** Each of its forms differs from the others. */
export const canary = 'canary-7f3a+9c/2e=51&d%40"kb'

export const forms = formsOf(canary)
export const echo = `POST /?key=${encodeURIComponent(canary)}&price=a ${echoOf(canary)}`

/** Forms of the key in a text. */
export const findKey = (text: string): string[] => forms.filter(form => text.includes(form))

/** Files below a folder that hold the key. */
export function findFilesWithKey(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => findKey(readFileSync(file, 'latin1')).length > 0)
}

/** Forms of the key in a page: its markup, and everything that its heap has. */
export async function findKeyInPage(page: Page): Promise<string[]> {
  const heap = await page.context().newCDPSession(page)
  const chunks: string[] = []
  heap.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await heap.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return findKey(`${chunks.join('')}\n${await page.content()}`)
}
