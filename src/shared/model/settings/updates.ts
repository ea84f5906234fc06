/** Updates of the program: off until the user turns them on. */
import { z } from 'zod'

/** Problems for which an update is refused: a closed list, so that each has its sentence. */
export const UpdateProblem = z.enum([
  // The address.
  'unreachable',
  'server-error',
  'redirected',
  'too-large',
  // The envelope.
  'not-a-manifest',
  'wrong-type',
  'no-release-keys',
  'repeated-signature',
  'wrong-signature',
  'too-few-signatures',
  // The manifest, whose signatures are right.
  'unreadable-manifest',
  'newer-format',
  'other-product',
  'rollback',
  'mixed-up',
  'clock-set-back',
  'clock-behind',
  'expired',
  'lasts-too-long',
  'no-file',
  // The file.
  'wrong-size',
  'wrong-content',
  'disk-full',
  'not-writable',
  'unexpected',
  'cancelled',
])
export type UpdateProblem = z.infer<typeof UpdateProblem>

const Release = z.strictObject({
  version: z.string(),
  /** Epoch ms. */
  releasedAt: z.number(),
  /** Changes of the release: plain text, in lines. */
  notes: z.string(),
  /** Bytes of the file for this system; null when the release page has it. */
  size: z.number().nullable(),
})
export type Release = Readonly<z.infer<typeof Release>>

const Problem = { problem: UpdateProblem, sentence: z.string() }

/** The step that failed last, while what was found before it is still there. */
const FailedStep = z.strictObject({ step: z.enum(['check', 'install']), ...Problem })
export type FailedStep = Readonly<z.infer<typeof FailedStep>>

const Found = { release: Release, failed: FailedStep.nullable() }

const UpdateStatus = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('idle') }),
  z.strictObject({ kind: z.literal('checking') }),
  z.strictObject({ kind: z.literal('newest') }),
  /** `pageReason`: a sentence on why this program does not download it itself; null when it does. */
  z.strictObject({ kind: z.literal('available'), ...Found, pageReason: z.string().nullable() }),
  z.strictObject({ kind: z.literal('downloading'), release: Release, bytes: z.number() }),
  /** Downloaded and verified. `replaces`: it replaces the program's file; otherwise its installer is opened. */
  z.strictObject({ kind: z.literal('downloaded'), ...Found, replaces: z.boolean() }),
  z.strictObject({ kind: z.literal('installed'), ...Found, replaces: z.boolean() }),
  /** `release`: the one that could not be downloaded; null when the first check failed. */
  z.strictObject({ kind: z.literal('failed'), release: Release.nullable(), ...Problem }),
])
export type UpdateStatus = Readonly<z.infer<typeof UpdateStatus>>

export const UpdateState = z.strictObject({
  isOn: z.boolean(),
  /** False in a build without the release keys, which could verify nothing. */
  hasKeys: z.boolean(),
  version: z.string(),
  /** Page of all releases. */
  page: z.string(),
  /** Time of the last check that succeeded, epoch ms. */
  checkedAt: z.number().nullable(),
  status: UpdateStatus,
})
export type UpdateState = Readonly<z.infer<typeof UpdateState>>

/** The manifest accepted last, remembered against older ones. */
export const UpdateMemory = z.strictObject({
  isOn: z.boolean(),
  /** Number of the manifest, 0 before the first. */
  number: z.number().int().nonnegative(),
  /** Hash of its bytes, in hex; empty before the first. */
  sha512: z.string(),
  version: z.string(),
  /** By this computer's clock, never after that manifest's expiry. */
  checkedAt: z.number().nullable(),
})
export type UpdateMemory = Readonly<z.infer<typeof UpdateMemory>>

export const noUpdates: UpdateMemory = { isOn: false, number: 0, sha512: '', version: '', checkedAt: null }
