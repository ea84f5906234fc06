import { EventEmitter } from 'node:events'

/**
 * All open windows, oldest first, each with its page. Emits 'created'(window), 'contents-created'(contents), 'focused'(window),
 * 'blurred'(window), 'page-gone'(contents, details) and 'all-closed'.
 */
class Windows extends EventEmitter {
  #open = new Map()

  get all() {
    return [...this.#open.keys()]
  }

  get pages() {
    return [...this.#open.values()]
  }

  add(window, page) {
    this.#open.set(window, page)
    this.emit('created', window)
  }

  /** `announce` says that the window is closed, when it is no longer among the open ones. */
  remove(window, announce) {
    this.#open.delete(window)
    announce()
    if (this.#open.size === 0) this.emit('all-closed')
  }
}

export const windows = new Windows()
