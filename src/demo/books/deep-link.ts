/** Deep links of books. The address contains the legs, so that the betslip page needs no state. */
import type { Book } from './book.ts'
import { hash, hashText, uniform } from '../world/random.ts'

const linksSalt = hashText('links')

/** Links to a betslip with these legs (plain base64 tokens), or null when the book gives none. */
export function linksTo(book: Book, port: number, tokens: readonly string[]) {
  const slip = encodeSlip(tokens)
  if (uniform(hash(linksSalt, book.index, hashText(slip))) >= book.links) return null
  return {
    desktop: `http://${book.id}.localhost:${port}/betslip?s=${slip}`,
    mobile:
      book.mobile === 'app'
        ? `${book.id.replaceAll('_', '')}://betslip?s=${slip}`
        : `https://m.${book.id.replaceAll('_', '-')}.example/betslip?s=${slip}`,
  }
}

function encodeSlip(tokens: readonly string[]): string {
  return tokens.map(token => token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')).join('.')
}

/** The tokens in a link's `s` parameter, in plain base64. */
export function decodeSlip(slip: string): string[] {
  return slip.split('.').map(part => {
    const plain = part.replaceAll('-', '+').replaceAll('_', '/')
    return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=')
  })
}
