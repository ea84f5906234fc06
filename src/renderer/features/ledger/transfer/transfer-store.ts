/** Import and export of tickets: the file chosen, how it is read, and how far an import has come. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure, Outcome } from '../../../../shared/failure.ts'
import type {
  AlikeChoice,
  ExportFormat,
  ImportFile,
  ImportPreview,
  TableMapping,
  TransferProgress,
} from '../../../../shared/model/ticket/transfer.ts'
import { bridge } from '../../../bridge.ts'
import { createDrafts } from '../../../drafts.ts'
import { useNavigationStore } from '../../../navigation-store.ts'

type Done = { readonly kind: 'saved'; readonly name: string; readonly tickets: number } | Imported
interface Imported {
  readonly kind: 'imported'
  readonly imported: number
  readonly skipped: number
}

const leftOut: AlikeChoice = { all: 'skip', except: [] }

export const useTransferStore = defineStore('transfer', () => {
  // state
  const file = shallowRef<ImportFile>()
  const mapping = shallowRef<TableMapping>()
  const preview = shallowRef<ImportPreview>()
  const alike = shallowRef<AlikeChoice>(leftOut)
  const done = shallowRef<Done>()
  const failure = shallowRef<Failure>()
  const progress = shallowRef<TransferProgress>()
  const isBusy = shallowRef(false)
  /** How tables are read, by their columns: as the user set it when one was met last. */
  const mappings = createDrafts<TableMapping>()
  let isFollowing = false
  let looks = 0

  // derived
  const toImport = computed(() => {
    if (preview.value === undefined) return 0
    const { tickets, alike: there } = preview.value
    const { all, except } = alike.value
    return all === 'import' ? tickets - except.length : tickets - there + except.length
  })

  // actions
  /** A dialog has opened. */
  function begin(): void {
    if (!isFollowing) bridge().transfer.progress(heard => (progress.value = heard))
    isFollowing = true
    reset()
  }

  /** Not while an import is being written: it is all or nothing, and soon done. */
  function close(): void {
    if (isBusy.value) return
    if (file.value !== undefined) void bridge().transfer.discard()
    reset()
    useNavigationStore().closeDialog()
  }

  function reset(): void {
    looks++
    for (const each of [file, mapping, preview, done, failure, progress]) each.value = undefined
    alike.value = leftOut
  }

  async function run<T>(ask: () => Promise<Outcome<T>>): Promise<T | undefined> {
    if (isBusy.value) return undefined
    isBusy.value = true
    failure.value = undefined
    progress.value = undefined
    const outcome = await ask()
    isBusy.value = false
    if (outcome.ok) return outcome.value
    failure.value = outcome.failure
    return undefined
  }

  async function save(format: ExportFormat): Promise<void> {
    const saved = await run(() => bridge().transfer.save({ format }))
    if (saved?.name) done.value = { kind: 'saved', name: saved.name, tickets: saved.tickets }
  }

  async function choose(): Promise<void> {
    const chosen = await run(() => bridge().transfer.choose())
    if (chosen === undefined || chosen === null) return
    file.value = chosen
    done.value = undefined
    mapping.value =
      chosen.kind === 'table' ? { ...chosen.mapping, ...mappings.get(chosen.columns.join('\n')) } : undefined
    await look()
  }

  /** Reads the file as it is now to be read; only the last such reading counts. */
  async function look(): Promise<void> {
    const mine = ++looks
    preview.value = undefined
    progress.value = undefined
    alike.value = leftOut
    const outcome = await bridge().transfer.preview({ mapping: mapping.value ?? null })
    if (mine !== looks) return
    failure.value = outcome.ok ? undefined : outcome.failure
    if (outcome.ok) preview.value = outcome.value
  }

  async function change(wanted: Partial<TableMapping>): Promise<void> {
    if (mapping.value === undefined || file.value?.kind !== 'table') return
    mapping.value = { ...mapping.value, ...wanted }
    const key = file.value.columns.join('\n')
    mappings.keep(key, { ...mappings.get(key), ...wanted })
    await look()
  }

  async function take(): Promise<void> {
    const taken = await run(() => bridge().transfer.commit({ alike: alike.value }))
    if (taken === undefined) return
    reset()
    done.value = { kind: 'imported', ...taken }
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
    toImport,
    begin,
    close,
    save,
    choose,
    change,
    take,
  }
})
