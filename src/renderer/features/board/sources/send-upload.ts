/** Sends odds objects to the board, part by part under one id; the last part loads them all. */
import type { Outcome } from '../../../../shared/failure.ts'
import type { LoadReport } from '../../../../shared/model/game/source.ts'
import { bridge } from '../../../bridge.ts'

interface Upload {
  /** A file's; null for pasted text. */
  readonly name: string | null
  readonly form: 'text' | 'bytes'
  readonly parts: Iterable<string> | AsyncIterable<string>
  readonly count: number
  /** Told before each part how many have arrived; false stops, and nothing is loaded. */
  readonly onPart: (sent: number) => boolean
}

/** The board's report, or the first failure; undefined when it was stopped. */
export async function sendUpload(given: Upload): Promise<Outcome<LoadReport> | undefined> {
  const { name, form, parts, count, onPart } = given
  const upload = crypto.randomUUID()
  let sent = 0
  for await (const part of parts) {
    if (!onPart(sent)) return undefined
    sent++
    const outcome = await bridge().board.add({ upload, name, form, part, isLast: sent === count })
    if (!outcome.ok) return outcome
    if (outcome.value !== null) return { ok: true, value: outcome.value }
  }
  return undefined
}
