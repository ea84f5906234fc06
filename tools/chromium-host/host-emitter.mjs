import { EventEmitter } from 'node:events'
import { strictPrototype } from './strict.mjs'
import { reportUncaught } from './uncaught.mjs'

/** The base of Electron's emitting objects: an EventEmitter whose unknown members throw. */
export class HostEmitter extends EventEmitter {}

Object.setPrototypeOf(HostEmitter.prototype, strictPrototype(EventEmitter.prototype))

/**
 * Emits an event as Electron's native code does: an error that a listener throws counts as uncaught,
 * and the host goes on with what it was doing.
 */
export function raise(emitter, name, ...args) {
  try {
    emitter.emit(name, ...args)
  } catch (error) {
    reportUncaught(error)
  }
}

/** The first argument of an Electron event that a listener may prevent. */
export function hostEvent(fields = {}) {
  return {
    ...fields,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  }
}
