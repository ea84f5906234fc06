/** Import and export of tickets: the chosen file, its mapping, and the progress of an import. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type {
  AlikeChoice,
  ExportFormat,
  ExportScope,
  ImportedTickets,
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

export interface SkippedLines {
  readonly count: number
  readonly lines: readonly { readonly line: number; readonly text: string }[]
}
const noLines: SkippedLines = { count: 0, lines: [] }

const toSkipped = ({ bad, badLines }: ImportPreview): SkippedLines => ({
  count: bad,
  lines: badLines.map(({ line, reason }) => ({ line, text: reason })),
})

/** Holds the notice of an import until its dialog, under which it would lie, is closed. */
function createHeldNotice() {
  let held: Parameters<ReturnType<typeof useTicketNoticeStore>['add']>[0] | undefined
  function hold(counts: { imported: number; skipped: number; tickets: ImportedTickets | null }): void {
    const { imported: count, tickets } = counts
    held = tickets === null ? undefined : { kind: 'imported', tickets, count, text: importedText(counts) }
  }
  function show(): void {
    if (held !== undefined) useTicketNoticeStore().add(held)
    held = undefined
  }
  return { hold, show }
}

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
  /** Lines of the file that are no tickets, which stay readable after its import. */
  const skipped = shallowRef<SkippedLines>(noLines)
  const notice = createHeldNotice()
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
    notice.show()
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
    if (!outcome.ok) return
    preview.value = outcome.value
    skipped.value = toSkipped(outcome.value)
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
    done.value = { kind: 'imported', imported: counts.imported, skipped: counts.skipped }
    notice.hold(counts)
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
    skipped,
    begin,
    announce: notice.show,
    close,
    save,
    saveParquet,
    choose,
    changeMapping,
    commit,
  }
})
