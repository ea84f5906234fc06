/** An answer as it crosses to other desks, signed by the desk that got it. */
import { z } from 'zod'
import { QuoteOutcome } from '../../../shared/model/price/quote.ts'
import { toCanonicalJson } from '../log/canonical-json.ts'
import { signLines, verifyLines, type SigningKey } from '../log/signing.ts'
import type { ServedQuote } from '../schema/quote-calls.ts'

const Body = z.object({ outcome: QuoteOutcome })

/** Identity under which a quote is signed. */
export interface QuoteAuthor {
  readonly team: string
  readonly member: string
  readonly key: SigningKey
}

/** True for an outcome that other desks can use. A failure is a desk's own. */
export const isShared = (outcome: QuoteOutcome): boolean => outcome.kind !== 'failed'

export function signQuote({ team, member, key }: QuoteAuthor, cell: string, outcome: QuoteOutcome) {
  const body = toCanonicalJson({ outcome })
  return { cell, body, signature: signLines(key, 'quote', [team, member, cell, body]) }
}

/** Undefined for a quote that its member did not sign, or that is none. */
export function readOutcome(
  { member, cell, body, signature }: ServedQuote,
  { team, publicKey }: { readonly team: string; readonly publicKey: string | undefined },
): QuoteOutcome | undefined {
  if (publicKey === undefined) return undefined
  if (!verifyLines(publicKey, signature, 'quote', [team, member, cell, body])) return undefined
  const { data } = Body.safeParse(parseJson(body))
  return data !== undefined && isShared(data.outcome) ? data.outcome : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
