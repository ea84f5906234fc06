import { spawn, spawnSync } from 'node:child_process'
import { HostEmitter, hostEvent } from './host-emitter.mjs'
import { options } from './options.mjs'
import { recorded } from './test-channel.mjs'

let hasProgram

/** Electron's Notification, by notify-send where there is one; under a test it is only recorded. It cannot be clicked. */
export class Notification extends HostEmitter {
  #parts

  static isSupported() {
    if (options.record) return true
    hasProgram ??= spawnSync('notify-send', ['--version'], { stdio: 'ignore' }).status === 0
    return hasProgram
  }

  constructor({ title = '', body = '' } = {}) {
    super()
    this.#parts = { title, body }
  }

  get title() {
    return this.#parts.title
  }

  get body() {
    return this.#parts.body
  }

  show() {
    recorded.notifications.push(this.#parts)
    if (!options.record)
      spawn('notify-send', ['--', this.title, this.body], { stdio: 'ignore' }).on('error', () => {})
    setImmediate(() => this.emit('show', hostEvent()))
  }

  close() {
    setImmediate(() => this.emit('close', hostEvent()))
  }
}
