import type { Handlers } from '../../../shared/contract.ts'
import type { KeptLayouts } from '../../account/kept-layouts.ts'
import type { CsvExport } from '../../files/csv-export.ts'

/** The grid's layout, and its table on the way to a file. */
export function gridHandlers(layouts: KeptLayouts, exported: CsvExport): Handlers['grid'] {
  return {
    snapshot: () => layouts.read(),
    arrange(layout) {
      layouts.write(layout)
      return layouts.read()
    },
    exportCsv: part => exported.add(part, Date.now()),
  }
}
