// Values as text, by the rules of structured clone. Node imports this module; the preload's world gets its text (see ../page-scripts.mjs).
// The engine's own structuredClone comes first: it refuses what must be refused, runs getters and flattens classes,
// so only plain, known kinds are left to write. Plain objects stay JSON objects; everything else is a list that starts with its kind.
// Objects are counted in the order they are met, by writer and reader alike: ["again", n] means the n-th one.

export const REFUSAL = 'An object could not be cloned.'

/** The text of a value. Throws Error(REFUSAL) for what structured clone cannot carry. */
export function encode(value) {
  return JSON.stringify(write(copyOf(value), new Map()))
}

/** The value of a text made by encode. */
export function decode(text) {
  return read(JSON.parse(text), [])
}

function copyOf(value) {
  try {
    return structuredClone(value)
  } catch {
    throw new Error(REFUSAL)
  }
}

function write(value, seen) {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : ['number', numberName(value)]
    case 'bigint':
      return ['bigint', String(value)]
    case 'undefined':
      return ['undefined']
    default:
      return value === null ? null : writeObject(value, seen)
  }
}

function numberName(value) {
  return Object.is(value, -0) ? '-0' : String(value)
}

function writeObject(value, seen) {
  const earlier = seen.get(value)
  if (earlier !== undefined) return ['again', earlier]
  seen.set(value, seen.size)
  if (Array.isArray(value)) return writeArray(value, seen)
  if (ArrayBuffer.isView(value)) return writeView(value, seen)
  if (value instanceof Error) return writeError(value, seen)
  const writer = writers.get(Object.getPrototypeOf(value))
  if (!writer) throw new Error(REFUSAL)
  return writer(value, seen)
}

const writeBoxed = (value, seen) => ['boxed', write(value.valueOf(), seen)]

const writers = new Map([
  [Object.prototype, writeFields],
  [Map.prototype, (map, seen) => ['map', ...[...map].flat().map(item => write(item, seen))]],
  [Set.prototype, (set, seen) => ['set', ...[...set].map(item => write(item, seen))]],
  [Date.prototype, date => ['date', date.getTime()]],
  [RegExp.prototype, expression => ['regexp', expression.source, expression.flags]],
  [ArrayBuffer.prototype, buffer => ['bytes', toBase64(new Uint8Array(buffer))]],
  [Number.prototype, writeBoxed],
  [String.prototype, writeBoxed],
  [Boolean.prototype, writeBoxed],
  [BigInt.prototype, writeBoxed],
])

/** Without a prototype, so that a field named __proto__ is a field like any other. */
function writeFields(object, seen) {
  const fields = Object.create(null)
  for (const key of Object.keys(object)) fields[key] = write(object[key], seen)
  return fields
}

function writeArray(array, seen) {
  if (!isDense(array)) return ['sparse', array.length, writeFields(array, seen)]
  const list = ['list']
  for (const item of array) list.push(write(item, seen))
  return list
}

function isDense(array) {
  for (let index = 0; index < array.length; index++) if (!(index in array)) return false
  return Object.keys(array).length === array.length
}

function writeView(view, seen) {
  const kind = Object.prototype.toString.call(view).slice('[object '.length, -1)
  return ['view', kind, write(view.buffer, seen), view.byteOffset, view.length ?? view.byteLength]
}

function writeError(error, seen) {
  const cause = Object.hasOwn(error, 'cause') ? [write(error.cause, seen)] : []
  return ['error', Object.getPrototypeOf(error).name, error.message, write(error.stack, seen), ...cause]
}

function read(node, made) {
  if (typeof node !== 'object' || node === null) return node
  if (!Array.isArray(node)) return readFields(keep({}, made), node, made)
  const [kind, ...parts] = node
  return readers[kind](parts, made)
}

function keep(object, made) {
  made.push(object)
  return object
}

const readers = {
  undefined: () => undefined,
  number: ([name]) => Number(name),
  bigint: ([digits]) => BigInt(digits),
  again: ([index], made) => made[index],
  list: readList,
  sparse: ([length, fields], made) => readFields(keep(Array(length), made), fields, made),
  map: readMap,
  set: readSet,
  date: ([time], made) => keep(new Date(time ?? NaN), made),
  regexp: ([source, flags], made) => keep(new RegExp(source, flags), made),
  bytes: ([text], made) => keep(fromBase64(text).buffer, made),
  boxed: ([primitive], made) => keep(Object(read(primitive, made)), made),
  view: readView,
  error: readError,
}

function readFields(object, fields, made) {
  for (const key of Object.keys(fields)) {
    const value = read(fields[key], made)
    if (key === '__proto__')
      Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
    else object[key] = value
  }
  return object
}

function readList(nodes, made) {
  const list = keep([], made)
  for (const node of nodes) list.push(read(node, made))
  return list
}

function readMap(nodes, made) {
  const map = keep(new Map(), made)
  for (let index = 0; index < nodes.length; index += 2) {
    const key = read(nodes[index], made)
    map.set(key, read(nodes[index + 1], made))
  }
  return map
}

function readSet(nodes, made) {
  const set = keep(new Set(), made)
  for (const node of nodes) set.add(read(node, made))
  return set
}

/** The view was counted before its buffer, but can only be made after it. */
function readView([kind, buffer, offset, length], made) {
  const index = made.push(undefined) - 1
  made[index] = new globalThis[kind](read(buffer, made), offset, length)
  return made[index]
}

function readError([name, message, stack, ...cause], made) {
  const error = keep(new globalThis[name](message), made)
  Object.defineProperty(error, 'stack', { value: read(stack, made), writable: true, configurable: true })
  for (const node of cause) {
    Object.defineProperty(error, 'cause', { value: read(node, made), writable: true, configurable: true })
  }
  return error
}

/** Node and Chromium each have a fast way that the other lacks. */
function toBase64(bytes) {
  return globalThis.Buffer ? Buffer.from(bytes.buffer).toString('base64') : bytes.toBase64()
}

function fromBase64(text) {
  return globalThis.Buffer ? new Uint8Array(Buffer.from(text, 'base64')) : Uint8Array.fromBase64(text)
}
