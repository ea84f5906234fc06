/** The one line under the grid that says how the user's last action went. */
import { shallowReadonly, shallowRef, type ShallowRef } from 'vue'
import type { Failure } from '../../../../shared/failure.ts'
import { createDeskContext } from './desk-context.ts'

export interface TextNotice {
  readonly kind: 'text'
  readonly text: string
  readonly undo?: () => Promise<void>
}
/** A failure may concern one part of an action; `rest` says what became of the others. */
export type Notice =
  TextNotice | { readonly kind: 'failed'; readonly failure: Failure; readonly rest?: TextNotice | undefined }

interface NoticeLine {
  readonly notice: Readonly<ShallowRef<Notice | undefined>>
  /** Undefined clears the line. */
  readonly showNotice: (notice: Notice | undefined) => void
  readonly showText: (text: string) => void
  readonly showFailure: (failure: Failure) => void
}

export const [provideNotice, useNotice] = createDeskContext('notice', (): NoticeLine => {
  const notice = shallowRef<Notice>()

  function showNotice(next: Notice | undefined): void {
    notice.value = next
  }

  return {
    notice: shallowReadonly(notice),
    showNotice,
    showText: text => showNotice({ kind: 'text', text }),
    showFailure: failure => showNotice({ kind: 'failed', failure }),
  }
})
