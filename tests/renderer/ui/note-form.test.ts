import { expect, test } from 'vitest'
import { toNoteDraft, toNote } from '../../../src/renderer/ui/note-form.ts'
import { ParlayNote } from '../../../src/shared/model/parlay/parlay.ts'

test.each([
  ['blanks around words go', ' a , b ', ['a', 'b']],
  ['empty places between commas are no tags', ',, a,', ['a']],
  ['a tag typed twice counts once', 'a, b, a', ['a', 'b']],
  [
    'no more than ten tags stay',
    'a,b,c,d,e,f,g,h,i,j,k,l',
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'],
  ],
  ['a tag has at most 30 characters', 'x'.repeat(31), ['x'.repeat(30)]],
])('toNote reads tags: %s', (_, tags, expected) => {
  expect(toNote({ name: '', tags, note: '' }).tags).toEqual(expected)
})

test('toNote makes a note that the contract takes of whatever is typed', () => {
  const long = ` ${'word '.repeat(400)}`
  const note = toNote({ name: long, tags: `${long}, ${long}x`, note: long })
  expect(ParlayNote.parse(note)).toEqual(note)
})

test('toNote gives back the note that toNoteDraft was given', () => {
  const note = { name: 'Late props', tags: ['late', 'props'], note: 'Before 18:30.' }
  expect(toNote(toNoteDraft(note))).toEqual(note)
})
