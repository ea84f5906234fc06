// The comment above a group or a row names the case of Electron's spec/api-context-bridge-spec.ts that it comes from.
import { describe, expect, test } from 'vitest'
import { bridged as bridgedIn, inPreload, startForFile } from './start-fixture.mjs'

const { desk, page } = await startForFile()

const bridged = (...args) => bridgedIn(page, ...args)

describe('a value over the bridge', () => {
  test.each([
    // "should proxy numbers", "should proxy nested numbers"
    ['number', () => ({ a: { b: 7 } }), api => api.a.b, 7],
    // "should proxy strings"
    ['text', () => 'text', api => api, 'text'],
    // "should proxy booleans"
    ['boolean', () => [true, { no: false }], api => [api[0], api[1].no], [true, false]],
    // "it should proxy null", "it should proxy undefined", "it should proxy nested null and undefined correctly"
    ['null and undefined', () => [null, undefined], api => api.map(String), ['null', 'undefined']],
    ['nothing at all', () => undefined, api => String(api), 'undefined'],
    // "should proxy nested arrays"
    ['array in an array', () => ({ list: [1, [2]] }), api => api.list[1][0], 2],
    // "should proxy objects with number keys"
    ['object with numbers for keys', () => ({ 1: 'a', 22: 'b' }), api => api[22], 'b'],
    // "should proxy typed arrays and regexps through the serializer"
    [
      'typed array or expression',
      () => ({ bytes: new Uint8Array(9), word: /a/g }),
      api => [api.bytes instanceof Uint8Array, String(api.word)],
      [true, '/a/g'],
    ],
    // "should handle Blobs"
    ['blob', () => new Blob(['four']), api => [api instanceof Blob, api.size], [true, 4]],
    // "should handle recursive objects"
    [
      'loop of objects',
      () => {
        const loop = { value: 3 }
        loop.loop = loop
        return { loop }
      },
      api => [api.loop.loop.loop.value, api.loop.loop === api.loop],
      [3, true],
    ],
    // "should not mutate the prototype when an object with an own __proto__ key is exposed"
    [
      'field named __proto__',
      () => Object.defineProperty({ own: 1 }, '__proto__', { value: { foreign: 2 }, enumerable: true }),
      api => [Object.getPrototypeOf(api) === Object.prototype, api.foreign, Object.hasOwn(api, '__proto__')],
      [true, undefined, true],
    ],
  ])('%s arrives as it is', async (_, make, use, expected) => {
    expect(await bridged(make, use)).toEqual(expected)
  })

  // "should not leak prototypes"
  test('an instance of a class arrives with its fields and without its prototype', async () => {
    const make = () => {
      class Price {
        odds = 1.5
        #book = 'x'
        get book() {
          return this.#book
        }
        double() {
          return this.odds * 2
        }
      }
      return { price: new Price(), give: () => new Price() }
    }
    const use = api =>
      [api.price, api.give()].map(price => [
        Object.getPrototypeOf(price) === Object.prototype,
        price.odds,
        typeof price.double,
        price.book,
      ])
    const plain = [true, 1.5, 'undefined', undefined]
    expect(await bridged(make, use)).toEqual([plain, plain])
  })

  // "should not leak prototypes"
  test('everything that crosses has prototypes of the world it arrives in', async () => {
    const make = () => ({
      all: [{}, [], () => {}, Promise.resolve(), new Map(), new Date(0), new Error('e'), new Uint8Array(1)],
      give: () => [{}, [], () => {}, Promise.resolve(), new Map(), new Date(0), new Error('e')],
    })
    const use = api => {
      const own = [Object, Array, Function, Promise, Map, Date, Error, Uint8Array]
      return [...api.all, ...api.give()].map((value, index) => {
        const Class = own[index % own.length]
        return Object.getPrototypeOf(value) === Class.prototype
      })
    }
    expect(await bridged(make, use)).toEqual(Array(15).fill(true))
  })

  // not in the specs; IsPlainArray and ObjectCache of electron_api_context_bridge.cc
  test('a hole in an array is undefined, and fields of an array stay behind', async () => {
    const make = () => {
      const list = [1, , 3]
      list.extra = 'left'
      return list
    }
    expect(await bridged(make, list => [1 in list, list.length, list.extra])).toEqual([true, 3, undefined])
  })

  // not in the specs; a getter is read once, when the object crosses
  test('a getter arrives as its value', async () => {
    const make = () => ({
      get now() {
        return 5
      },
    })
    const use = api => Object.getOwnPropertyDescriptor(api, 'now')
    expect(await bridged(make, use)).toEqual({
      value: 5,
      writable: false,
      enumerable: true,
      configurable: false,
    })
  })
})

