import { options } from './options.mjs'
import { strict } from './strict.mjs'
import { windows } from './windows.mjs'

let text = ''

/**
 * The clipboard, text only. Kept in memory; with a visible window it also goes to the desktop's clipboard, by way of the page,
 * if Chromium lets it. What other programs copied is not seen.
 */
export const clipboard = strict('clipboard', {
  writeText(value) {
    text = String(value)
    if (!options.headless && !options.record) copyByPage()
  },
  readText: () => text,
  clear() {
    text = ''
  },
})

function copyByPage() {
  const expression = `navigator.clipboard.writeText(${JSON.stringify(text)})`
  void windows.pages[0]?.post('Runtime.evaluate', { expression, userGesture: true, awaitPromise: true })
}
