// Checks of what an app passes to a native function of Electron. The texts are those that Electron's bindings throw.

/** `value` if it is a text; throws TypeError otherwise. `index` is its place among the arguments. */
export function text(value, index) {
  return checked(typeof value === 'string', value, index)
}

export function number(value, index) {
  return checked(typeof value === 'number', value, index)
}

export function object(value, index) {
  return checked(typeof value === 'object' && value !== null, value, index)
}

function checked(isRight, value, index) {
  if (isRight) return value
  if (value === undefined) throw new TypeError('Insufficient number of arguments.')
  throw new TypeError(
    `Error processing argument at index ${index}, conversion failure from ${describe(value)}`,
  )
}

function describe(value) {
  return typeof value === 'function' || typeof value === 'symbol' ? typeof value : String(value)
}
