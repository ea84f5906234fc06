// Makes parts that the host lacks fail loudly and by name; otherwise an app could work here and break in Electron, or
// the reverse. Also sent to the preload's world (see page-scripts.mjs), so it imports nothing.

/** Names that the language, loaders, consoles and test tools look up on any object. */
const PROBES = new Set([
  'then',
  'toJSON',
  'toString',
  'valueOf',
  'constructor',
  'inspect',
  'href',
  'default',
  '__esModule',
])
const TEST_PROBES = new Set([
  '$$typeof',
  'nodeType',
  'tagName',
  'asymmetricMatch',
  '@@__IMMUTABLE_ITERABLE__@@',
])

/** The error for a member of `name` that the host has not. */
export function notInHost(name, key) {
  return new Error(`not in the Chromium host: ${name}.${key}`)
}

/** `members`, throwing for every other name that is read. */
export function strict(name, members) {
  return new Proxy(members, {
    get(target, key) {
      if (key in target || isProbe(key)) return target[key]
      throw notInHost(name, key)
    },
  })
}

/** A prototype to end a chain with: reading what neither the object nor `base` has throws, by this name or that of the object's class. */
export function strictPrototype(base, name) {
  return new Proxy(Object.create(base), {
    get(target, key, receiver) {
      if (key in target || isProbe(key)) return Reflect.get(target, key, receiver)
      throw notInHost(name ?? receiver.constructor.name, key)
    },
  })
}

function isProbe(key) {
  return typeof key === 'symbol' || PROBES.has(key) || TEST_PROBES.has(key)
}
