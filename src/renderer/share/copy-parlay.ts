/** Copies a parlay to the clipboard, as text or as a picture. */
import type { Outcome } from '../../shared/failure.ts'
import { bridge } from '../bridge.ts'
import type { SharedParlay } from './parlay-image.ts'

/** Copies the book with its price, if there is one, and the legs with their games, one a line. */
export function copyParlay({
  book,
  price,
  legs,
}: Pick<SharedParlay, 'book' | 'price' | 'legs'>): Promise<Outcome<null>> {
  const head = [book, price].filter(part => part !== undefined).join(' ')
  const lines = legs.map(({ name, market, game }) =>
    [`${name} (${market})`, ...(game === undefined ? [] : [game.title])].join(' · '),
  )
  return bridge().view.copyText({ text: [head, ...lines].filter(line => line !== '').join('\n') })
}

/** Returns undefined when the page cannot draw. */
export async function copyImage(parlay: SharedParlay): Promise<Outcome<null> | undefined> {
  const { drawParlay } = await import('./parlay-image.ts')
  const png = await drawParlay(parlay)
  return png && bridge().view.copyImage({ png })
}

/**
 * Describes the outcome of a copy: `done`, or the failure. An undefined outcome is a picture that could not be drawn.
 */
export function describeCopy(outcome: Outcome<null> | undefined, done: string): Outcome<string> {
  if (outcome?.ok === false) return outcome
  return { ok: true, value: outcome ? done : 'Couldn’t draw the image.' }
}
