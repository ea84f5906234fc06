import { describe, expect, it } from 'vitest'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { makeLeg, makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'

function openNamed(...names: readonly string[]) {
  const world = openTestLedger()
  const record = (name: string) =>
    world.ledger.record(makeTicket({ legs: [makeLeg(name, { market: 'Points' })] })).ticketId
  return { ...world, ids: names.map(record), record }
}

describe('findSpelling', () => {
  it.each([
    ['thron', 'thorn'],
    ['Haeys over', 'hayes over'],
    ['zeke thron stake > $30', 'zeke thorn stake > $30'],
    ['haeys pionts', 'hayes points'],
    ['o18.5 haeys pl>', 'o18.5 hayes pl>'],
    ['Háeys', 'hayes'],
    ['zeke and thron', 'zeke and thorn'],
    ['thron nov 2020 or thron', 'thorn nov 2020 or thorn'],
    ['thron or nobody', 'thorn or nobody'],
  ])('corrects “%s” to “%s”', (typed, corrected) => {
    const { ledger } = openNamed('Zeke Thorn Over 27.5', 'Willa Hayes Over 18.5')
    expect(ledger.reads.findSpelling(typed)).toBe(corrected)
    const find = (text: string) =>
      ledger.reads.list.page({ filter: { ...allTickets, text }, sort: newestFirst, after: null, limit: 5 })
        .lines.length
    expect([find(typed), find(corrected)]).toEqual([0, 1])
  })

  it.each([
    ...[
      'thorn',
      'tho',
      'zeke hayes',
      'zzzzzz',
      'thron zzzzzz',
      'zeke haeys',
      'thron stake>41',
      'o27.6',
      'th',
    ],
    ...['', 'pl>', 'thron>3', 'foo>3'],
  ])('has none for “%s”', typed => {
    const { ledger } = openNamed('Zeke Thorn Over 27.5', 'Willa Hayes Over 18.5')
    expect(ledger.reads.findSpelling(typed)).toBeNull()
  })

  it('takes the name of a day or month for no misspelled word', () => {
    const { ledger } = openNamed('Friedai Thorn', 'Aprill Thorn')
    expect([ledger.reads.findSpelling('friday'), ledger.reads.findSpelling('april')]).toEqual([null, null])
    expect(ledger.reads.findSpelling('fridai')).toBe('friedai')
  })

  it('prefers the word that the other words are found with, then that of more tickets', () => {
    const { ledger } = openNamed('Ada Thorn', 'Zeke Thorp', 'Zeke Thorp', 'Zeke Thord')
    expect(ledger.reads.findSpelling('thorx')).toBe('thorp')
    expect(ledger.reads.findSpelling('ada thorx')).toBe('ada thorn')
  })

  it('knows no word of a deleted ticket, nor of the other of demo and own', () => {
    const { ledger, ids, record } = openNamed('Zeke Thorn')
    ledger.void(ids[0] ?? 0, 'entered twice')
    ledger.record(makeTicket({ isDemo: true, legs: [makeLeg('Willa Hayes')] }))
    record('Ada North')
    expect(['thron', 'haeys', 'nroth'].map(ledger.reads.findSpelling)).toEqual([null, null, 'north'])
  })
})
