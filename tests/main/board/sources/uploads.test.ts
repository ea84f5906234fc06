import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../../src/shared/failure.ts'
import { Uploads } from '../../../../src/main/board/sources/uploads.ts'

const text = (upload: string, part: string, isLast: boolean) =>
  ({ upload, part, isLast, form: 'text' }) as const

describe('odds that come in parts', () => {
  it('are whole with the last part, each upload for itself', () => {
    const uploads = new Uploads()
    expect(uploads.add(text('a', '[“', false))).toBeUndefined()
    expect(uploads.add(text('b', '{}', true))).toEqual(new TextEncoder().encode('{}'))
    expect(uploads.add(text('a', '”]', true))).toEqual(new TextEncoder().encode('[“”]'))
    expect(uploads.add(text('a', 'anew', true))).toEqual(new TextEncoder().encode('anew'))
    expect(uploads.add(text('c', '', true))).toEqual(new Uint8Array())
  })

  it('may be bytes, one character a byte', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    const part = String.fromCharCode(...bytes)
    const whole = new Uploads().add({ upload: 'a', part, isLast: true, form: 'bytes' })
    expect(whole).toEqual(bytes)
  })

  it('make room for newer ones when they are never finished', () => {
    const uploads = new Uploads()
    for (const upload of ['a', 'b', 'c', 'd', 'e']) uploads.add(text(upload, upload, false))
    expect(uploads.add(text('a', '!', true))).toEqual(new TextEncoder().encode('!'))
    expect(uploads.add(text('e', '!', true))).toEqual(new TextEncoder().encode('e!'))
  })

  it('are forgotten by when they last grew, not by when they began', () => {
    const uploads = new Uploads()
    for (const upload of ['a', 'b', 'c', 'd', 'a', 'e']) uploads.add(text(upload, upload, false))
    expect(uploads.add(text('a', '!', true))).toEqual(new TextEncoder().encode('aa!'))
    expect(uploads.add(text('b', '!', true))).toEqual(new TextEncoder().encode('!'))
  })

  it('are refused over 256 MB, and forgotten', () => {
    const uploads = new Uploads()
    const part = 'x'.repeat(64 * 1024 * 1024)
    for (let times = 0; times < 4; times++) uploads.add(text('a', part, false))
    expect(() => uploads.add(text('a', 'x', true))).toThrow(Refusal)
    expect(uploads.add(text('a', 'x', true))).toHaveLength(1)
  })
})
