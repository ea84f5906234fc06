import { spawn, spawnSync } from 'node:child_process'
import { HostEmitter, hostEvent, raise } from './host-emitter.mjs'
import { lifecycle } from './lifecycle.mjs'
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
    if (!lifecycle.isReady) throw new Error('Cannot create Notification before app is ready')
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
    setImmediate(() => raise(this, 'show', hostEvent()))
  }

  close() {
    setImmediate(() => raise(this, 'close', hostEvent()))
  }
}
