/** Files dropped on the window: sent one after the other, each kept in the list until the user has seen its end. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { LoadReport } from '../../../../shared/model/game/source.ts'
import { sendUpload } from './send-upload.ts'
import { bytePartCount, bytePartsOf, bytesLimit } from './upload-parts.ts'

type DropState =
  | { readonly kind: 'waiting' }
  /** Bytes that have arrived. */
  | { readonly kind: 'sending'; readonly done: number }
  /** All have: the board reads them. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'loaded'; readonly report: LoadReport }
  | { readonly kind: 'failed'; readonly failure: Failure }

export interface DroppedFile {
  readonly id: number
  readonly file: File
  readonly state: DropState
}

/** The longest name the bridge takes. */
const longestName = 200
const unreadable: Failure = {
  kind: 'invalid',
  field: 'file',
  sentence: 'It could not be read. For a folder, use Sources, Watch a folder.',
}

export const useFileDropStore = defineStore('file-drop', () => {
  const files = shallowRef<readonly DroppedFile[]>([])
  let newest = 0
  let isSending = false

  const next = () => files.value.find(({ state }) => state.kind === 'waiting')

  /** Takes files in, behind those that are still to be sent. */
  async function take(dropped: readonly File[]): Promise<void> {
    const more = dropped.map(file => ({ id: ++newest, file, state: { kind: 'waiting' as const } }))
    files.value = [...files.value, ...more]
    if (isSending) return
    isSending = true
    for (let file = next(); file !== undefined; file = next()) {
      const outcome = await send(file)
      if (outcome !== undefined) put(file.id, endOf(outcome))
    }
    isSending = false
  }

  async function send({ id, file }: DroppedFile): Promise<Outcome<LoadReport> | undefined> {
    const count = bytePartCount(file)
    try {
      return await sendUpload({
        name: file.name.slice(0, longestName),
        form: 'bytes',
        parts: bytePartsOf(file),
        count,
        onPart: sent =>
          put(id, sent === count - 1 ? { kind: 'reading' } : { kind: 'sending', done: sent * bytesLimit }),
      })
    } catch {
      return { ok: false, failure: unreadable }
    }
  }

  /** Whether the file is still in the list; one that was taken off it is sent no further. */
  function put(id: number, state: DropState): boolean {
    files.value = files.value.map(each => (each.id === id ? { ...each, state } : each))
    return files.value.some(each => each.id === id)
  }

  /** Takes a file off the list; if it was being sent, that ends and nothing of it is loaded. */
  function putAway(id: number): void {
    files.value = files.value.filter(each => each.id !== id)
  }

  return { files, take, putAway }
})

const endOf = (outcome: Outcome<LoadReport>): DropState =>
  outcome.ok ? { kind: 'loaded', report: outcome.value } : { kind: 'failed', failure: outcome.failure }
