import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { HostEmitter } from '../host-emitter.mjs'
import { strict } from '../strict.mjs'

class Thing extends HostEmitter {
  #secret = 4
  shown = undefined
  reveal() {
    return this.#secret
  }
}

describe.each([
  ['a strict object', strict('Thing', { reveal: () => 4, shown: undefined })],
  ['an instance of a strict class', new Thing()],
])('%s', (_, thing) => {
  test('has its own members', () => {
    expect(thing.reveal()).toBe(4)
    expect(thing.shown).toBeUndefined()
  })

  test('throws by name for what the host has not', () => {
    expect(() => thing.setKiosk).toThrow('not in the Chromium host: Thing.setKiosk')
  })

  test('can be awaited, printed, spread and compared', async () => {
    expect(await thing).toBe(thing)
    expect(inspect(thing)).toContain('Thing' in globalThis ? '' : 'shown')
    expect({ ...thing }).toHaveProperty('shown')
    expect(`${Object.prototype.toString.call(thing)}`).toBe('[object Object]')
    expect(thing).toEqual(thing)
  })
})

test('a strict class still emits', () => {
  const thing = new Thing()
  const heard = []
  thing.once('word', word => heard.push(word))
  thing.emit('word', 'yes')
  thing.emit('word', 'no')
  expect(heard).toEqual(['yes'])
})
