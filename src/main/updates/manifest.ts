/**
 * The signed statement of which release is the newest. One manifest names every file of a release with its size and
 * hash, so that files of two releases cannot be mixed; its number and version only rise, against rollback; it expires,
 * so that a newer one cannot be held back unnoticed. The ideas are those of The Update Framework
 * (https://theupdateframework.io), in one file.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { cleanText } from '../../shared/clean-text.ts'
import type { UpdateMemory, UpdateProblem } from '../../shared/model/settings/updates.ts'
import { openEnvelope, type Envelope, type ReleaseKeys } from './envelope.ts'
import { UpdateRefused } from './update-refused.ts'

export const manifestType = 'application/vnd.parlay-desk.update+json'
export const product = 'parlay-desk'
const format = 1

/** Cap of a manifest on the wire. */
export const maxManifestBytes = 128 * 1024
const maxFileBytes = 1024 ** 3
/** More than anyone reads in the settings. */
export const maxNotes = 16_000
const dayMs = 24 * 60 * 60 * 1000
export const maxValidMs = 120 * dayMs
/** Clocks of two computers differ. */
const toleranceMs = 60 * 60 * 1000

const Version = z.string().regex(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/)
const Time = z.iso.datetime().transform(text => Date.parse(text))

const ReleaseFile = z.object({
  /** One name without folders; Windows removes a dot at the end. */
  name: z.string().regex(/^[A-Za-z0-9][\w.-]{0,119}\w$/),
  system: z.enum(['linux', 'darwin', 'win32']),
  arch: z.enum(['x64', 'arm64']),
  kind: z.enum(['AppImage', 'deb', 'dmg', 'zip', 'exe']),
  size: z.number().int().min(1).max(maxFileBytes),
  sha512: z.string().regex(/^[0-9a-f]{128}$/),
})
export type ReleaseFile = Readonly<z.infer<typeof ReleaseFile>>

/** 10.2.0 and 0.2.01 are not 0.2.0. */
const hasVersion = (name: string, version: string): boolean =>
  name.split(version).some((before, place, parts) => {
    const after = parts[place + 1]
    return after !== undefined && !/[\d.]$/.test(before) && !/^\.?\d/.test(after)
  })

/** Fields of later versions are passed over, so that they can be added without a new format. */
export const Manifest = z
  .object({
    number: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    version: Version,
    releasedAt: Time,
    expiresAt: Time,
    notes: z.string().max(maxNotes),
    /** Address of the folder of the files. */
    folder: z.url({ protocol: /^https$/ }).regex(/\/$/),
    /** Hosts that the files' server may send on to, each once. */
    hosts: z.array(z.string().regex(/^[a-z0-9.-]{1,200}(:\d{1,5})?$/)).max(4),
    files: z.array(ReleaseFile).min(1).max(24),
  })
  .refine(
    ({ files }) =>
      new Set(files.map(({ system, arch, kind }) => `${system} ${arch} ${kind}`)).size === files.length,
    'It names two files for one system.',
  )
  .refine(
    ({ version, files }) => files.every(({ name }) => hasVersion(name, version)),
    'It names a file of another version.',
  )
  .refine(({ releasedAt, expiresAt }) => releasedAt < expiresAt, 'It expires before it is released.')
export type Manifest = Readonly<z.output<typeof Manifest>>

/** Fields that say how to read the rest. */
const Head = z.object({ format: z.number().int().min(1), product: z.string() })

/** Negative when `a` is the older version. */
export function compareVersions(a: string, b: string): number {
  const [left = [], right = []] = [a, b].map(version => version.split('.').map(Number))
  const at = left.findIndex((part, place) => part !== (right[place] ?? 0))
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

export interface ManifestChecks {
  readonly keys: ReleaseKeys
  /** Version of the running program. */
  readonly version: string
  readonly memory: UpdateMemory
  readonly now: number
}

export interface AcceptedManifest {
  readonly manifest: Manifest
  readonly memory: UpdateMemory
}

/** Verifies a manifest, then reads it. Throws UpdateRefused. Returns it with what to remember from now on. */
export function readManifest(text: string, checks: ManifestChecks): AcceptedManifest {
  const payload = openEnvelope(text, manifestType, checks.keys)
  const manifest = parseManifest(payload)
  const sha512 = createHash('sha512').update(payload).digest('hex')
  refuseOlder(manifest, sha512, checks)
  refuseByTime(manifest, checks.memory.checkedAt, checks.now)
  const { number, version } = manifest
  const memory = { isOn: checks.memory.isOn, number, sha512, version, checkedAt: checks.now }
  return { manifest, memory }
}

/** Reads what is still to be signed as a program will read it then. For the tools of a release. Throws UpdateRefused. */
export function readUnsigned({ payloadType, payload }: Envelope, now: number): Manifest {
  if (payloadType !== manifestType) throw new UpdateRefused('wrong-type', payloadType)
  const manifest = parseManifest(Buffer.from(payload, 'base64'))
  refuseByTime(manifest, null, now)
  return manifest
}

function parseManifest(payload: Buffer): Manifest {
  try {
    const content: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
    const head = Head.parse(content)
    if (head.product !== product) throw new UpdateRefused('other-product', head.product)
    if (head.format > format) throw new UpdateRefused('newer-format', String(head.format))
    const manifest = Manifest.parse(content)
    return { ...manifest, notes: manifest.notes.split('\n').map(cleanText).join('\n') }
  } catch (cause) {
    if (cause instanceof UpdateRefused) throw cause
    throw new UpdateRefused('unreadable-manifest', '', { cause })
  }
}

function refuseOlder({ number, version }: Manifest, sha512: string, checks: ManifestChecks): void {
  const { memory } = checks
  if (number < memory.number) throw new UpdateRefused('rollback', `${number} after ${memory.number}`)
  if (number === memory.number && sha512 !== memory.sha512)
    throw new UpdateRefused('mixed-up', String(number))
  const newest = [checks.version, memory.version].filter(seen => seen !== '')
  const newer = newest.find(seen => compareVersions(version, seen) < 0)
  if (newer !== undefined) throw new UpdateRefused('rollback', `${version} after ${newer}`)
}

/**
 * Returns why a manifest that was accepted may no longer be used; undefined when it may. Asked each time before its file
 * is offered, downloaded or installed.
 */
export function findProblem(
  manifest: Manifest,
  memory: UpdateMemory,
  now: number,
): UpdateProblem | undefined {
  return manifest.number < memory.number ? 'rollback' : findTimeProblem(manifest, memory.checkedAt, now)
}

function refuseByTime(manifest: Manifest, checkedAt: number | null, now: number): void {
  const problem = findTimeProblem(manifest, checkedAt, now)
  if (problem !== undefined) throw new UpdateRefused(problem)
}

/**
 * The clock of a check is remembered only with a manifest that was valid by it, so a clock that was once far ahead locks
 * updates out no longer than until that manifest's expiry.
 */
function findTimeProblem(
  { releasedAt, expiresAt }: Manifest,
  checkedAt: number | null,
  now: number,
): UpdateProblem | undefined {
  if (now < (checkedAt ?? 0) - toleranceMs) return 'clock-set-back'
  if (now < releasedAt - toleranceMs) return 'clock-behind'
  if (now >= expiresAt) return 'expired'
  return expiresAt - releasedAt > maxValidMs ? 'lasts-too-long' : undefined
}
