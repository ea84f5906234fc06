/**
 * The opaque tokens of odds objects. A token encodes its selection, game and book, so that the service keeps no list:
 * 20 bytes in base64, of which 8 are the masked content and 12 prove it.
 */
import { allBooks, type Book } from './book.ts'
import type { Game, SchedulePosition } from '../world/game.ts'
import { hash, hashText } from '../world/random.ts'

export type TokenKind = 'sgp' | 'grade'

interface TokenContent {
  readonly kind: TokenKind
  readonly book: Book
  readonly position: SchedulePosition
  /** Index in the game's list of selections. */
  readonly selection: number
}

const proofSalt = hashText('token proof')
const maskSalt = hashText('token mask')
const tokenBytes = 20
const firstDay = 18_262
const bytes = Buffer.alloc(tokenBytes)

/** The token in plain base64. Depends on the seed of the world: a token of another world proves nothing here. */
export function encodeToken(
  seed: number,
  kind: TokenKind,
  of: { book: Book; game: Game; selection: number },
): string {
  const { day, round, place } = of.game
  return encodeWords(seed, [
    ((day - firstDay) << 17) | (round << 5) | place,
    (of.book.index << 17) | (of.selection << 1) | (kind === 'sgp' ? 0 : 1),
  ])
}

function encodeWords(seed: number, [first, second]: readonly [number, number]): string {
  const proofs = [1, 2, 3].map(i => hash(seed ^ proofSalt, first, second, i))
  bytes.writeInt32BE(first ^ hash(seed, maskSalt, proofs[0]), 0)
  bytes.writeInt32BE(second ^ hash(seed, maskSalt, proofs[1]), 4)
  proofs.forEach((proof, i) => bytes.writeUInt32BE(proof, 8 + 4 * i))
  return bytes.toString('base64')
}

/** The content of a token, percent-encoded or not; null when it is damaged or not of this world. */
export function decodeToken(seed: number, token: string): TokenContent | null {
  const plain = percentDecoded(token)
  const raw = Buffer.from(plain, 'base64')
  if (raw.length !== tokenBytes) return null
  const first = raw.readInt32BE(0) ^ hash(seed, maskSalt, raw.readUInt32BE(8))
  const second = raw.readInt32BE(4) ^ hash(seed, maskSalt, raw.readUInt32BE(12))
  if (encodeWords(seed, [first, second]) !== plain) return null
  const book = allBooks[second >>> 17]
  if (!book) return null
  return {
    kind: second & 1 ? 'grade' : 'sgp',
    book,
    position: { day: (first >>> 17) + firstDay, round: (first >>> 5) & 0xfff, place: first & 0x1f },
    selection: (second >>> 1) & 0xffff,
  }
}

function percentDecoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
