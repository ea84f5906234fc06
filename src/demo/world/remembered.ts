/** The same function, but its answer is kept for each object for as long as that object lives. */
export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const answers = new WeakMap<K, { readonly value: V }>()
  return key => {
    const known = answers.get(key)
    if (known) return known.value
    const value = make(key)
    answers.set(key, { value })
    return value
  }
}
