import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTransferHandlers } from '../../../../src/main/bridge/handlers/ledger.ts'
import type { WindowEvents } from '../../../../src/main/window/desk-windows.ts'
import type { SecondWindow } from '../../../../src/shared/model/settings/windows.ts'
import { createImports } from '../../../support/ledger/import-export.ts'
import { openTestLedger } from '../../../support/ledger/tickets.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

function start() {
  const { ledger } = openTestLedger()
  const path = join(tempFolder(), 'tracker.csv')
  writeFileSync(path, 'Date,Book,Bet,Odds,Stake\n2026-11-20,Bravo,Harbor City,+512,40\n')
  const imports = createImports(ledger, path)
  const open: SecondWindow[] = ['ledger', 'blue']
  const windows = Object.assign(new EventEmitter<WindowEvents>(), { list: () => [...open] })
  const askWhere = () => Promise.resolve(undefined)
  const parquet = { save: () => Promise.resolve({ name: null, rows: 0 }) }
  const calls = createTransferHandlers({ ledger, imports, windows, askWhere, parquet })
  function close(name: SecondWindow): void {
    open.splice(open.indexOf(name), 1)
    windows.emit('closed', name)
  }
  return { calls, imports, close }
}
const noFile = 'the file to import'

describe('a file chosen for import', () => {
  it('is released with its window, and stays when another one closes', async () => {
    const { calls, imports, close } = start()
    const file = await calls.choose(null, 'ledger')
    const mapping = file?.kind === 'table' ? file.mapping : null
    close('blue')
    expect(await calls.preview({ mapping }, 'ledger')).toMatchObject({ tickets: 1 })
    close('ledger')
    await expect(imports.preview(mapping)).rejects.toMatchObject({ failure: { what: noFile } })
  })

  it('is released immediately when its window closed while the user chose it', async () => {
    const { calls, imports, close } = start()
    const chosen = calls.choose(null, 'ledger')
    close('ledger')
    await chosen
    await expect(imports.preview(null)).rejects.toMatchObject({ failure: { what: noFile } })
  })

  it('is the one of its window alone', async () => {
    const { calls } = start()
    await calls.choose(null, 'ledger')
    await expect(async () => calls.preview({ mapping: null }, 'main')).rejects.toThrow()
    await calls.discard(null, 'main')
    expect(await calls.preview({ mapping: null }, 'ledger')).toBeDefined()
  })
})
