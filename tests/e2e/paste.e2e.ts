/** Odds objects pasted into an own profile without a feed: what was taken, what was left out, and a price for them. */
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { expect, test } from './fixture.ts'
import { profileSwitch } from './own-profile.ts'
import { cellOf, legList, legsPane, settled } from './screens.ts'
import type { Service } from './service.ts'

const OddsObject = z.looseObject({ id: z.string(), sgp: z.string().optional() })
type OddsObject = z.infer<typeof OddsObject>
const Feed = z.object({
  games: z.array(z.object({ sportsbooks: z.array(z.object({ odds: z.array(OddsObject) })) })),
})

/** Some odds objects of one game at two books. */
async function someOdds({ profile, key }: Service): Promise<OddsObject[]> {
  const { port } = new URL(profile.queue)
  const found: OddsObject[] = []
  for (const book of ['alpha_bet', 'bravo']) {
    // fetch would not send this Host header.
    const path = `/?key=${key}&sportsbook=${book}&main=true`
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { host: `feed.localhost:${port}` }
      get({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject)
    })
    const feed = Feed.parse(JSON.parse(await text(answer)))
    found.push(...(feed.games[0]?.sportsbooks[0]?.odds.slice(0, 20) ?? []))
  }
  return found
}

test('pasted odds of any shape are loaded, with what was left out, and priced', async ({
  launch,
  service,
}) => {
  const odds = await service('--latency', '0')
  const { name, pricing, queue, grader } = odds.profile
  const { page } = await launch({
    args: [profileSwitch({ profile: { name, pricing, queue, grader } })],
    env: { PARLAY_DESK_KEY: odds.key },
  })
  const objects = await someOdds(odds)
  const nested = { wrapper: [{ deep: objects }], junk: [{ id: 'no parts', sgp: 'x' }, { id: 'a#b#c#' }] }

  await legsPane(page).getByRole('button', { name: 'Add odds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add odds' })
  const box = dialog.getByRole('textbox', { name: 'Odds objects' })
  await box.fill('{"id": "cut off')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('was cut off')
  await expect(box).toHaveValue('{"id": "cut off')

  await box.fill(JSON.stringify(nested))
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(`Added ${objects.length} odds`)).toBeVisible()
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
  for (const token of z.array(z.string()).parse(JSON.parse(asked?.body ?? '')))
    expect(tokens).toContain(token)
})
