/** Tickets out to a file of the user's choice and in from one. Files are named and read by the main process only. */
import { z } from 'zod'
import {
  AlikeChoice,
  ExportFormat,
  ImportFile,
  ImportPreview,
  TableMapping,
  TransferProgress,
} from '../model/ticket/transfer.ts'
import { call, event, Nothing } from './entry.ts'

export const transfer = {
  /** Saves all tickets where the user says; `name` is null when they chose no place. */
  save: call(
    z.strictObject({ format: ExportFormat }),
    z.strictObject({ name: z.string().nullable(), tickets: z.number().int() }),
  ),
  /** Asks for a file; null when the user chose none. It stays open until another is chosen or `discard`. */
  choose: call(Nothing, ImportFile.nullable()),
  /** Reads the chosen file whole and says what importing it would do. A mapping is for tables. */
  preview: call(z.strictObject({ mapping: TableMapping.nullable() }), ImportPreview),
  /** Imports what the last preview showed, in one transaction. */
  commit: call(
    z.strictObject({ alike: AlikeChoice }),
    z.strictObject({ imported: z.number().int(), skipped: z.number().int() }),
  ),
  /** Closes the chosen file without importing it. */
  discard: call(Nothing, z.null()),
  progress: event(TransferProgress),
} as const
