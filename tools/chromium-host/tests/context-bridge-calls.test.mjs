// The comment above a group or a row names the case of Electron's spec/api-context-bridge-spec.ts that it comes from.
import { describe, expect, test } from 'vitest'
import { bridged as bridgedIn, startForFile } from './start-fixture.mjs'

const { page } = await startForFile()

const bridged = (...args) => bridgedIn(page, ...args)

describe('a function over the bridge', () => {
  test.each([
    // "should proxy methods", "should proxy functions"
    ['is called and answers at once', () => ({ double: n => n * 2 }), api => api.double(4), 8],
    // "should proxy methods that are callable multiple times"
    [
      'keeps its state from call to call',
      () => ({
        counter: () => ({
          next: (
            (n = 0) =>
            () =>
              ++n
          )(),
        }),
      }),
      api => [api.counter().next(), (c => [c.next(), c.next()])(api.counter())],
      [1, [1, 2]],
    ],
    // "should proxy methods in the reverse direction"
    ['can be an argument', () => give => give() + 1, api => api(() => 20), 21],
    // "should work with complex nested methods and promises"
    [
      'can be handed on through both worlds',
      () => first => first(fourth => fourth()),
      api => api(third => third(() => Promise.resolve('last'))),
      'last',
    ],
    // "should not double-proxy functions when they are returned to their origin side of the bridge"
    ['comes back as itself', () => fn => fn, api => (fn => api(fn) === fn)(() => {}), true],
    // "should proxy function arguments only once"
    ['gets an object passed twice as one', () => (a, b) => a === b, api => (o => api(o, o))({ x: 1 }), true],
    ['gets a function passed twice as one', () => (a, b) => a === b, api => (f => api(f, f))(() => {}), true],
    // not in the specs; kProxiedFunctionReceiver of electron_api_context_bridge.cc
    [
      'is called on the object that it was exposed with',
      () => ({
        own: 'mine',
        who() {
          return this.own
        },
      }),
      api => (0, api.who)(),
      'mine',
    ],
  ])('%s', async (_, make, use, expected) => {
    expect(await bridged(make, use)).toEqual(expected)
  })

  // "should not mutate the prototype when an object with an own __proto__ key is sent over the bridge"
  test('gets an argument with a field named __proto__ as a field', async () => {
    const make = () => value => [value.foreign, Object.hasOwn(value, '__proto__'), value.own]
    const use = api =>
      api(Object.defineProperty({ own: 1 }, '__proto__', { value: { foreign: 2 }, enumerable: true }))
    expect(await bridged(make, use)).toEqual([undefined, true, 1])
  })
})

describe('a promise over the bridge', () => {
  test.each([
    // "should proxy promises and resolve with the correct value", "should proxy nested promises correctly"
    ['resolves', () => ({ a: { later: Promise.resolve([1]) } }), api => api.a.later, [1]],
    // "should proxy promises and resolve with the correct value if it resolves later"
    ['resolves later', () => () => new Promise(r => setTimeout(r, 5, 'late')), api => api(), 'late'],
    // "should proxy promises in the reverse direction"
    [
      'resolves as an argument',
      () => async promise => (await promise) + 1,
      api => api(Promise.resolve(1)),
      2,
    ],
    // "should proxy promises and reject with the correct value"
    ['rejects with a value', () => Promise.reject('no'), api => api.catch(reason => reason), 'no'],
    [
      'rejects with an error, of which the message is left',
      () => () => Promise.reject(new RangeError('far')),
      api => api().catch(error => [String(error), Object.getPrototypeOf(error) === Error.prototype]),
      ['Error: far', true],
    ],
  ])('%s', async (_, make, use, expected) => {
    expect(await bridged(make, use)).toEqual(expected)
  })

  // "should proxy promises correctly when Function.prototype has been overridden in the main world"
  test('arrives although the page has replaced then', async () => {
    const use = async api => {
      const { then } = Promise.prototype
      Promise.prototype.then = function (...args) {
        return then.apply(this, args)
      }
      try {
        return await api.give()
      } finally {
        Promise.prototype.then = then
      }
    }
    expect(await bridged(() => ({ give: async () => 'given' }), use)).toBe('given')
  })
})

