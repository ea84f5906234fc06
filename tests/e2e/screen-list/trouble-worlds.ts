/** Desks on which things take long, or fail. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { fillLedger } from './earlier-bets.ts'
import { faultsFile, profileSwitch } from '../own-profile.ts'
import { cellOf, cellPane, recordTicket, settled } from '../screens.ts'
import { addLegs, pasteOdds, says } from '../scripted-desk.ts'
import { startService } from '../service.ts'
import { nothingToScan } from './scanner-screens.ts'
import {
  command,
  dialogOf,
  expect,
  openDialog,
  type Screen,
  showView,
  type Started,
  type World,
} from './screen.ts'
import { launch } from './worlds.ts'

const root = resolve(import.meta.dirname, '../../..')
const nowhere = {
  name: 'Mine',
  pricing: 'https://{book}.odds.invalid/',
  queue: 'https://queue.odds.invalid/',
  grader: 'https://grader.odds.invalid',
  feed: 'https://feed.odds.invalid/',
}
const bookNames = [
  ...['Alpha Bet', 'Bravo', 'Charlie Sports', 'Delta', 'Echo 888', 'Foxtrot', 'Golf River'],
  ...['Hotel Park', 'India Bet', 'Juliet', 'Kilo Sports', 'Lima'],
]

/** A desk on a service with these faults. */
async function launchOn(folder: string, faults: readonly object[]): Promise<Started> {
  const service = await startService(['--latency', '0', '--faults', faultsFile(faults)])
  const options = { args: [profileSwitch(service)], env: { PARLAY_DESK_KEY: service.key } }
  return launch(folder, options, () => service.stop())
}

/** A parlay of two pasted legs that all books but `missing` offer. */
async function addPastedParlay(page: Page, missing?: string): Promise<void> {
  const offering = bookNames.filter(book => book !== missing)
  await pasteOdds(page, { 'One Over 9.5': bookNames, 'Two Over 9.5': offering })
  await addLegs(page, 'One Over 9.5', 'Two Over 9.5')
}

