import { text } from './call-arguments.mjs'
import { options } from './options.mjs'
import { strict } from './strict.mjs'
import { windows } from './windows.mjs'

const PLAIN = 'text/plain'

let copied = ''
/** MIME types of the last item that was not text. */
let types = []

export const ClipboardItem = strict(
  'ClipboardItem',
  class {
    constructor(items) {
      this.types = Object.keys(items)
    }
  },
)

/**
 * The clipboard: text, and the types of other items. Kept in memory; with a visible window it also goes to the desktop's clipboard, by way of the page,
 * if Chromium lets it. What other programs copied is not seen. All but `clear` answer by a promise.
 */
export const clipboard = strict('clipboard', {
  writeText(value) {
    copied = text(value, 0)
    types = []
    if (!options.headless && !options.record) copyByPage()
    return Promise.resolve()
  },
  /** Only the types are kept. */
  write(items) {
    copied = ''
    types = items.flatMap(item => item.types)
    return Promise.resolve()
  },
  readText: async () => copied,
  has: async type => (type === PLAIN && copied !== '') || types.includes(type),
  clear() {
    copied = ''
    types = []
  },
})

function copyByPage() {
  const expression = `navigator.clipboard.writeText(${JSON.stringify(copied)})`
  void windows.pages[0]?.post('Runtime.evaluate', { expression, userGesture: true, awaitPromise: true })
}
