import { expect, it } from 'vitest'
import { listChords } from '../../../src/renderer/commands/chord.ts'
import { commandIds, commandTable, scopeOf } from '../../../src/renderer/commands/command-table.ts'
import { overlap } from '../../../src/renderer/commands/scopes.ts'
import { splitChord } from '../../../src/renderer/format/key-text.ts'

const chordsOf = (id: (typeof commandIds)[number]) => commandTable[id].keys ?? []

it('commandTable has no chord twice in one scope', () => {
  const used = commandIds.flatMap(id => chordsOf(id).map(chord => `${scopeOf(id)} ${chord}`))
  expect(used.filter((each, at) => used.indexOf(each) !== at)).toEqual([])
})

it('commandTable has no two commands of one title, which lists and conflicts name them by', () => {
  const titles = commandIds.map(id => commandTable[id].title.toLowerCase())
  expect(titles.filter((each, at) => titles.indexOf(each) !== at)).toEqual([])
})

it.each(['tour.next', 'tour.back'] as const)('commandTable has no other command with a chord of %s', step => {
  const others = commandIds.filter(id => id !== step).flatMap(chordsOf)
  expect(chordsOf(step).filter(chord => others.includes(chord))).toEqual([])
})

it('commandTable has chords as a press of them is read', () => {
  for (const chord of commandIds.flatMap(chordsOf)) {
    const { held, key } = splitChord(chord)
    const press = {
      key: key === 'Space' ? ' ' : key,
      ctrlKey: held.includes('Ctrl'),
      altKey: held.includes('Alt'),
      shiftKey: held.includes('Shift'),
      metaKey: false,
    }
    expect(listChords(press)[0]).toBe(chord)
  }
})

it('commandTable leaves Ctrl+V and Ctrl+X to the system', () => {
  const chords = commandIds.flatMap(chordsOf)
  expect(chords.filter(chord => ['Ctrl+V', 'Ctrl+X'].includes(chord))).toEqual([])
})

it('overlap is true for scopes that a press can be in at once', () => {
  expect([overlap('desk', 'grid'), overlap('window', 'tickets')]).toEqual([true, true])
  expect([overlap('desk', 'ledger'), overlap('grid', 'slip')]).toEqual([false, false])
})
