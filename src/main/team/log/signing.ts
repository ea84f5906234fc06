/** Ed25519 keys and signatures (RFC 8032). Each signed text begins with its purpose, so that none is valid for another. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { z } from 'zod'

/** 32 bytes, base64url. */
const KeyBytes = z.string().regex(/^[\w-]{43}$/)
export const PublicKey = KeyBytes
/** 64 bytes, in hex. */
export const Signature = z.string().regex(/^[0-9a-f]{128}$/)

/** A member's key. The private part leaves the keychain only to sign. */
export const SigningKey = z.strictObject({ publicKey: KeyBytes, privateKey: KeyBytes })
export type SigningKey = Readonly<z.infer<typeof SigningKey>>

const Jwk = z.object({ x: KeyBytes, d: KeyBytes })

export function createSigningKey(): SigningKey {
  const { x, d } = Jwk.parse(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }))
  return { publicKey: x, privateKey: d }
}

type Purpose = 'record' | 'head' | 'left' | 'quote' | 'parlay'

const toSigned = (purpose: Purpose, lines: readonly (string | number)[]): Buffer =>
  Buffer.from([`parlay-desk ${purpose} 1`, ...lines].join('\n'))

/** Signature of lines, of which only the last may contain line breaks; in hex. */
export function signLines(key: SigningKey, purpose: Purpose, lines: readonly (string | number)[]): string {
  const { publicKey: x, privateKey: d } = key
  const loaded = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' })
  return sign(null, toSigned(purpose, lines), loaded).toString('hex')
}

/** Returns false also for a key or signature that is none. */
export function verifyLines(
  publicKey: string,
  signature: string,
  purpose: Purpose,
  lines: readonly (string | number)[],
): boolean {
  const loaded = loadPublicKey(publicKey)
  if (loaded === undefined || !Signature.safeParse(signature).success) return false
  return verify(null, toSigned(purpose, lines), loaded, Buffer.from(signature, 'hex'))
}

/** Loaded keys: loading one takes as long as a verification. */
const loadedKeys = new Map<string, KeyObject>()
const maxLoaded = 1_000

function loadPublicKey(x: string): KeyObject | undefined {
  const known = loadedKeys.get(x)
  if (known !== undefined) return known
  if (!KeyBytes.safeParse(x).success) return undefined
  try {
    const loaded = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    if (loadedKeys.size >= maxLoaded) loadedKeys.clear()
    loadedKeys.set(x, loaded)
    return loaded
  } catch {
    return undefined
  }
}
