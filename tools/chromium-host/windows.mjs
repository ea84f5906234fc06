import { EventEmitter } from 'node:events'

/** All open windows, oldest first, each with its page. Emits 'created'(window) and 'all-closed'. */
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

  remove(window) {
    this.#open.delete(window)
    if (this.#open.size === 0) this.emit('all-closed')
  }
}

export const windows = new Windows()
