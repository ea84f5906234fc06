/**
 * Exports a view of the desk's or the ledger's file to a Parquet file that the user chooses. A worker reads and encodes
 * it, so that the main process only writes, and a large table is never in memory as a whole.
 */
import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ParquetTable } from '../../../shared/model/ticket/parquet-table.ts'
import { endWorker } from '../../async/end-worker.ts'
import { WorkerCalls } from '../../async/worker-calls.ts'
import { saveWhole } from '../save-whole.ts'

export interface ParquetExportDeps {
  /** The database's file with this table. */
  readonly fileOf: (table: ParquetTable) => string
  /** Writes all that is known by now to that file. Throws Refusal when it cannot be read. */
  readonly prepare: (table: ParquetTable) => unknown
  /** Proposes a file name; returns the path chosen, or undefined when the user chose none. */
  readonly askWhere: (name: string) => Promise<string | undefined>
  /** `parquet-worker.ts` when TypeScript runs unbundled, else its bundle. */
  readonly workerFile: string | URL
}

export interface ParquetSource {
  readonly file: string
  readonly view: string
}

/** Bytes of the file in their order, with the number of rows in them. */
export interface ParquetPart {
  readonly bytes: Uint8Array
  readonly rows: number
}

export interface ParquetProtocol {
  readonly request: { readonly name: 'open'; readonly source: ParquetSource } | { readonly name: 'next' }
  readonly answers: { readonly open: null; readonly next: ParquetPart | null }
  readonly progress: never
  readonly toWorker: never
  readonly fromWorker: never
}

/** For one group of rows; without a limit, a worker on a large machine collects its garbage late. */
const memoryLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 }

export class ParquetExport {
  readonly #deps: ParquetExportDeps

  constructor(deps: ParquetExportDeps) {
    this.#deps = deps
  }

  /** Throws Refusal when the table cannot be read or the file cannot be written. */
  async save(table: ParquetTable, at: number): Promise<{ name: string | null; rows: number }> {
    const { askWhere, fileOf, prepare } = this.#deps
    // Throws before the user is asked when the table cannot be read.
    prepare(table)
    const path = await askWhere(`${table} ${new Date(at).toISOString().slice(0, 10)}.parquet`)
    if (path === undefined) return { name: null, rows: 0 }
    prepare(table)
    let rows = 0
    const parts = this.#read({ file: fileOf(table), view: `v1_${table}` }, count => (rows += count))
    await saveWhole(path, parts)
    return { name: basename(path), rows }
  }

  async *#read(source: ParquetSource, onRows: (rows: number) => void): AsyncGenerator<Uint8Array, void> {
    const worker = new Worker(this.#deps.workerFile, { resourceLimits: memoryLimits })
    const calls = new WorkerCalls<ParquetProtocol>(worker, {
      endedText: 'The Parquet export’s worker ended.',
    })
    try {
      await calls.call({ name: 'open', source })
      for (;;) {
        const part = await calls.call({ name: 'next' })
        if (part === null) return
        onRows(part.rows)
        yield part.bytes
      }
    } finally {
      calls.close(new Error('The Parquet export ended.'))
      await endWorker(worker)
    }
  }
}
