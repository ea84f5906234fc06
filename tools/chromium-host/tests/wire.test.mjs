import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { fc } from '../../../tests/support/property.ts'
import { REFUSAL, decode, encode } from '../page/wire.mjs'

const again = value => decode(encode(value))

const errors = fc
  .record({
    make: fc.constantFrom(Error, TypeError, RangeError, SyntaxError),
    message: fc.string(),
    cause: fc.option(fc.anything()),
  })
  .map(({ make, message, cause }) => new make(message, cause === null ? undefined : { cause }))

const bytes = fc
  .tuple(
    fc.uint8Array({ minLength: 16, maxLength: 64 }),
    fc.constantFrom(Uint8Array, Int16Array, Float64Array, BigInt64Array, DataView),
  )
  .map(([{ buffer }, View]) => new View(buffer.slice(0, 16), 8, 8 / (View.BYTES_PER_ELEMENT ?? 8)))

const leaf = fc.oneof(
  fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
  fc.constantFrom(
    undefined,
    null,
    NaN,
    -0,
    Infinity,
    -Infinity,
    /a[/]b\n/giu,
    new Date(NaN),
    new ArrayBuffer(3),
    Object(7n),
  ),
  errors,
  bytes,
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toString', '0', 'list'), fc.integer()),
)

/** Any graph: containers with leaves, joined by edges that may share and loop. */
const graph = fc
  .record({
    kinds: fc.array(fc.constantFrom('object', 'array', 'map', 'set'), { minLength: 1, maxLength: 6 }),
    leaves: fc.array(leaf, { maxLength: 6 }),
    edges: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }),
  })
  .map(({ kinds, leaves, edges }) => {
    const containers = kinds.map(kind => new { object: Object, array: Array, map: Map, set: Set }[kind]())
    const contents = [...leaves, ...containers]
    for (const [from, to] of edges) put(containers[from % containers.length], contents[to % contents.length])
    return containers[0]
  })

function put(container, content) {
  if (container instanceof Map) container.set(content, container)
  else if (container instanceof Set) container.add(content)
  else if (Array.isArray(container)) container.push(content)
  else container[`field ${Object.keys(container).length}`] = content
}

describe('the wire', () => {
  test('carries every value as structuredClone would', () => {
    fc.assert(
      fc.property(leaf, value => isDeepStrictEqual(again(value), structuredClone(value))),
      { numRuns: 2000 },
    )
  })

  test('keeps shared references and cycles', () => {
    fc.assert(
      fc.property(graph, value => isDeepStrictEqual(again(value), structuredClone(value))),
      { numRuns: 1000 },
    )
    const shared = { of: 'both' }
    const [first, second] = again([shared, shared])
    expect(first).toBe(second)
  })

  test('keeps views of one buffer on one buffer', () => {
    const buffer = new ArrayBuffer(8)
    const [low, high] = again([new Uint8Array(buffer, 0, 4), new Uint8Array(buffer, 4, 4)])
    expect(low.buffer).toBe(high.buffer)
    expect(high.byteOffset).toBe(4)
  })

  test('keeps the name, message, stack and cause of an error', () => {
    const error = new RangeError('too far', { cause: new Date(5) })
    expect(again(error)).toMatchObject({
      name: 'RangeError',
      message: 'too far',
      stack: error.stack,
      cause: new Date(5),
    })
  })

  test('flattens class instances and runs getters', () => {
    class Leg {
      #hidden = 1
      shown = 2
      get computed() {
        return this.#hidden
      }
    }
    expect(again(new Leg())).toEqual({ shown: 2 })
    expect(
      again({
        get price() {
          return 1.5
        },
      }),
    ).toEqual({ price: 1.5 })
  })

  test.each([
    ['a function', () => {}],
    ['a symbol', Symbol('no')],
    ['a promise', Promise.resolve()],
    ['a weak map', new WeakMap()],
    ['a proxy', new Proxy({}, {})],
    ['a blob', new Blob(['x'])],
    ['shared memory', new SharedArrayBuffer(1)],
    ['an address object', new URL('https://example.com')],
  ])('refuses %s, alone or inside', (_, value) => {
    expect(() => encode(value)).toThrow(new Error(REFUSAL))
    expect(() => encode({ deep: [new Map([['key', value]])] })).toThrow(new Error(REFUSAL))
  })
})
