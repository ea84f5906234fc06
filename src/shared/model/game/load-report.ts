/** What one load took and what it left out, each reason counted with an example. */
import { z } from 'zod'

export const LoadReport = z.strictObject({
  source: z.string(),
  at: z.number(),
  taken: z.number().int(),
  /** Offers that replaced an older one of the same book and selection. */
  replaced: z.number().int(),
  leftOut: z.array(z.strictObject({ reason: z.string(), count: z.number().int(), example: z.string() })),
})
export type LoadReport = Readonly<z.infer<typeof LoadReport>>
