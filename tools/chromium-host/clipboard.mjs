import { text } from './call-arguments.mjs'
import { options } from './options.mjs'
import { strict } from './strict.mjs'
import { windows } from './windows.mjs'

const PLAIN = 'text/plain'

/** The item copied last, by type: text, or a Blob. */
let copied = {}

class Item {
  #items
  constructor(items) {
    this.#items = items
  }
  get types() {
    return Object.keys(this.#items)
  }
  async getType(type) {
    if (!(type in this.#items)) throw new DOMException(`The type '${type}' was not found`, 'NotFoundError')
    const value = await this.#items[type]
    return value instanceof Blob ? value : new Blob([value], { type })
  }
}
export const ClipboardItem = strict('ClipboardItem', Item)

/**
 * The clipboard: one item, kept in memory. With a visible window its text also goes to the desktop's clipboard, by way of
 * the page, if Chromium lets it. What other programs copied is not seen. All but `clear` answer by a promise.
 */
export const clipboard = strict('clipboard', {
  writeText: value => keep({ [PLAIN]: text(value, 0) }),
  async write(items) {
    const read = items.flatMap(item => item.types.map(async type => [type, await item.getType(type)]))
    await keep(Object.fromEntries(await Promise.all(read)))
  },
  read: async () => (Object.keys(copied).length === 0 ? [] : [new ClipboardItem(copied)]),
  readText: async () => {
    const plain = copied[PLAIN] ?? ''
    return plain instanceof Blob ? plain.text() : plain
  },
  has: async type => type in copied && copied[type] !== '',
  clear() {
    copied = {}
  },
})

async function keep(items) {
  copied = items
  if (PLAIN in items && !options.headless && !options.record) copyByPage(await clipboard.readText())
}

function copyByPage(plain) {
  const expression = `navigator.clipboard.writeText(${JSON.stringify(plain)})`
  void windows.pages[0]?.post('Runtime.evaluate', { expression, userGesture: true, awaitPromise: true })
}
