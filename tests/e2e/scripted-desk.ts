/** A desk whose odds and answers a test makes itself: legs of one game, and what each book says to any of them. */
import { expect, type Page } from '@playwright/test'
import { faultsFile, profileSwitch } from './own-profile.ts'
import { legList, legsPane } from './screens.ts'

/** A fault as the demo service's `--faults` file has it, without route and book. */
export type BookScript = Readonly<Record<string, unknown>>

/** The book answers this, as it is. */
export const says = (answer: object): BookScript => ({
  kind: 'status',
  status: 200,
  body: JSON.stringify(answer),
})

const idOf = (book: string) => book.toLowerCase().replaceAll(' ', '_')

/** Arguments for the service that make books answer so, by their names. */
export function scriptOf(books: Readonly<Record<string, BookScript>>): string[] {
  const faults = Object.entries(books).map(([book, script]) => ({
    route: 'pricing',
    book: idOf(book),
    ...script,
  }))
  return ['--latency', '0', '--faults', faultsFile(faults)]
}

/** Launch arguments for the app on that service: a profile without a feed. */
export function startOn({
  profile,
  key,
}: {
  profile: Parameters<typeof profileSwitch>[0]['profile']
  key: string
}) {
  const { name, pricing, queue, grader } = profile
  return {
    args: [profileSwitch({ profile: { name, pricing, queue, grader } })],
    env: { PARLAY_DESK_KEY: key },
  }
}

/** Pastes odds: each of these legs, at the books that offer it. */
export async function pasteOdds(
  page: Page,
  legs: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const odds = Object.entries(legs).flatMap(([leg, books]) =>
    books.map(book => ({ id: `${book}#g1#Player Points#${leg}`, sgp: `${idOf(book)} ${leg}` })),
  )
  await legsPane(page).getByRole('button', { name: 'Add odds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add odds' })
  await dialog.getByRole('textbox', { name: 'Odds objects' }).fill(JSON.stringify(odds))
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(`Added ${odds.length} odds`)).toBeVisible()
  await page.keyboard.press('Escape')
}

/** Adds a parlay of these legs. */
export async function addLegs(page: Page, ...legs: readonly string[]): Promise<void> {
  for (const leg of legs) await legList(page).getByRole('option', { name: leg }).click()
  await legsPane(page).getByRole('button', { name: 'Add to desk' }).click()
}
