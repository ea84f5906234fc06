/**
 * The bytes of an envelope that a key signs (https://github.com/secure-systems-lab/dsse, v1). Apart, because releases are
 * signed where no package of npm is installed.
 */

/** Bytes that are signed: the type is part of them, so that a file of one kind cannot pass for another. */
export function encodeSigned(payloadType: string, payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `
  return Buffer.concat([Buffer.from(head), payload])
}
