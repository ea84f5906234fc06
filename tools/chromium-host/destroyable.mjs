/** Has the methods and accessors of a class throw once an instance's `isDestroyed()` is true, except those named in `kept`. */
export function throwWhenDestroyed(Class, kept = []) {
  const members = Object.entries(Object.getOwnPropertyDescriptors(Class.prototype))
  for (const [name, member] of members) {
    if (name === 'constructor' || kept.includes(name)) continue
    for (const part of ['value', 'get', 'set']) if (member[part]) member[part] = guarded(member[part])
    Object.defineProperty(Class.prototype, name, member)
  }
}

function guarded(method) {
  return function (...args) {
    if (this.isDestroyed()) throw new TypeError('Object has been destroyed')
    return method.apply(this, args)
  }
}
