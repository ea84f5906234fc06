import type { Handlers } from '../../../shared/contract.ts'
import type { StoredLayouts } from '../../account/stored-preferences.ts'
import type { CsvExport } from '../../files/csv-writer.ts'

/** The grid's layout, and its table on the way to a file. */
export function createGridHandlers(layouts: StoredLayouts, exported: CsvExport): Handlers['grid'] {
  return {
    snapshot: () => layouts.read(),
    saveLayout(layout) {
      layouts.write(layout)
      return layouts.read()
    },
    exportCsv: part => exported.add(part, Date.now()),
  }
}