describe('a symbol over the bridge', () => {
  // "should proxy symbols", "should proxy symbols such that symbol equality works"
  test('is the same again when it comes back', async () => {
    const make = () => {
      const own = Symbol('own')
      return { give: () => own, isOwn: symbol => symbol === own }
    }
    expect(await bridged(make, api => [api.isOwn(api.give()), api.isOwn(Symbol('own'))])).toEqual([
      true,
      false,
    ])
  })

  // "should proxy symbols such that symbol key lookup works"
  test('finds the field whose key it is', async () => {
    const make = () => {
      const key = Symbol('key')
      return { key: () => key, object: () => ({ [key]: 123 }) }
    }
    expect(await bridged(make, api => api.object()[api.key()])).toBe(123)
  })
})

describe('an exposed API', () => {
  test('is there, whole and frozen, before the first script of the page', async () => {
    expect(await page.evaluate(() => window.seenAtFirstScript)).toEqual({
      api: 'object',
      nested: 'function',
      frozen: true,
    })
  })

  // "should make global properties read-only", "should make properties unwriteable"
  test('cannot be replaced, changed or deleted', async () => {
    const changed = await page.evaluate(() => {
      desk.deep.er = 1
      window.desk = 2
      return [typeof desk.deep.er, delete window.desk, typeof window.desk]
    })
    expect(changed).toEqual(['object', false, 'object'])
  })

  // "should make arrays immutable", "should make nested arrays immutable"
  test('has lists that cannot grow', async () => {
    const push = list => {
      try {
        return list.push(4)
      } catch (error) {
        return error.constructor.name
      }
    }
    expect(await bridged(() => [1, 2], push)).toBe('TypeError')
    expect(await bridged(() => ({ a: [[1]] }), `api => (${push})(api.a[0])`)).toBe('TypeError')
  })

  // "it should not let you overwrite existing exposed things"
  test('cannot take a name that the window has', async () => {
    const attempt = name =>
      inPreload(
        page,
        ({ contextBridge }, name) => {
          try {
            return contextBridge.exposeInMainWorld(name, {})
          } catch (error) {
            return error.message
          }
        },
        name,
      )
    const refused = 'Cannot bind an API on top of an existing property on the window object'
    expect([await attempt('desk'), await attempt('fetch')]).toEqual([refused, refused])
  })

  test('leaves nothing of itself that a page script could hear or reach', async () => {
    const { tapped, leaked } = await page.evaluate(() => {
      desk.deep.er.double(1)
      return { tapped: tapped.length, leaked }
    })
    expect({ tapped, leaked }).toEqual({ tapped: 0, leaked: [] })
  })

  test('has nothing of an exposed ipcRenderer', async () => {
    expect(await page.evaluate(() => Object.keys(window.emptied))).toEqual([])
  })
})

// electron_api_context_bridge.cc and lib/sandboxed_renderer/init.ts; api-browser-window-spec.ts "sandbox option exposes ipcRenderer to preload script"
test('the preload has only what a sandboxed preload has', async () => {
  expect(await page.evaluate(() => desk.attempts())).toEqual({
    requireFs: 'module not found: fs',
    requireNodeFs: 'module not found: node:fs',
    sendSync: 'not in the Chromium host: ipcRenderer.sendSync',
    webFrame: 'not in the Chromium host: electron in a preload.webFrame',
    sendFunction: 'An object could not be cloned.',
    globals: '0',
    process: `${process.platform},renderer,string,true`,
  })
})

test('the API comes again, once, after a reload', async () => {
  await page.reload()
  expect(await page.evaluate(() => [window.seenAtFirstScript.api, desk.deep.er.double(3)])).toEqual([
    'object',
    6,
  ])
})
