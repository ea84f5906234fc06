/** Each state that a cell can have, in the words people read; keys and limits have specs of their own. */
import { expect, test } from './fixture.ts'
import { cellOf, cellPane, chooseInMenu, settled } from './screens.ts'
import { addLegs, pasteOdds, says, scriptOf, startOn } from './scripted-desk.ts'

const books = {
  'Alpha Bet': says({ price: '+300' }),
  'Charlie Sports': says({ message: 'Cannot be combined' }),
  Delta: says({ message: 'Price not found' }),
  'Echo 888': says({ message: 'Market suspended' }),
  Foxtrot: { kind: 'rate-limit', retryAfter: '600' },
  'Golf River': { kind: 'no-answer' },
  'Hotel Park': { kind: 'html' },
  'India Bet': { kind: 'reset' },
  Juliet: { kind: 'status', status: 503 },
}
const shown: readonly (readonly [book: string, state: RegExp, sentence: RegExp | undefined])[] = [
  ['Alpha Bet', /^Alpha Bet, only fresh price, \+300, \d+s ago, No EV: /, /No other book has a fresh price/],
  ['Bravo', /^Bravo, 1 leg missing$/, /doesn’t offer 1 of these 2 legs, so it isn’t priced/],
  ['Charlie Sports', /^Charlie Sports, Can’t combine$/, /can’t combine these legs/],
  ['Delta', /^Delta, No price$/, /isn’t pricing these legs right now/],
  ['Echo 888', /^Echo 888, Market suspended$/, /Service message\s*Market suspended/],
  ['Foxtrot', /^Foxtrot, Rate limit \d:\d\d until retry$/, /Rate limit reached\. Resets in/],
  ['Golf River', /^Golf River, Timed out, R to retry$/, /Timed out after \d+s\. Try again\./],
  ['Hotel Park', /^Hotel Park, Bad response, R to retry$/, /a web page instead of JSON/],
  [
    'India Bet',
    /^India Bet, Can’t reach, R to retry$/,
    /Can’t reach .*: it cut the connection off\. Check your connection/,
  ],
  ['Juliet', /^Juliet, Error 503, R to retry$/, /503/],
  ['Kilo Sports', /^Kilo Sports, not priced yet$/, undefined],
]

test('every state of a cell says what it is, and its pane why and what to do', async ({
  launch,
  service,
}) => {
  const odds = await service(...scriptOf(books))
  const { page } = await launch(startOn(odds))
  const all = [...Object.keys(books), 'Kilo Sports']
  await pasteOdds(page, { 'One Over 9.5': [...all, 'Bravo'], 'Two Over 9.5': all })

  // A book that is off when a parlay comes is not asked; shown again, it waits to be.
  const turnKilo = async () => {
    await chooseInMenu(page, 'Columns')
    await page.getByRole('checkbox', { name: 'Kilo Sports' }).first().click()
    await page.keyboard.press('Escape')
  }
  await turnKilo()
  await addLegs(page, 'One Over 9.5', 'Two Over 9.5')
  await expect(cellOf(page, 0, 'Golf River')).toHaveAccessibleName(/^Golf River, pricing…$/)
  await settled(page, 0)
  await turnKilo()

  for (const [book, state, sentence] of shown) {
    await cellOf(page, 0, book).click()
    await expect(cellOf(page, 0, book)).toHaveAccessibleName(state)
    if (sentence !== undefined) await expect(cellPane(page)).toContainText(sentence)
  }
  await cellOf(page, 0, 'Juliet').click()
  await expect(cellPane(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Stale after').fill('5')
  await page.getByLabel('Stale after').press('Enter')
  await page.getByRole('tab', { name: 'Desk' }).click()
  await expect(cellOf(page, 0, 'Alpha Bet')).toHaveAccessibleName(/^Alpha Bet, \+300, \d+s old$/)
})
