/** The notice about the user's last action. */
import { shallowReadonly, shallowRef } from 'vue'
import type { Failure } from '../../../../shared/failure.ts'
import { createDeskContext } from './desk-context.ts'

export interface TextNotice {
  readonly kind: 'text'
  readonly text: string
  readonly undo?: () => Promise<unknown>
}
/** After a partial failure, `rest` describes the other parts. */
export type Notice =
  TextNotice | { readonly kind: 'failed'; readonly failure: Failure; readonly rest?: TextNotice | undefined }

export const [provideNotice, useNotice] = createDeskContext('notice', () => {
  const notice = shallowRef<Notice>()

  /** Undefined removes the notice. */
  function showNotice(next: Notice | undefined): void {
    notice.value = next
  }

  return {
    notice: shallowReadonly(notice),
    showNotice,
    showText: (text: string) => showNotice({ kind: 'text', text }),
    showFailure: (failure: Failure) => showNotice({ kind: 'failed', failure }),
  }
})
