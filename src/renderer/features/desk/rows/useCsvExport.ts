/** Saves the prices shown as CSV where the user says. */
import type { Ref } from 'vue'
import { bridge } from '../../../bridge.ts'
import { countOf } from '../../../format/count.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { useDeskStore } from '../desk-store.ts'
import type { BookColumn } from '../columns/columns.ts'
import type { Notice } from '../actions/useDeskActions.ts'
import { toCsvRows, splitIntoParts } from './csv-rows.ts'

interface CsvExportOptions {
  readonly columns: Readonly<Ref<readonly BookColumn[]>>
  readonly display: Readonly<Ref<DisplayContext>>
  readonly tell: (notice: Notice | undefined) => void
}

/** Answers a function that saves these rows. A second call while the first one asks where to save does nothing. */
export function useCsvExport({
  columns,
  display,
  tell,
}: CsvExportOptions): (parlayIds: readonly number[]) => Promise<void> {
  const desk = useDeskStore()
  let isExporting = false

  async function send(parlayIds: readonly number[]): Promise<Notice | undefined> {
    const rows = parlayIds.flatMap(id => desk.rowRef(id)?.value ?? [])
    const parts = splitIntoParts(toCsvRows(rows, columns.value, display.value))
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1
      const outcome = await bridge().grid.exportCsv({ rows: part, isFirst: index === 0, isLast })
      if (!outcome.ok) return { kind: 'failed', failure: outcome.failure }
      if (outcome.value?.file)
        return { kind: 'said', text: `Saved ${countOf(rows.length, 'parlay')} to ${outcome.value.file}.` }
    }
    return undefined
  }

  return async parlayIds => {
    if (isExporting) return
    isExporting = true
    tell(await send(parlayIds))
    isExporting = false
  }
}
