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

  /** Emits 'show' when it is there. One that the desktop refuses emits nothing, as in Electron on Linux. */
  show() {
    recorded.notifications.push(this.#parts)
    const shown = () => raise(this, 'show', hostEvent())
    if (options.record) return void setImmediate(shown)
    spawn('notify-send', ['--', this.title, this.body], { stdio: 'ignore' })
      .on('error', () => {})
      .on('exit', code => code === 0 && shown())
  }

  close() {
    setImmediate(() => raise(this, 'close', hostEvent()))
  }
}
