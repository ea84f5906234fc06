/**
 * Uploads odds to the board: pasted text, kept until the board has loaded it, and dropped files, sent one after the
 * other and listed until the user dismisses them.
 */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type { LoadReport } from '../../../../shared/model/game/source.ts'
import { bridge } from '../../../bridge.ts'
import { recall, remember } from '../../../session-memory.ts'

type EndState =
  | { readonly kind: 'loaded'; readonly report: LoadReport }
  | { readonly kind: 'failed'; readonly failure: Failure }

type PasteState =
  | { readonly kind: 'idle' }
  /** Parts of the text that have arrived, of all. */
  | { readonly kind: 'sending'; readonly sent: number; readonly of: number }
  | EndState

type DropState =
  | { readonly kind: 'waiting' }
  /** Bytes that have arrived. */
  | { readonly kind: 'sending'; readonly done: number }
  /** All bytes have arrived, and the board reads them. */
  | { readonly kind: 'reading' }
  | EndState

interface DroppedFile {
  readonly id: number
  readonly file: File
  readonly state: DropState
}

/** Bytes of one call; large enough for speed, small enough for a progress bar that moves. */
export const maxPartBytes = 4 * 1024 * 1024
/** Characters of a file's name that the bridge accepts. */
const maxNameLength = 200
const unreadable: Failure = {
  kind: 'invalid',
  field: 'file',
  sentence: 'It couldn’t be read. For a folder, use Sources, Watch a folder.',
}

export const useUploadStore = defineStore('upload', () => {
  // state
  const text = shallowRef(recall('pasted odds', ''))
  watch(text, typed => remember('pasted odds', typed || undefined))
  const paste = shallowRef<PasteState>({ kind: 'idle' })
  const files = shallowRef<readonly DroppedFile[]>([])
  let lastId = 0
  /** Settles when all files dropped so far are sent. */
  let filesSent = Promise.resolve()

  // actions
  /** Sends the pasted text, which stays when nothing of it was loaded. */
  async function sendText(): Promise<void> {
    const onPart = (sent: number, of: number) => {
      paste.value = { kind: 'sending', sent, of }
      return true
    }
    const outcome = await sendOdds(new Blob([text.value]), { name: null, onPart })
    paste.value = outcome === undefined ? { kind: 'idle' } : toEndState(outcome)
    if (outcome?.ok === true && outcome.value.taken > 0) text.value = ''
  }

  /** Queues files after those that are still to be sent. */
  function dropFiles(dropped: readonly File[]): void {
    for (const file of dropped) {
      const id = ++lastId
      files.value = [...files.value, { id, file, state: { kind: 'waiting' } }]
      filesSent = filesSent.then(() => sendFile(id, file))
    }
  }

  async function sendFile(id: number, file: File): Promise<void> {
    const onPart = (sent: number, of: number) =>
      setState(id, sent === of - 1 ? { kind: 'reading' } : { kind: 'sending', done: sent * maxPartBytes })
    try {
      const outcome = await sendOdds(file, { name: file.name.slice(0, maxNameLength), onPart })
      if (outcome !== undefined) setState(id, toEndState(outcome))
    } catch {
      setState(id, { kind: 'failed', failure: unreadable })
    }
  }

  /** False when the file is no longer in the list. */
  function setState(id: number, state: DropState): boolean {
    files.value = files.value.map(each => (each.id === id ? { ...each, state } : each))
    return files.value.some(each => each.id === id)
  }

  /** Removes a file from the list. If it is being sent, that stops and nothing of it is loaded. */
  function putAway(id: number): void {
    files.value = files.value.filter(each => each.id !== id)
  }

  return { text, paste, files, sendText, dropFiles, putAway }
})

const toEndState = (outcome: Outcome<LoadReport>): EndState =>
  outcome.ok ? { kind: 'loaded', report: outcome.value } : { kind: 'failed', failure: outcome.failure }

interface SendOptions {
  /** Name of a file; null for pasted text. */
  readonly name: string | null
  /** Runs before each part with the number that have arrived; false stops, and nothing is loaded. */
  readonly onPart: (sent: number, of: number) => boolean
}

/**
 * Sends odds to the board in parts under one id; the last part loads them all. Returns the board's report or the first
 * failure, undefined when it was stopped. Throws when the file cannot be read.
 */
async function sendOdds(odds: Blob, { name, onPart }: SendOptions): Promise<Outcome<LoadReport> | undefined> {
  const upload = crypto.randomUUID()
  const count = Math.max(1, Math.ceil(odds.size / maxPartBytes))
  for (let sent = 0; sent < count; sent++) {
    const part = odds.slice(sent * maxPartBytes, (sent + 1) * maxPartBytes)
    const bytes = new Uint8Array(await part.arrayBuffer())
    if (!onPart(sent, count)) return undefined
    const outcome = await bridge().board.add({ upload, name, bytes, isLast: sent === count - 1 })
    if (!outcome.ok) return outcome
    if (outcome.value !== null) return { ok: true, value: outcome.value }
  }
  return undefined
}