const loadingScreens: readonly Screen[] = [
  {
    name: 'desk-loading',
    state: 'loading',
    open: async ({ page }) => {
      await page.getByRole('button', { name: /^Reprice all/ }).click()
      await cellOf(page, 0, 'Bravo').click()
      await expect(cellOf(page, 0, 'Bravo')).toHaveAccessibleName(/pricing/)
      await command(page, 'Refresh odds feed')
    },
  },
  {
    name: 'sources-loading',
    state: 'loading',
    open: async ({ page }) => {
      const dialog = await openDialog(page, 'Sources')
      await expect(dialog.getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'price-by-leg-loading',
    state: 'loading',
    open: async ({ page }) => {
      await cellOf(page, 0, 'Bravo').click()
      const dialog = await openDialog(page, 'Price by leg', /^Price by leg/)
      const get = dialog.getByRole('button', { name: 'Get prices' })
      if (await get.isVisible()) await get.click()
      await expect(dialog.getByText(/pricing/).first()).toBeVisible()
    },
  },
]

/** Every call for a price or for the feed hangs. */
export const waiting: World = {
  name: 'waiting',
  start: async folder => {
    const started = await launchOn(folder, [
      { route: 'pricing', kind: 'no-answer' },
      { route: 'feed', kind: 'no-answer' },
    ])
    await addPastedParlay(started.page)
    return started
  },
  screens: loadingScreens,
}

const at = (book: string) => book.toLowerCase().replaceAll(' ', '_')
/** The book answers so at each of these calls in turn; from then on as at the last. */
const inTurn = (book: string, ...answers: readonly object[]) =>
  answers.map((answer, after) => ({
    ...{ route: 'pricing', book: at(book), after: after === 0 ? 0 : after, ...answer },
    ...(after + 1 < answers.length ? { count: 1 } : {}),
  }))
const link = { desktop: 'https://slips.odds.example/1' }
const failures = [
  ...inTurn('Alpha Bet', says({ price: '+300', links: link }), says({ price: '+250', links: link })),
  ...inTurn('Charlie Sports', says({ message: 'Cannot be combined' })),
  ...inTurn('Delta', says({ price: '+310', links: link }), says({ message: 'Price not found' })),
  ...inTurn('Echo 888', says({ message: 'Market suspended' })),
  ...inTurn('Golf River', { kind: 'no-answer' }),
  ...inTurn('Hotel Park', { kind: 'html' }),
  ...inTurn('India Bet', { kind: 'reset' }),
  ...inTurn('Juliet', { kind: 'status', status: 503 }),
  {
    route: 'queue',
    kind: 'status',
    status: 404,
    body: '{"code":404,"queued":false,"message":"Event not found"}',
  },
  { route: 'grader', kind: 'status', status: 500 },
  { route: 'feed', kind: 'html' },
]

async function sendToTrending(page: Page): Promise<void> {
  await cellOf(page, 0, 'Alpha Bet').click()
  await page.keyboard.press('q')
  await dialogOf(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const failingPane = (book: string): Screen => ({
  name: `price-failing-${at(book).replaceAll('_', '-')}`,
  state: 'failing',
  open: ({ page }) => cellOf(page, 0, book).click(),
})

/** A book that limits calls, and a limit below the cost of a row. */
const limitedScreens: readonly Screen[] = [
  {
    name: 'desk-rate-limited',
    state: 'failing',
    open: ({ page }) => cellOf(page, 0, 'Foxtrot').click(),
  },
  {
    name: 'cost-question',
    state: 'full',
    open: async ({ page }) => {
      await page.getByRole('button', { name: /^Reprice all/ }).click()
      await expect(page.getByRole('dialog')).toContainText(/uses \d+ calls/)
    },
  },
]

export const limited: World = {
  name: 'rate limited',
  start: async folder => {
    const started = await launchOn(folder, inTurn('Foxtrot', { kind: 'rate-limit', retryAfter: '600' }))
    await addPastedParlay(started.page)
    await expect(cellOf(started.page, 0, 'Foxtrot')).toHaveAccessibleName(/Rate limit/)
    return started
  },
  screens: limitedScreens,
}

const recheck = (name: string, book: string): Screen => ({
  name,
  state: 'failing',
  open: async ({ page }) => {
    await cellOf(page, 0, book).click()
    await page.keyboard.press('o')
    await expect(page.getByRole('dialog', { name: new RegExp(book) })).toBeVisible()
  },
})

const failingScreens: readonly Screen[] = [
  ...['Golf River', 'Hotel Park', 'Bravo'].map(failingPane),
  {
    name: 'trending-failing',
    state: 'failing',
    open: async ({ page }) => {
      const dialog = await openDialog(page, 'Trending list', /^Trending/)
      await expect(dialog.getByText(/^Not accepted|Game not found/).last()).toBeVisible()
    },
  },
  {
    name: 'trending-sent-failing',
    state: 'failing',
    open: async ({ page }) => {
      const dialog = await openDialog(page, 'Trending list', /^Trending/)
      await dialog.getByRole('listitem').first().getByRole('button').first().click()
      await expect(page.getByRole('list', { name: 'History' })).toBeVisible()
    },
  },
  {
    name: 'sources-failing',
    state: 'failing',
    open: async ({ page }) => {
      await command(page, 'Refresh odds feed')
      await openDialog(page, 'Sources')
    },
  },
  {
    name: 'add-odds-failing',
    state: 'failing',
    open: async ({ page }) => {
      const dialog = await openDialog(page, 'Add odds')
      await dialog.getByRole('textbox', { name: 'Odds objects' }).fill('{"id": "cut off')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'record-ticket-failing',
    state: 'failing',
    open: async ({ page }) => {
      await showView(page, 'Ledger')
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog', { name: 'New ticket' })
      await dialog.getByRole('textbox', { name: 'Price' }).fill('-')
      await dialog.getByRole('button', { name: 'Record ticket' }).click()
      await expect(dialog.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'import-failing',
    state: 'failing',
    open: async ({ page, answerDialog }) => {
      const file = join(mkdtempSync(join(tmpdir(), 'desk-import-')), 'photo.csv')
      writeFileSync(file, '\u0000\u0001')
      await answerDialog([file])
      await showView(page, 'Ledger')
      const dialog = await openDialog(page, 'Import tickets')
      await dialog.getByRole('button', { name: 'Choose a file' }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
    },
  },
  nothingToScan,
  {
    name: 'ledger-nothing-to-settle',
    state: 'empty',
    open: async ({ page }) => {
      await showView(page, 'Ledger')
      await page.getByRole('button', { name: 'Settle pending' }).click()
      await expect(page.getByText(/Nothing to check/)).toBeVisible()
    },
  },
  {
    name: 'fair-price-failing',
    state: 'failing',
    open: async ({ page }) => {
      await cellOf(page, 0, 'Alpha Bet').click()
      const dialog = await openDialog(page, 'Fair price', /^Fair price from/)
      await expect(dialog).toContainText('opposite side of')
    },
  },
  recheck('recheck-dropped', 'Alpha Bet'),
  recheck('recheck-gone', 'Delta'),
]

/** Each book fails in another way, and so do the queue, the grader and the feed. */
export const failing: World = {
  name: 'failing',
  start: async folder => {
    const started = await launchOn(folder, failures)
    const { page } = started
    await addPastedParlay(page, 'Bravo')
    await settled(page, 0)
    await sendToTrending(page)
    await cellOf(page, 0, 'Alpha Bet').click()
    await page.keyboard.press('t')
    await recordTicket(page, '40')
    return started
  },
  screens: failingScreens,
}

/** A service of one's own, its key not entered. */
export const keyless: World = {
  name: 'key missing',
  start: folder => launch(folder, { args: [profileSwitch({ profile: nowhere })] }),
  screens: [
    {
      name: 'desk-key-missing',
      state: 'failing',
      open: ({ page }) => expect(page.getByText('Add your API key to start pricing.')).toBeVisible(),
    },
    {
      name: 'settings-key-missing',
      state: 'failing',
      open: async ({ page }) => {
        await showView(page, 'Settings')
        await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible()
      },
    },
  ],
}

/** A service that cannot be reached. */
export const unreachable: World = {
  name: 'service unreachable',
  start: async folder => {
    const options = {
      args: [profileSwitch({ profile: nowhere })],
      env: { PARLAY_DESK_KEY: 'a-key-for-no-service' },
    }
    const started = await launch(folder, options)
    await addPastedParlay(started.page)
    await settled(started.page, 0)
    return started
  },
  screens: [
    {
      name: 'desk-unreachable',
      state: 'failing',
      open: async ({ page }) => {
        await cellOf(page, 0, 'Bravo').click()
        await command(page, 'Refresh odds feed')
        await expect(cellPane(page)).toContainText('Can’t reach')
      },
    },
  ],
}

/** A ledger in which stakes were changed. */
export const damagedLedger: World = {
  name: 'damaged ledger',
  start: folder => {
    fillLedger(folder, Date.now())
    const file = join(folder, 'ledger.db')
    const bytes = readFileSync(file)
    const written = '"stakeMinor":'
    for (let at = bytes.indexOf(written); at >= 0; at = bytes.indexOf(written, at + 1))
      bytes.write(`${written}9`, at)
    writeFileSync(file, bytes)
    return launch(folder)
  },
  screens: [
    {
      name: 'ledger-recovery',
      state: 'failing',
      open: async ({ page }) => {
        await showView(page, 'Ledger')
        await expect(page.getByRole('region', { name: 'Ledger recovery' }).getByRole('alert')).toBeVisible()
      },
    },
    {
      name: 'desk-ledger-damaged',
      state: 'failing',
      open: ({ page }) => expect(page.getByRole('tab', { name: 'Desk' })).toBeVisible(),
    },
  ],
}

/** A program whose own script is damaged. */
export const damagedProgram: World = {
  name: 'damaged program',
  start: async folder => {
    const appDir = join(folder, 'app')
    mkdirSync(appDir)
    cpSync(join(root, 'out'), join(appDir, 'out'), { recursive: true })
    cpSync(join(root, 'package.json'), join(appDir, 'package.json'))
    const page = readFileSync(join(appDir, 'out/renderer/index.html'), 'utf8')
    const [, script = ''] = /src="\.\/(assets\/index-[^"]+)"/.exec(page) ?? []
    writeFileSync(join(appDir, 'out/renderer', script), 'this is no script')
    return launch(folder, { appDir })
  },
  screens: [
    {
      name: 'program-damaged',
      state: 'failing',
      open: ({ page }) => expect(page.getByText('install it again')).toBeVisible({ timeout: 20_000 }),
    },
  ],
}

/** A profile file that leads a profile with a key to other hosts. */
export const otherHosts: World = {
  name: 'other hosts',
  start: async folder => {
    const env = { PARLAY_DESK_KEY: 'a-key-for-no-service' }
    const first = await launch(mkdtempSync(join(tmpdir(), 'parlay-desk-')), {
      args: [profileSwitch({ profile: nowhere })],
      userDataDir: folder,
      env,
    })
    await first.end()
    const queue = 'https://queue.other.invalid/'
    return launch(folder, { args: [profileSwitch({ profile: { ...nowhere, queue } })], env })
  },
  screens: [
    {
      name: 'profile-other-hosts',
      state: 'full',
      open: ({ page }) => expect(page.getByRole('dialog', { name: 'Use other hosts?' })).toBeVisible(),
    },
  ],
}
