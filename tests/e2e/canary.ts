/** A key that a test looks for, and the places where it could be written down. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Each of its forms differs from the others. */
export const canary = 'canary-7f3a+9c/2e=51&d%40"kb'

const inQuery = new URLSearchParams({ key: canary }).toString().slice('key='.length)

/** Characters of a base64 text that follow from a part of the text alone, at each place that it can have in three bytes. */
const toBase64Parts = (text: string): string[] =>
  [0, 1, 2].map(shift => {
    const bytes = Buffer.from(`${'x'.repeat(shift)}${text}`)
    return bytes.toString('base64').slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })

const texts = [canary, inQuery, encodeURIComponent(canary), JSON.stringify(canary).slice(1, -1)]
export const forms = [...new Set([...texts, ...texts.flatMap(toBase64Parts)])]

/** Part of an answer that echoes the address of a call, with the key in each of its forms. */
export const echo = [
  `POST /?key=${inQuery}&price=a`,
  ...texts,
  ...texts.flatMap(text => ['/?key=', '/?&key=', '/?a&key='].map(start => btoa(`${start}${text}&price=a`))),
  ...texts.map(text => btoa(text)),
].join(' ')

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
