import { describe, expect, it } from 'vitest'
import { JsonCursor } from '../../../../src/main/board/json/json-cursor.ts'

/** Skips a string; undefined when the text is none. */
function passed(text: Buffer) {
  const cursor = new JsonCursor(text)
  try {
    return { hasEscape: cursor.skipString(), at: cursor.at }
  } catch {
    return undefined
  }
}

function isJson(text: Buffer): boolean {
  try {
    JSON.parse(text.toString())
    return true
  } catch {
    return false
  }
}

/** Same bytes at another offset of their buffer, as after a byte order mark. */
const moved = (text: Buffer, by: number) => Buffer.concat([Buffer.alloc(by), text]).subarray(by)

describe('JsonCursor.skipString', () => {
  it.each([0, 1, 3])('ends a string where JSON.parse does, at an offset of %i bytes', by => {
    for (let byte = 0; byte < 128; byte++)
      for (let place = 1; place < 14; place++) {
        const text = Buffer.from('"abcdefghijklm"')
        text[place] = byte
        const isOfForm = byte !== 0x22 && isJson(text)
        const hasEscape = byte === 0x5c
        const end = byte === 0x22 ? place + 1 : text.length
        const expected = isOfForm || byte === 0x22 ? { hasEscape, at: end } : undefined
        expect(passed(moved(text, by)), `byte ${byte} at ${place}`).toEqual(expected)
      }
  })

  it.each(['é', '€', '𝄞', '\u007f'])('skips %s', letter => {
    for (let before = 0; before < 8; before++) {
      const text = Buffer.from(`"${'x'.repeat(before)}${letter}yz"`)
      expect(passed(text)).toEqual({ hasEscape: false, at: text.length })
    }
  })

  it.each(['"', '"a', '"abcdefg', '"abc\\'])('throws for %s, which has no end', text => {
    expect(passed(Buffer.from(text))).toBeUndefined()
  })
})
