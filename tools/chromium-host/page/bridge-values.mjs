// Values on their way between the two worlds of a page, by the rules of Electron's context bridge: primitives and symbols as they are;
// functions and promises as proxies; of errors the message; arrays and all usual objects copied field by field, without their prototype;
// what is left (maps, dates, bytes) by structured clone. A proxy object (a Vue reactive one) is none of these and is refused.

const clone = structuredClone
const REFUSED = 'An object could not be cloned.'
const TOO_DEEP =
  'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.'
const MAX_LEVELS = 1000
const { getPrototypeOf, getOwnPropertySymbols, defineProperty, keys: keysOf } = Object
const { propertyIsEnumerable, toString: tagOf } = Object.prototype

/** Classes whose instances are cloned whole; of all other objects the fields are copied. */
const CLONED = [
  Date,
  RegExp,
  Map,
  Set,
  WeakMap,
  WeakSet,
  ArrayBuffer,
  Blob,
  Boolean,
  Number,
  String,
  BigInt,
  Symbol,
]
const CLONED_TAGS = new Set(['Arguments', 'Generator', 'Map Iterator', 'Set Iterator', 'Module'])

/** Text of an error at the other end: its message, or Electron's sentence for what is not an error. */
export function messageOf(error) {
  const message = typeof error === 'object' && error !== null ? error.message : undefined
  return typeof message === 'string'
    ? message
    : 'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.'
}

/** Text of the error for a result that cannot cross: the engine's words for what was thrown. */
export function thrownText(error) {
  return `Uncaught ${error}`
}

export class BridgeValues {
  #end
  #symbols = new Map() // symbol -> its part
  #bySymbolNumber = new Map()

  /** end: { offerFunction(fn, receiver), takeFunction(part), offerPromise(promise), takePromise(number) } */
  constructor(end) {
    this.#end = end
  }

  /** A value as something the engine can clone. Throws for what cannot cross. */
  pack(value) {
    if (isPlainData(value, 0)) return { kind: 'value', value: checked(value) }
    return this.#pack(value, { level: 0, receiver: undefined, seen: new Map() })
  }

