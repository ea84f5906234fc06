/** Worker that reads a view of a database's file and encodes it as Parquet, one group of rows at a time. */
import { parentPort } from 'node:worker_threads'
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import { CallServer } from '../../async/call-server.ts'
import { openReadOnly } from '../../storage/database.ts'
import { toColumnValue, typeOf, type SqlValue } from './column-types.ts'
import type { ParquetPart, ParquetProtocol, ParquetSource } from './parquet-export.ts'

/** Rows in memory at a time: a few megabytes. */
const rowsPerGroup = 10_000

type SqlRow = Readonly<Record<string, SqlValue>>

function* encode({ file, view }: ParquetSource): Generator<ParquetPart, void> {
  using database = openReadOnly(file)
  // One transaction over all rows, so that the file is a snapshot.
  database.exec('BEGIN')
  const statement = database.prepare(`SELECT * FROM ${view}`)
  statement.setReadBigInts(true)
  const columns = statement.columns().map(({ name }) => ({ name, type: typeOf(name) }))
  const writer = new ByteWriter()
  const schema = schemaFromColumnData({ columnData: columns.map(column => ({ ...column, data: [] })) })
  const kvMetadata = [{ key: 'view', value: view }]
  const parquet = new ParquetWriter({ writer, schema, kvMetadata, createdBy: 'Parlay Desk' })
  const takeBytes = (): Uint8Array => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  const encodeGroup = (rows: readonly SqlRow[]): ParquetPart => {
    const columnData = columns.map(({ name, type }) => ({
      name,
      type,
      data: rows.map(row => toColumnValue(row[name], type)),
    }))
    void parquet.write({ columnData, rowGroupSize: rowsPerGroup })
    return { bytes: takeBytes(), rows: rows.length }
  }
  let group: SqlRow[] = []
  for (const row of statement.iterate()) {
    group.push(row)
    if (group.length < rowsPerGroup) continue
    yield encodeGroup(group)
    group = []
  }
  if (group.length > 0) yield encodeGroup(group)
  void parquet.finish()
  yield { bytes: takeBytes(), rows: 0 }
}

let parts: Generator<ParquetPart, void> | undefined

if (parentPort === null) throw new Error('parquet-worker.ts runs as a worker only')
new CallServer<ParquetProtocol>(parentPort, {
  handlers: {
    open({ source }) {
      parts = encode(source)
      return null
    },
    next: () => parts?.next().value ?? null,
  },
})
