import { text } from './call-arguments.mjs'
import { options } from './options.mjs'
import { strict } from './strict.mjs'
import { windows } from './windows.mjs'

const PLAIN = 'text/plain'

let copied = ''

/**
 * The clipboard, text only. Kept in memory; with a visible window it also goes to the desktop's clipboard, by way of the page,
 * if Chromium lets it. What other programs copied is not seen. All but `clear` answer by a promise.
 */
export const clipboard = strict('clipboard', {
  writeText(value) {
    copied = text(value, 0)
    if (!options.headless && !options.record) copyByPage()
    return Promise.resolve()
  },
  readText: async () => copied,
  has: async type => type === PLAIN && copied !== '',
  clear() {
    copied = ''
  },
})

function copyByPage() {
  const expression = `navigator.clipboard.writeText(${JSON.stringify(copied)})`
  void windows.pages[0]?.post('Runtime.evaluate', { expression, userGesture: true, awaitPromise: true })
}
