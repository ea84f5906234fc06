/** The disk is slow, or does not answer at all, while a backup is made. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readLastSeq } from '../../../../src/main/ledger/opening/inspect.ts'
import { copyDatabase, readDatabase } from '../../../../src/main/storage/database.ts'
import { openTestBackups } from '../../../support/ledger/test-backups.ts'
import { makeTicket } from '../../../support/ledger/tickets.ts'
import { canMount } from '../../../support/storage/mounts.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

/** A ledger of some megabytes, which are copied in several steps. */
function openLarge(maxCopyMs?: number) {
  const opened = openTestBackups(tempFolder(), maxCopyMs)
  for (let count = 0; count < 20; count++) opened.ledger.record(makeTicket({ note: 'x'.repeat(200_000) }))
  const left = () => readdirSync(join(opened.folder, 'backups'))
  return { ...opened, left }
}

it('a backup that takes too long fails with a sentence, leaves nothing, and is retried', async () => {
  const opened = openLarge(1)
  await opened.backups.makeIfDue()
  expect(opened.backups.state().failure).toMatch(/ledger backup didn’t finish within/)
  await expect.poll(() => opened.left()).toEqual([])
  opened.backups.stop()
})

it('a backup under way ends when the program does', async () => {
  const opened = openLarge()
  const made = opened.backups.makeIfDue()
  opened.backups.stop()
  await made
  expect(opened.backups.state().failure).toMatch(/quit during/)
  // The worker that copies removes its own file, a moment later.
  await expect.poll(() => opened.left()).toEqual([])
  await opened.backups.makeIfDue()
  expect(opened.backups.state()).toMatchObject({ failure: null })
  expect(opened.left()).toHaveLength(2)
})

it('a copy is of one moment, whatever is written meanwhile', async () => {
  const { ledger, files, folder } = openLarge()
  const before = ledger.tail?.records ?? 0
  const copying = copyDatabase(files.database, join(folder, 'copy.db'), new AbortController().signal)
  const writing = setInterval(() => ledger.record(makeTicket()), 1)
  await copying
  clearInterval(writing)
  expect(ledger.tail?.records).toBeGreaterThan(before)
  expect(readDatabase(join(folder, 'copy.db'), readLastSeq)).toBe(before)
})

const run = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** A disk that can be made to hang; undefined where the machine has none to mount. */
function freezableDisk() {
  const image = join(tempFolder(), 'image')
  const folder = tempFolder()
  writeFileSync(image, '')
  truncateSync(image, 24 * 1024 * 1024)
  if (!run('mkfs.ext4', '-q', image) || !run('mount', '-o', 'loop', image, folder)) return undefined
  // Ends the test where it hangs itself.
  spawn('sh', ['-c', 'sleep 15; fsfreeze -u "$0"', folder], { detached: true, stdio: 'ignore' }).unref()
  onTestFinished(() => {
    run('fsfreeze', '-u', folder)
    run('umount', '--lazy', folder)
  })
  return { folder, freeze: () => run('fsfreeze', '-f', folder), thaw: () => run('fsfreeze', '-u', folder) }
}

it.skipIf(!canMount)(
  'a backup whose disk hangs fails with a sentence, and no other begins until the disk responds',
  async context => {
    const disk = freezableDisk()
    if (disk === undefined) return context.skip('no disk image can be mounted here')
    const opened = openLarge(300)
    const backups = join(disk.folder, 'backups')
    mkdirSync(backups)
    run('ln', '-s', backups, join(opened.folder, 'backups'))
    const made = opened.backups.makeIfDue()
    disk.freeze()
    await made
    expect(opened.backups.state().failure).toMatch(/didn’t finish within/)
    await opened.backups.makeIfDue()
    disk.thaw()
    await vi.waitFor(() => expect(opened.left()).toEqual([]), 5_000)
  },
)
