/** Objects with a key twice. Of two values nobody knows which is meant, and JSON.parse takes the last without a word. */
import type { BatchMaker } from '../batch/batch-maker.ts'

export interface TwiceKey {
  /** Where the key begins that its object has already, and where it ends, with its quotes. */
  readonly at: number
  readonly end: number
  /** The id of the odds object, with its quotes; undefined for what is none. */
  readonly id: { readonly from: number; readonly end: number } | undefined
}

export function leaveOutTwice(maker: BatchMaker, text: Buffer, { at, end, id }: TwiceKey, firstLine = 1) {
  const reason =
    id === undefined ? 'A key is twice in one object: the last counts.' : 'A field is in it twice.'
  maker.leaveOutText(reason, () => {
    const lines = text.toString('utf8', 0, at).split('\n')
    const place = `line ${firstLine + lines.length - 1}, column ${(lines.at(-1)?.length ?? 0) + 1}`
    const owner = id === undefined ? '' : ` of ${text.toString('utf8', id.from, id.end)}`
    return `${place}: ${text.toString('utf8', at, end)}${owner}`
  })
}
