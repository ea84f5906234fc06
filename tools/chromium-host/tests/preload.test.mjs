import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFixture, temporaryFolder } from './start-fixture.mjs'

const folder = temporaryFolder()
let desk
let page

beforeAll(async () => {
  desk = await startFixture(folder.path)
  page = desk.page
})
afterAll(async () => {
  await desk?.close()
  folder.remove()
})

describe('the exposed API', () => {
  test('is there, whole and frozen, before the first script of the page', async () => {
    expect(await page.evaluate(() => window.seenAtFirstScript)).toEqual({
      api: 'object',
      nested: 'function',
      frozen: true,
    })
  })

  test('cannot be replaced or changed', async () => {
    const changed = await page.evaluate(() => {
      desk.deep.er = 1
      window.desk = 2
      return [typeof desk.deep.er, delete window.desk, typeof window.desk]
    })
    expect(changed).toEqual(['object', false, 'object'])
  })

  test('holds values, nested objects, lists and cloned kinds', async () => {
    const seen = await page.evaluate(() => [
      desk.version,
      desk.made.get('date').getTime(),
      desk.deep.er.double(4),
      desk.list[0]('x'),
      desk.list[1],
    ])
    expect(seen).toEqual([7, 0, 8, 'x', 'plain'])
  })

  test('leaves nothing of itself that a page script could hear or reach', async () => {
    const { tapped, leaked } = await page.evaluate(() => {
      desk.deep.er.double(1)
      return { tapped: tapped.length, leaked }
    })
    expect({ tapped, leaked }).toEqual({ tapped: 0, leaked: [] })
  })

  test('exposes nothing of ipcRenderer', async () => {
    expect(await page.evaluate(() => Object.keys(window.emptied))).toEqual([])
  })

  test('comes again, once, after a reload', async () => {
    await page.reload()
    expect(await page.evaluate(() => [window.seenAtFirstScript.api, desk.deep.er.double(3)])).toEqual([
      'object',
      6,
    ])
  })
})

describe('calls over the bridge', () => {
  test('return at once what the preload returns at once', async () => {
    expect(await page.evaluate(() => desk.callNow(number => number + 1))).toBe(22)
  })

  test('take functions as arguments and call them later', async () => {
    expect(await page.evaluate(() => new Promise(resolve => desk.callLater(resolve)))).toBe('later')
  })

  test('give functions and objects of functions as results', async () => {
    const counted = await page.evaluate(() => {
      const counter = desk.counter()
      return [counter.next(), counter.next(), desk.counter().next()]
    })
    expect(counted).toEqual([1, 2, 1])
  })

  test('hand a function of the preload back to it as itself', async () => {
    expect(await page.evaluate(() => desk.isItself('given', desk.give()))).toBe(true)
  })

  test('pass on what is thrown and what is rejected', async () => {
    const caught = await page.evaluate(async () => {
      const seen = []
      try {
        desk.throwNow('now')
      } catch (error) {
        seen.push(`${error}`, error instanceof TypeError)
      }
      await desk.reject('later').catch(error => seen.push(`${error}`))
      await desk
        .callLater(() => Promise.reject(new Error('by the page')))
        .catch(error => seen.push(`${error}`))
      return seen
    })
    expect(caught).toEqual(['TypeError: now', true, 'RangeError: later', 'Error: by the page'])
  })

  test('carry values by structured clone', async () => {
    const carried = await page.evaluate(() => {
      const sent = {
        big: 2n ** 70n,
        none: undefined,
        negative: -0,
        map: new Map([[1, new Set([NaN])]]),
        bytes: new Uint8Array([1, 2]),
      }
      sent.self = sent
      const back = desk.mirror(sent)
      return [
        back.big === sent.big,
        'none' in back,
        Object.is(back.negative, -0),
        back.map.get(1).has(NaN),
        back.bytes[1] === 2,
        back.self === back,
        back !== sent,
      ]
    })
    expect(carried).toEqual(Array(7).fill(true))
  })

  test('refuse what cannot be cloned, as arguments and as results', async () => {
    const refused = await page.evaluate(() => {
      const message = run => {
        try {
          return run()
        } catch (error) {
          return error.message
        }
      }
      return [
        message(() => desk.mirror(Symbol('s'))),
        message(() => desk.mirror(new Proxy({ reactive: true }, {}))),
        message(() => desk.mirror({ element: document.body })),
        message(() => desk.giveSymbol()),
      ]
    })
    expect(refused).toEqual(Array(4).fill('An object could not be cloned.'))
  })

  test('end with an error, not a full stack, for a loop that holds a function', async () => {
    const message = await page.evaluate(() => {
      const loop = { run() {} }
      loop.loop = loop
      try {
        return desk.mirror(loop)
      } catch (error) {
        return error.message
      }
    })
    expect(message).toMatch(/deeper than 1000/)
  })
})

test('the preload has only what a sandboxed preload has', async () => {
  expect(await page.evaluate(() => desk.attempts())).toEqual({
    requireFs: 'module not found: fs',
    requireNodeFs: 'module not found: node:fs',
    exposeTwice: 'Cannot bind an API on top of an existing property on the window object',
    exposeBuiltIn: 'Cannot bind an API on top of an existing property on the window object',
    exposeSymbol: 'An object could not be cloned.',
    sendSync: 'not in the Chromium host: ipcRenderer.sendSync',
    webFrame: 'not in the Chromium host: electron in a preload.webFrame',
    sendFunction: 'An object could not be cloned.',
    globals: '0',
    process: `${process.platform},renderer,string,true`,
  })
})