describe('an error over the bridge', () => {
  const caught = `async run => {
    try { await run() } catch (error) {
      return [error.message, Object.getPrototypeOf(error) === Error.prototype]
    }
  }`
  test.each([
    // "should properly handle errors thrown in proxied functions", "should copy thrown errors into the other context"
    [
      'thrown',
      () => {
        throw new TypeError('oh no')
      },
      'oh no',
    ],
    [
      'thrown that is no error',
      () => {
        throw 'text'
      },
      /^An unknown exception occurred in the isolated context/,
    ],
    ['for a result', () => Object(Symbol('s')), 'Uncaught Error: An object could not be cloned.'],
    [
      'for a result in an array',
      () => [Object(Symbol('s'))],
      'Uncaught Error: An object could not be cloned.',
    ],
    [
      'for a result in an object',
      () => ({ a: Object(Symbol('s')) }),
      'Uncaught Error: An object could not be cloned.',
    ],
    [
      'of a getter in a result',
      () => ({
        get bad() {
          throw new Error('bad')
        },
      }),
      'Uncaught Error: bad',
    ],
    [
      'for a promise that resolves',
      async () => Object(Symbol('s')),
      'Uncaught Error: An object could not be cloned.',
    ],
    [
      'for a promise that rejects',
      () => Promise.reject(Object(Symbol('s'))),
      'Uncaught Error: An object could not be cloned.',
    ],
  ])('%s is a plain Error with a message', async (_, run, message) => {
    const [text, isPlain] = await bridged(`() => ${run}`, caught)
    expect(text).toMatch(message)
    expect(isPlain).toBe(true)
  })

  // "should throw instead of crashing when an array argument has a throwing getter"
  test('of a getter in an argument is thrown as it is', async () => {
    const use = api => {
      const list = [1, 2]
      Object.defineProperty(list, 0, {
        get() {
          throw new Error('boom')
        },
        enumerable: true,
      })
      try {
        return api(list)
      } catch (error) {
        return error.message
      }
    }
    expect(await bridged(() => list => list.length, use)).toBe('boom')
  })

  // "should throw instead of crashing when a returned array has a throwing getter"
  test('of a getter in a returned array names the engine’s words', async () => {
    const make = () => () =>
      Object.defineProperty([1], 0, {
        get() {
          throw new Error('boom')
        },
        enumerable: true,
      })
    const use = api => {
      try {
        return api()
      } catch (error) {
        return error.message
      }
    }
    expect(await bridged(make, use)).toBe('Uncaught Error: boom')
  })

  // not in the specs; IsNativeError of electron_api_context_bridge.cc
  test('as a value keeps its message and nothing else', async () => {
    const make = () => () => Object.assign(new RangeError('far', { cause: 1 }), { code: 'E' })
    const use = api => (error => [String(error), error.cause, error.code])(api())
    expect(await bridged(make, use)).toEqual(['Error: far', undefined, undefined])
  })
})

describe('refused over the bridge', () => {
  const refusal = value => `api => {
    try { api(${value}); return 'taken' } catch (error) { return error.message }
  }`
  // not in the specs; IsProxy and the serializer of electron_api_context_bridge.cc. Vue's reactive objects are proxies.
  test.each([
    ['a proxy of an object', 'new Proxy({ a: 1 }, {})'],
    ['a proxy of an array', 'new Proxy([1], {})'],
    ['a proxy of an object with functions', 'new Proxy({ run() {} }, {})'],
    ['a proxy beside a function', '{ run() {}, inner: new Proxy({}, {}) }'],
    ['a proxy deep inside', '[{ rows: [new Proxy({}, {})] }]'],
    ['a map with a function', 'new Map([[1, () => {}]])'],
    ['a weak map', 'new WeakMap()'],
    ['a boxed symbol', 'Object(Symbol())'],
    ['a generator', '(function* () {})()'],
  ])('is %s', async (_, value) => {
    expect(await bridged(() => () => {}, refusal(value))).toBe('An object could not be cloned.')
  })

  // "should throw an error when recursion depth is exceeded"
  test('is what lies deeper than 1000 levels', async () => {
    const nested = count => `Array.from({ length: ${count} }).reduce(inner => [inner], [])`
    expect(await bridged(() => () => {}, refusal(nested(999)))).toBe('taken')
    expect(await bridged(() => () => {}, refusal(nested(1000)))).toMatch(/recursion depth exceeded/)
  })

  // not in the specs; arrays are cached after their items
  test('is a loop of arrays', async () => {
    const loop = '(list => { list.push(list); return list })([() => {}])'
    expect(await bridged(() => () => {}, refusal(loop))).toMatch(/recursion depth exceeded/)
  })
})
