import { describe, expect, it } from 'vitest'
import { Uploads } from '../../../src/main/board/uploads.ts'
import { refusalOf } from '../account/account-fixture.ts'

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

describe('Uploads', () => {
  it('joins the parts of a text in the order they came', () => {
    const uploads = new Uploads()
    expect(uploads.add('u1', '[{"id":"ü', false)).toBeUndefined()
    expect(uploads.add('u1', '😀"}', false)).toBeUndefined()
    expect(text(uploads.add('u1', ']', true))).toBe('[{"id":"ü😀"}]')
  })

  it('gives a text of one part at once, the empty one too', () => {
    const uploads = new Uploads()
    expect(text(uploads.add('u1', '[]', true))).toBe('[]')
    expect(uploads.add('u2', '', true)).toEqual(new Uint8Array())
  })

  it('keeps texts that come at the same time apart', () => {
    const uploads = new Uploads()
    uploads.add('u1', 'a', false)
    uploads.add('u2', 'x', false)
    expect(text(uploads.add('u1', 'b', true))).toBe('ab')
    expect(text(uploads.add('u2', 'y', true))).toBe('xy')
  })

  it('begins anew after the last part', () => {
    const uploads = new Uploads()
    uploads.add('u1', 'a', true)
    expect(text(uploads.add('u1', 'b', true))).toBe('b')
  })

  it('forgets the one that was left longest when a fifth is begun', () => {
    const uploads = new Uploads()
    for (const id of ['u1', 'u2', 'u3', 'u4']) uploads.add(id, id, false)
    uploads.add('u1', '+', false)
    uploads.add('u5', 'u5', false)
    expect(text(uploads.add('u1', '', true))).toBe('u1+')
    expect(text(uploads.add('u2', 'rest', true))).toBe('rest')
    expect(text(uploads.add('u5', '', true))).toBe('u5')
  })

  it('refuses a text over 256 MB and lets go of it', async () => {
    const uploads = new Uploads()
    const part = 'x'.repeat(32 * 1024 * 1024)
    for (let count = 0; count < 8; count += 1) uploads.add('u1', part, false)
    expect(await refusalOf(() => uploads.add('u1', 'x', false))).toMatchObject({
      kind: 'invalid',
      field: 'text',
    })
    expect(text(uploads.add('u1', 'new', true))).toBe('new')
  })
})
