/** Tickets leave one ledger and come into another; a ledger that was damaged is brought back. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'

const table = `Date,Book,Bet,Odds,Stake,Result
2026-11-18 19:00,Bravo,North over 27.5 | Harbor City,+512,40.00,Won
2026-11-19 19:00,Bravo,River Town,+150,25.00,Lost
2026-11-19 20:00,Bravo,River Town,+15,25.00,Lost
`

async function openLedger(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Ledger' }).click()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeVisible({ timeout: 30_000 })
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a table is imported, and the export of its ledger is imported into another', async ({
  launch,
  userDataDir,
}) => {
  const tracker = join(userDataDir, 'tracker.csv')
  const saved = join(userDataDir, 'ledger.json')
  writeFileSync(tracker, table)
  const first = await launch()
  await openLedger(first.page)
  await first.answerDialog([tracker])
  await first.page.getByRole('button', { name: 'Import', exact: true }).click()
  const importing = dialog(first.page, 'Import tickets')
  await importing.getByRole('button', { name: 'Choose a file' }).click()
  await expect(importing.getByText('2 tickets: 1 line skipped')).toBeVisible()
  await expect(importing.getByText('Line 4')).toBeVisible()
  await importing.getByRole('button', { name: 'Import 2 tickets' }).click()
  await expect(importing.getByText('Imported 2 tickets.')).toBeVisible()
  await importing.getByRole('button', { name: 'Close' }).click()
  await first.answerDialog([saved])
  await first.page.getByRole('button', { name: 'Export' }).click()
  const exporting = dialog(first.page, 'Export tickets')
  await exporting.getByRole('button', { name: 'Export' }).click()
  await expect(exporting.getByText('Saved 2 tickets to ledger.json.')).toBeVisible()
  await first.close()

  const other = await mkdtemp(join(tmpdir(), 'parlay-desk-'))
  const second = await launch({ userDataDir: other })
  await openLedger(second.page)
  await second.answerDialog([saved])
  await second.page.getByRole('button', { name: 'Import', exact: true }).click()
  const again = dialog(second.page, 'Import tickets')
  await again.getByRole('button', { name: 'Choose a file' }).click()
  await again.getByRole('button', { name: 'Import 2 tickets' }).click()
  await expect(again.getByText('Imported 2 tickets.')).toBeVisible()
  await second.close()
  await rm(other, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

test('a damaged ledger says what is wrong, is restored from its backup, and Import finds what it still holds', async ({
  launch,
  userDataDir,
}) => {
  const tracker = join(userDataDir, 'tracker.csv')
  writeFileSync(tracker, table)
  const first = await launch()
  await openLedger(first.page)
  await first.answerDialog([tracker])
  await first.page.getByRole('button', { name: 'Import', exact: true }).click()
  const importing = dialog(first.page, 'Import tickets')
  await importing.getByRole('button', { name: 'Choose a file' }).click()
  await importing.getByRole('button', { name: 'Import 2 tickets' }).click()
  await expect(importing.getByText('Imported 2 tickets')).toBeVisible()
  await first.close()

  const file = join(userDataDir, 'ledger.db')
  const backup = join(userDataDir, 'backups', 'ledger-2026-11-20T12-00-00.000Z')
  mkdirSync(join(userDataDir, 'backups'))
  copyFileSync(file, `${backup}.db`)
  copyFileSync(join(userDataDir, 'ledger.witness'), `${backup}.witness`)
  const bytes = readFileSync(file)
  bytes.write('"stakeMinor":9999', bytes.indexOf('"stakeMinor":4000'))
  writeFileSync(file, bytes)

  const second = await launch()
  await second.page.getByRole('tab', { name: 'Ledger' }).click()
  const recovery = second.page.getByRole('region', { name: 'Ledger recovery' })
  await expect(recovery.getByRole('alert')).toHaveText(/doesn’t match what was saved/)
  await expect(recovery.getByText('2 tickets')).toBeVisible()
  await recovery.getByRole('button', { name: 'Restore this backup' }).click()
  await expect(second.page.getByRole('button', { name: 'Import', exact: true })).toBeVisible()
  await expect(recovery).toHaveCount(0)
  const kept = readdirSync(join(userDataDir, 'kept'))
  expect(kept).toHaveLength(1)

  await second.answerDialog([join(userDataDir, 'kept', kept[0] ?? '', 'ledger.db')])
  await second.page.getByRole('button', { name: 'Import', exact: true }).click()
  const rescue = dialog(second.page, 'Import tickets')
  await rescue.getByRole('button', { name: 'Choose a file' }).click()
  await expect(rescue.getByText('1 ticket:')).toBeVisible()
  await expect(rescue.getByText(/of this ticket doesn’t match what was saved/)).toBeVisible()
  await second.close()
})
