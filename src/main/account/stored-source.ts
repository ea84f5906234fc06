/** A source of odds in the settings file: paths stay in the main process, only names cross the bridge. */
import { z } from 'zod'
import { LoadReport, FeedPlan, Source, SourceId } from '../../shared/model/game/source.ts'

/** The place a source's odds are read from. */
export const SourceOrigin = z.discriminatedUnion('kind', [
  /** Text of the clipboard, or bytes of a dropped file: the program keeps a copy. */
  z.strictObject({ kind: z.literal('paste') }),
  z.strictObject({ kind: z.literal('dropped') }),
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1) }),
  z.strictObject({ kind: z.literal('watch'), path: z.string().min(1), isFolder: z.boolean() }),
  z.strictObject({ kind: z.literal('feed'), plan: FeedPlan }),
])
export type SourceOrigin = Readonly<z.infer<typeof SourceOrigin>>

export const StoredSource = z.strictObject({
  id: SourceId,
  name: Source.shape.name,
  origin: SourceOrigin,
  isOn: z.boolean(),
  lastLoad: LoadReport.nullable(),
  /** Last loads of the files of a watched source, by part; `lastLoad` is their sum. */
  parts: z.record(z.string(), LoadReport).optional(),
})
export type StoredSource = Readonly<z.infer<typeof StoredSource>>
