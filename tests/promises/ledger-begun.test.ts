/** Source: docs/quality.md, 2. The first backup follows the first ticket by a minute: before it, only the user knows of the ticket. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startProgram } from '../support/bridge/running-program.ts'

/** The sentences about a new ledger that the user sees after a start in this folder. */
async function startIn(folder?: string) {
  const program = startProgram(folder === undefined ? {} : { folder })
  await program.open()
  const account = await program.api.account.snapshot()
  const ledger = await program.api.ledger.snapshot()
  await program.close()
  return {
    folder: program.folder,
    status: ledger.ok && ledger.value.status.kind,
    said: account.ok && account.value.notices.filter(sentence => sentence.includes('no ledger')),
  }
}

describe('A ledger that was begun in a folder of earlier data, where it has no backup, is announced at the start.', () => {
  it('is announced once, and never at the first start', async () => {
    const first = await startIn()
    expect(first).toMatchObject({ status: 'open', said: [] })
    for (const name of readdirSync(first.folder).filter(each => each.startsWith('ledger.')))
      rmSync(join(first.folder, name))
    const without = await startIn(first.folder)
    expect(without).toMatchObject({ status: 'open', said: [expect.stringContaining('its check file')] })
    expect(await startIn(first.folder)).toMatchObject({ status: 'open', said: [] })
  })
})
