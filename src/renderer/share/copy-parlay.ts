/** A parlay on the clipboard, as text or as a picture. */
import type { Outcome } from '../../shared/failure.ts'
import { bridge } from '../bridge.ts'
import type { SharedParlay } from './parlay-image.ts'

/** One leg a line. */
export const copyLegs = ({ legs }: SharedParlay): Promise<Outcome<null>> =>
  bridge().view.copyText({ text: legs.map(({ name, market }) => `${name} (${market})`).join('\n') })

/** Undefined where the page cannot draw. */
export async function copyImage(parlay: SharedParlay): Promise<Outcome<null> | undefined> {
  const { drawParlay } = await import('./parlay-image.ts')
  const png = await drawParlay(parlay)
  return png && bridge().view.copyImage({ png })
}
