import { EventEmitter } from 'node:events'
import { strictPrototype } from './strict.mjs'

/** The base of Electron's emitting objects: an EventEmitter whose unknown members throw. */
export class HostEmitter extends EventEmitter {}

Object.setPrototypeOf(HostEmitter.prototype, strictPrototype(EventEmitter.prototype))

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
