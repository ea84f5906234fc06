/** A QR code as one SVG path, a run of dark modules each, so that no markup is ever made of the link's text. */
import { encode } from 'uqr'

/** Light modules that a reader needs around the code (ISO/IEC 18004). */
const quietZone = 4

/** `size`: modules on a side, the quiet zone included. Undefined for a text that no QR code can hold. */
export function encodeQrCode(text: string) {
  try {
    const { size, data } = encode(text, { ecc: 'M', border: quietZone })
    return { size, path: data.map(toRowPath).join('') }
  } catch {
    return undefined
  }
}

function toRowPath(modules: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < modules.length; x += 1) {
    const from = x
    while (modules[x] === true) x += 1
    if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`
  }
  return path
}
