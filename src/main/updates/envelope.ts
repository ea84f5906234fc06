/**
 * Signed files of a release, as DSSE envelopes (https://github.com/secure-systems-lab/dsse, v1): bytes with their type,
 * and Ed25519 signatures over both. Nothing is read from the bytes before enough of the release keys have signed them.
 */
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { encodeSigned } from './signed-bytes.ts'
import { UpdateRefused } from './update-refused.ts'

const maxSignatures = 8
const signatureBytes = 64

/** Canonical base64: decoded and encoded again it is the same, so that no signature has two spellings. */
const Base64 = z.string().refine(text => Buffer.from(text, 'base64').toString('base64') === text)

const Envelope = z.strictObject({
  payloadType: z.string(),
  payload: Base64,
  signatures: z
    .array(
      z.strictObject({
        keyid: z.string().regex(/^[0-9a-f]{16}$/),
        sig: Base64.refine(text => Buffer.from(text, 'base64').length === signatureBytes),
      }),
    )
    .max(maxSignatures),
})
export type Envelope = z.infer<typeof Envelope>

/** Keys of which a number must have signed. */
export interface ReleaseKeys {
  readonly threshold: number
  /** Public keys: base64 of the DER form (SPKI). */
  readonly keys: readonly string[]
}

const toDer = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })

/** Short name of a public key: the start of its hash. */
export const toKeyId = (key: KeyObject): string =>
  createHash('sha256').update(toDer(key)).digest('hex').slice(0, 16)

/** By id; a key that is listed twice counts once. Throws UpdateRefused when they are fewer than the threshold. */
function readKeys({ threshold, keys }: ReleaseKeys): Map<string, KeyObject> {
  const known = new Map<string, KeyObject>()
  for (const text of keys) {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ed25519') known.set(toKeyId(key), key)
  }
  if (threshold < 2 || known.size < threshold) throw new UpdateRefused('no-release-keys')
  return known
}

export const hasKeys = ({ threshold, keys }: ReleaseKeys): boolean => keys.length >= threshold

export function parseEnvelope(text: string): Envelope {
  try {
    return Envelope.parse(JSON.parse(text))
  } catch (cause) {
    throw new UpdateRefused('not-a-manifest', '', { cause })
  }
}

/**
 * Returns the bytes of an envelope that enough release keys signed. Throws UpdateRefused. Signatures of unknown keys are
 * passed over, because a key that replaced one of ours signs for programs that know it.
 */
export function openEnvelope(text: string, payloadType: string, releaseKeys: ReleaseKeys): Buffer {
  const known = readKeys(releaseKeys)
  const envelope = parseEnvelope(text)
  if (envelope.payloadType !== payloadType) throw new UpdateRefused('wrong-type', envelope.payloadType)
  const payload = Buffer.from(envelope.payload, 'base64')
  const signed = encodeSigned(payloadType, payload)
  const signers = new Set<string>()
  for (const { keyid, sig } of envelope.signatures) {
    if (signers.has(keyid)) throw new UpdateRefused('repeated-signature', keyid)
    const key = known.get(keyid)
    if (key === undefined) continue
    if (!verify(null, signed, key, Buffer.from(sig, 'base64')))
      throw new UpdateRefused('wrong-signature', keyid)
    signers.add(keyid)
  }
  if (signers.size < releaseKeys.threshold)
    throw new UpdateRefused('too-few-signatures', `${signers.size} of ${releaseKeys.threshold}`)
  return payload
}

/** Adds the signature of a private key, in place of an earlier one of the same key. For the tools of a release. */
export function addSignature(envelope: Envelope, privateKey: KeyObject): Envelope {
  const keyid = toKeyId(createPublicKey(privateKey))
  const signed = encodeSigned(envelope.payloadType, Buffer.from(envelope.payload, 'base64'))
  const others = envelope.signatures.filter(signature => signature.keyid !== keyid)
  const sig = sign(null, signed, privateKey).toString('base64')
  return { ...envelope, signatures: [...others, { keyid, sig }] }
}