  /** The arguments of one call: what is passed twice arrives as one. */
  packArguments(args) {
    if (args.every(arg => isPlainData(arg, 0))) return { kind: 'value', value: checked(args) }
    const seen = new Map()
    return { kind: 'array', items: args.map(arg => this.#pack(arg, { level: 0, receiver: undefined, seen })) }
  }

  unpack(part) {
    return this.#unpack(part, [])
  }

  #pack(value, { level, receiver, seen }) {
    if (level >= MAX_LEVELS) throw new TypeError(TOO_DEEP)
    if (typeof value === 'symbol') return this.#symbolPart(value)
    if (!isObject(value)) return { kind: 'value', value }
    if (seen.has(value)) return { kind: 'again', index: seen.get(value) }
    const met = part => {
      seen.set(value, seen.size)
      return part
    }
    if (typeof value === 'function')
      return met({ kind: 'function', ...this.#end.offerFunction(value, receiver) })
    if (value instanceof Promise) return met({ kind: 'promise', number: this.#end.offerPromise(value) })
    if (Error.isError(value) && !(value instanceof DOMException))
      return { kind: 'error', message: String(value.message) }
    if (isProxy(value)) throw new Error(REFUSED)
    if (Array.isArray(value)) return met(this.#packArray(value, level, seen))
    if (isCloned(value)) return met({ kind: 'value', value: checked(value) })
    met()
    return this.#packFields(value, level, seen)
  }

  /** Every index, as an array has it when it is read; a hole is undefined. */
  #packArray(array, level, seen) {
    const items = []
    for (let index = 0; index < array.length; index++)
      items.push(this.#pack(array[index], { level: level + 1, receiver: array, seen }))
    return { kind: 'array', items }
  }

  /** Each object counts as two levels, as in Electron. */
  #packFields(object, level, seen) {
    if (object instanceof Element)
      throw new Error('not in the Chromium host: an element over the context bridge')
    const symbols = getOwnPropertySymbols(object).filter(key => isEnumerable(object, key))
    const fields = [...keysOf(object), ...symbols].map(key => [
      typeof key === 'symbol' ? this.#symbolPart(key) : { kind: 'value', value: key },
      this.#pack(object[key], { level: level + 2, receiver: object, seen }),
    ])
    return { kind: 'object', fields }
  }

  /** Symbols of the registry are the same in both worlds; others have one counterpart there. */
  #symbolPart(symbol) {
    const key = Symbol.keyFor(symbol)
    if (key !== undefined) return { kind: 'symbol', key }
    if (!this.#symbols.has(symbol)) {
      const number = this.#symbols.size
      this.#symbols.set(symbol, { kind: 'symbol', number, isTheirs: true, description: symbol.description })
      this.#bySymbolNumber.set(`mine ${number}`, symbol)
    }
    return this.#symbols.get(symbol)
  }

  #takeSymbol({ key, number, isTheirs, description }) {
    if (key !== undefined) return Symbol.for(key)
    const name = `${isTheirs ? 'theirs' : 'mine'} ${number}`
    if (!this.#bySymbolNumber.has(name)) {
      const symbol = Symbol(description)
      this.#bySymbolNumber.set(name, symbol)
      this.#symbols.set(symbol, { kind: 'symbol', number, isTheirs: false })
    }
    return this.#bySymbolNumber.get(name)
  }

  /** `made` holds what was counted in `seen`, in the same order. */
  #unpack(part, made) {
    switch (part.kind) {
      case 'value':
        if (isObject(part.value)) made.push(part.value)
        return part.value
      case 'symbol':
        return this.#takeSymbol(part)
      case 'again':
        return made[part.index]
      case 'error':
        return new Error(part.message)
      case 'function':
        return remember(made, this.#end.takeFunction(part))
      case 'promise':
        return remember(made, this.#end.takePromise(part.number))
      case 'array':
        return remember(
          made,
          part.items.map(item => this.#unpack(item, made)),
        )
      default:
        return this.#unpackFields(part.fields, made)
    }
  }

  #unpackFields(fields, made) {
    const object = remember(made, {})
    for (const [key, part] of fields) {
      const value = this.#unpack(part, made)
      const name = this.#unpack(key, made)
      defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
    }
    return object
  }
}

function remember(made, value) {
  made.push(value)
  return value
}

const isObject = value => (typeof value === 'object' && value !== null) || typeof value === 'function'
const isEnumerable = (object, key) => Reflect.apply(propertyIsEnumerable, object, [key])

function isCloned(value) {
  const tag = Reflect.apply(tagOf, value, []).slice('[object '.length, -1)
  return CLONED_TAGS.has(tag) || ArrayBuffer.isView(value) || CLONED.some(Class => value instanceof Class)
}

/** `value` if the engine can clone it. */
function checked(value) {
  if (!isObject(value)) return value
  try {
    clone(value)
    return value
  } catch {
    throw new Error(REFUSED)
  }
}

/**
 * True for plain objects, arrays without holes, bytes and primitives inside: what a clone carries exactly as field-by-field copying would.
 * Such values cross whole, which is much faster.
 */
function isPlainData(value, level) {
  if (level >= MAX_LEVELS || typeof value === 'symbol' || typeof value === 'function') return false
  if (!isObject(value)) return true
  if (Array.isArray(value)) {
    return isDenseArray(value) && value.every(item => isPlainData(item, level + 1))
  }
  if (ArrayBuffer.isView(value)) return true
  const prototype = getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  if (getOwnPropertySymbols(value).length > 0) return false
  return keysOf(value).every(key => isPlainData(value[key], level + 2))
}

/** True without holes and fields of its own: indices come first among the keys, so the last key shows both. */
function isDenseArray(array) {
  const keys = keysOf(array)
  return keys.length === array.length && (keys.length === 0 || keys.at(-1) === String(array.length - 1))
}

/** The engine names what it refused: a proxy by its class, before it has looked at any field. */
function isProxy(value) {
  try {
    clone(value)
    return false
  } catch (error) {
    return /(?:^|: )(?:#<(?!Promise>)|\[object )/.test(error?.message)
  }
}
