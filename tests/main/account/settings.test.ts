import { describe, expect, it } from 'vitest'
import { openStoredApprovals } from '../../../src/main/account/stored-preferences.ts'
import { UserSettings } from '../../../src/main/account/settings.ts'
import { Settings } from '../../../src/shared/model/settings/settings.ts'
import { book } from '../../support/shared/desk-rows.ts'
import { emptySettings, catchFailure } from '../../support/account/account-fixture.ts'

function startSettings() {
  const file = emptySettings()
  const settings = new UserSettings(file)
  let changes = 0
  settings.on('changed', () => (changes += 1))
  return { file, settings, changes: () => changes, ids: () => settings.state().books.map(({ id }) => id) }
}
const met = (...names: string[]) => names.map(name => ({ id: name.toLowerCase(), name }))

describe('books', () => {
  it('join at the end when odds objects bring them, under their name', () => {
    const { settings } = startSettings()
    settings.addNewBooks([{ id: 'hard_rock_bet', name: 'Hard Rock Bet' }])
    settings.addNewBooks(met('Bravo'))
    expect(settings.state().books).toEqual([
      { id: 'hard_rock_bet', name: 'Hard Rock Bet', hostId: 'hard_rock_bet', isOn: true },
      book('bravo', 'Bravo'),
    ])
  })

  it('keep what the user set when they are met again', () => {
    const { settings, changes } = startSettings()
    settings.addNewBooks(met('Alpha', 'Bravo'))
    const edited = { ...book('bravo', 'Mine', false), hostId: 'bravo-2' }
    settings.saveBook(edited)
    const before = changes()
    settings.addNewBooks(met('Bravo', 'Alpha'))
    expect(settings.state().books).toEqual([book('alpha', 'Alpha'), edited])
    expect(changes()).toBe(before)
  })

  it('with names or ids of any length and kind never make settings that cannot be read again', () => {
    const { settings } = startSettings()
    settings.addNewBooks([
      { id: `${'x'.repeat(63)} y`, name: 'N'.repeat(300) },
      { id: 'i'.repeat(300), name: 'Too long an id' },
      { id: '✨', name: '✨' },
      { id: '', name: 'Empty' },
      { id: 'plain', name: '   ' },
      { id: '__proto__', name: 'constructor' },
    ])
    expect(Settings.safeParse(settings.state()).success).toBe(true)
    expect(settings.state().books).toContainEqual(book('plain', 'plain'))
  })

  it('are met once each', () => {
    const { settings, ids } = startSettings()
    settings.addNewBooks(met('Alpha', 'Alpha'))
    expect(ids()).toEqual(['alpha'])
  })

  it('that are off are not shown', () => {
    const { settings } = startSettings()
    settings.addNewBooks(met('Alpha', 'Bravo'))
    settings.saveBook(book('alpha', 'Alpha', false))
    expect(settings.shownBooks()).toEqual([book('bravo', 'Bravo')])
  })

  it('that the profile does not have cannot be saved', async () => {
    const { settings } = startSettings()
    expect(await catchFailure(() => settings.saveBook(book('none', 'None')))).toMatchObject({
      kind: 'not-found',
    })
  })

  it('are ordered as asked, those left out behind in their old order', () => {
    const { settings, ids } = startSettings()
    settings.addNewBooks(met('A', 'B', 'C', 'D'))
    settings.orderBooks(['c', 'unknown', 'a'])
    expect(ids()).toEqual(['c', 'a', 'b', 'd'])
  })

  it('belong to the profile in use', () => {
    const { file, settings, ids } = startSettings()
    settings.addNewBooks(met('A'))
    file.write({ activeProfileId: 'p-other' })
    expect(ids()).toEqual([])
    settings.addNewBooks(met('B'))
    file.write({ activeProfileId: 'demo' })
    expect(ids()).toEqual(['a'])
  })
})

describe('the price format and the age of staleness', () => {
  it('are stored and announced', () => {
    const { file, settings, changes } = startSettings()
    settings.set({ priceFormat: 'fractional' })
    settings.set({ staleAfterMs: 45_000 })
    expect(settings.state()).toMatchObject({ priceFormat: 'fractional', staleAfterMs: 45_000 })
    expect(new UserSettings(file).priceFormat).toBe('fractional')
    expect(changes()).toBe(2)
  })
})

describe('approved link hosts', () => {
  it('are remembered by profile and book', () => {
    const file = emptySettings()
    const approvals = openStoredApprovals(file)
    approvals.add('bravo', 'bets.example')
    approvals.add('bravo', 'slip.example')
    expect(approvals.has('bravo', 'bets.example')).toBe(true)
    expect(approvals.has('bravo', 'slip.example')).toBe(true)
    expect(approvals.has('alpha', 'bets.example')).toBe(false)
    expect(approvals.has('bravo', 'evil.example')).toBe(false)
    file.write({ activeProfileId: 'p-other' })
    expect(approvals.has('bravo', 'bets.example')).toBe(false)
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('are none for a book called %s', id => {
    const approvals = openStoredApprovals(emptySettings())
    expect(approvals.has(id, 'bets.example')).toBe(false)
    approvals.add(id, 'bets.example')
    expect(approvals.has(id, 'bets.example')).toBe(true)
  })
})

it('books are arranged in one change: those named are shown or hidden, in their order, the others stay behind', () => {
  const { settings, changes, ids } = startSettings()
  settings.addNewBooks(met('Alpha', 'Bravo', 'Charlie', 'Delta'))
  settings.saveBook(book('delta', 'Delta', false))
  const before = changes()
  settings.arrangeBooks([
    { id: 'charlie', isOn: false },
    { id: 'gone', isOn: true },
    { id: 'bravo', isOn: true },
  ])
  expect(changes()).toBe(before + 1)
  expect(ids()).toEqual(['charlie', 'bravo', 'alpha', 'delta'])
  expect(settings.state().books.map(({ isOn }) => isOn)).toEqual([false, true, true, false])
})
