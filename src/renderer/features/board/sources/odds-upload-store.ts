/** Odds objects the user pastes: the text, kept until the board has taken it, and how far its sending is. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure } from '../../../../shared/failure.ts'
import type { LoadReport } from '../../../../shared/model/game/source.ts'
import { sendUpload } from './send-upload.ts'
import { partsOf } from './upload-parts.ts'

type UploadState =
  | { readonly kind: 'idle' }
  /** Parts of the text that have arrived, of all. */
  | { readonly kind: 'sending'; readonly sent: number; readonly of: number }
  | { readonly kind: 'loaded'; readonly report: LoadReport }
  | { readonly kind: 'failed'; readonly failure: Failure }

export const useOddsUploadStore = defineStore('odds-upload', () => {
  const text = shallowRef('')
  const upload = shallowRef<UploadState>({ kind: 'idle' })

  const isSending = computed(() => upload.value.kind === 'sending')
  const isEmpty = computed(() => text.value.trim() === '')

  /** Sends the text. Text of which nothing was taken stays. */
  async function send(): Promise<void> {
    const parts = partsOf(text.value)
    const onPart = (sent: number) => {
      upload.value = { kind: 'sending', sent, of: parts.length }
      return true
    }
    const outcome = await sendUpload({ name: null, form: 'text', parts, count: parts.length, onPart })
    if (outcome?.ok) finish(outcome.value)
    else upload.value = outcome ? { kind: 'failed', failure: outcome.failure } : { kind: 'idle' }
  }

  function finish(report: LoadReport): void {
    upload.value = { kind: 'loaded', report }
    if (report.taken > 0) text.value = ''
  }

  return { text, upload, isSending, isEmpty, send }
})
