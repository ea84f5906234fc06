/** Odds objects pasted into an own profile without a feed: what was taken, what was left out, and a price for them. */
import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from './fixture.ts'
import { profileSwitch } from './own-profile.ts'
import { cellOf, legList, legsPane, settled } from './screens.ts'
import type { Service } from './service.ts'

interface OddsObject {
  readonly id: string
  readonly sgp?: string
}
interface Feed {
  readonly games: readonly {
    readonly sportsbooks: readonly { readonly id: string; readonly odds: readonly OddsObject[] }[]
  }[]
}

/** Some odds objects of one game at two books. */
async function someOdds({ profile, key }: Service): Promise<OddsObject[]> {
  const { port } = new URL(profile.queue)
  const found: OddsObject[] = []
  for (const book of ['alpha_bet', 'bravo']) {
    // fetch would not send this Host header.
    const path = `/?key=${key}&sportsbook=${book}&main=true`
    const asked = get({ host: '127.0.0.1', port, path, headers: { host: `feed.localhost:${port}` } })
    const [answer] = await once(asked, 'response')
    const feed: Feed = JSON.parse(await text(answer))
    found.push(...(feed.games[0]?.sportsbooks[0]?.odds.slice(0, 20) ?? []))
  }
  return found
}

test('takes pasted odds in any shape, says what was left out, and prices them', async ({
  launch,
  service,
}) => {
  const odds = await service('--latency', '0')
  const { feed: _feed, ...profile } = odds.profile
  const { page } = await launch({ args: [profileSwitch({ profile })], env: { PARLAY_DESK_KEY: odds.key } })
  const objects = await someOdds(odds)
  const nested = { wrapper: [{ deep: objects }], junk: [{ id: 'no parts', sgp: 'x' }, { id: 'a#b#c#' }] }

  await legsPane(page).getByRole('button', { name: 'Add odds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add odds' })
  const box = dialog.getByRole('textbox', { name: 'Odds objects' })
  await box.fill('{"id": "cut off')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('ends in the middle')
  await expect(box).toHaveValue('{"id": "cut off')

  await box.fill(JSON.stringify(nested))
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(`Took ${objects.length} odds objects`)).toBeVisible()
  await expect(dialog.getByText('no parts')).toBeVisible()
  await page.keyboard.press('Escape')

  await expect(legList(page).getByRole('option').first()).toBeVisible()
  await legList(page).getByRole('option').nth(0).click()
  await legList(page).getByRole('option').filter({ hasText: 'Total' }).first().click()
  await legsPane(page).getByRole('button', { name: 'Add to desk' }).click()
  await settled(page, 0)
  await expect(cellOf(page, 0, 'Alpha Bet')).toHaveAccessibleName(/[+−]\d+/)
  const asked = odds.calls.find(({ route, book }) => route === 'pricing' && book === 'alpha_bet')
  const tokens = objects.flatMap(({ sgp }) => (sgp === undefined ? [] : [sgp]))
  for (const token of JSON.parse(asked?.body ?? '[]') as string[]) expect(tokens).toContain(token)
})
