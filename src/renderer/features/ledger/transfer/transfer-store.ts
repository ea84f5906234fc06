/** Import and export of tickets: the chosen file, its mapping, and the progress of an import. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type {
  AlikeChoice,
  ExportFormat,
  ExportScope,
  ImportFile,
  ImportPreview,
  TableMapping,
  TransferProgress,
} from '../../../../shared/model/ticket/transfer.ts'
import type { ParquetTable } from '../../../../shared/model/ticket/parquet-table.ts'
import { bridge } from '../../../bridge.ts'
import { createDrafts } from '../../../drafts.ts'
import { useNavigationStore } from '../../../navigation-store.ts'
import { useTicketNoticeStore } from '../ticket-notice-store.ts'
import { importedText, type ShownTickets } from './transfer-text.ts'

type Done =
  | { readonly kind: 'saved'; readonly name: string; readonly tickets: number }
  | { readonly kind: 'saved-table'; readonly name: string; readonly rows: number }
  | { readonly kind: 'imported'; readonly imported: number; readonly skipped: number }

const skipAll: AlikeChoice = { all: 'skip', except: [] }

export const useTransferStore = defineStore('transfer', () => {
  // state
  const file = shallowRef<ImportFile>()
  const mapping = shallowRef<TableMapping>()
  const preview = shallowRef<ImportPreview>()
  const alike = shallowRef<AlikeChoice>(skipAll)
  const done = shallowRef<Done>()
  const failure = shallowRef<Failure>()
  const progress = shallowRef<TransferProgress>()
  const isBusy = shallowRef(false)
  /** Undefined while the ledger is not on screen. */
  const shown = shallowRef<ShownTickets>()
  /** The user's last mapping of each table, by its columns. */
  const mappings = createDrafts<TableMapping>('table mappings')
  let isSubscribed = false
  /** Number of the last preview. */
  let previewRun = 0

  // derived
  const toImport = computed(() => {
    if (preview.value === undefined) return 0
    const { tickets, alike: duplicates } = preview.value
    const { all, except } = alike.value
    return all === 'import' ? tickets - except.length : tickets - duplicates + except.length
  })

  // actions
  /** Starts a dialog of import or export. */
  function begin(): void {
    if (!isSubscribed) bridge().transfer.progress(given => (progress.value = given))
    isSubscribed = true
    reset()
  }

  /** Does nothing while an import is written, which is quick and atomic. */
  function close(): void {
    if (isBusy.value) return
    if (file.value !== undefined) void bridge().transfer.discard()
    reset()
    useNavigationStore().closeDialog()
  }

  function reset(): void {
    previewRun++
    for (const each of [file, mapping, preview, done, failure, progress]) each.value = undefined
    alike.value = skipAll
  }

  async function run<T>(call: () => Promise<Outcome<T>>): Promise<T | undefined> {
    if (isBusy.value) return undefined
    isBusy.value = true
    failure.value = undefined
    progress.value = undefined
    const outcome = await call()
    isBusy.value = false
    if (outcome.ok) return outcome.value
    failure.value = outcome.failure
    return undefined
  }

  async function save(format: ExportFormat, scope: ExportScope): Promise<void> {
    done.value = undefined
    const saved = await run(() => bridge().transfer.save({ format, scope }))
    if (saved?.name) done.value = { kind: 'saved', name: saved.name, tickets: saved.tickets }
  }

  async function saveParquet(table: ParquetTable): Promise<void> {
    done.value = undefined
    const saved = await run(() => bridge().transfer.saveParquet({ table }))
    if (saved?.name) done.value = { kind: 'saved-table', name: saved.name, rows: saved.rows }
  }

  async function choose(): Promise<void> {
    const chosen = await run(() => bridge().transfer.choose())
    if (chosen === undefined || chosen === null) return
    file.value = chosen
    done.value = undefined
    mapping.value =
      chosen.kind === 'table' ? { ...chosen.mapping, ...mappings.get(chosen.columns.join('\n')) } : undefined
    await readPreview()
  }

  /** Reads the file with the current mapping; only the last preview counts. */
  async function readPreview(): Promise<void> {
    const mine = ++previewRun
    preview.value = undefined
    progress.value = undefined
    alike.value = skipAll
    const outcome = await bridge().transfer.preview({ mapping: mapping.value ?? null })
    if (mine !== previewRun) return
    failure.value = outcome.ok ? undefined : outcome.failure
    if (outcome.ok) preview.value = outcome.value
  }

  async function changeMapping(part: Partial<TableMapping>): Promise<void> {
    if (mapping.value === undefined || file.value?.kind !== 'table') return
    mapping.value = { ...mapping.value, ...part }
    const key = file.value.columns.join('\n')
    mappings.set(key, { ...mappings.get(key), ...part })
    await readPreview()
  }

  async function commit(): Promise<void> {
    const counts = await run(() => bridge().transfer.commit({ alike: alike.value }))
    if (counts === undefined) return
    reset()
    const { imported, skipped, tickets } = counts
    done.value = { kind: 'imported', imported, skipped }
    if (tickets !== null)
      useTicketNoticeStore().add({
        kind: 'imported',
        tickets,
        count: imported,
        text: importedText({ imported, skipped }),
      })
  }

  return {
    file,
    mapping,
    preview,
    alike,
    done,
    failure,
    progress,
    isBusy,
    shown,
    toImport,
    begin,
    close,
    save,
    saveParquet,
    choose,
    changeMapping,
    commit,
  }
})
