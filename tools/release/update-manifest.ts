/** Makes and signs the manifest of a release, which programs read before they update (src/main/updates). */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanLines } from '../../src/shared/clean-text.ts'
import type { Envelope } from '../../src/main/updates/envelope.ts'
import {
  Manifest,
  manifestType,
  maxNotes,
  maxValidMs,
  product,
  type ReleaseFile,
} from '../../src/main/updates/manifest.ts'
import { parsePlainly } from './manifest-problems.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Systems and processors as electron-builder writes them in names of packages. */
const systems: Readonly<Record<string, ReleaseFile['system']>> = {
  linux: 'linux',
  mac: 'darwin',
  win: 'win32',
}
const processors: Readonly<Record<string, ReleaseFile['arch']>> = {
  ...{ x64: 'x64', x86_64: 'x64', amd64: 'x64' },
  ...{ arm64: 'arm64', aarch64: 'arm64' },
}

/** Packages that a program updates itself from; a package manager has its own way. */
const packageName =
  /^parlay-desk-(?<version>[\d.]+)-(?<system>[a-z]+)-(?<arch>\w+)\.(?<kind>AppImage|dmg|exe)$/

export interface ManifestDraft {
  readonly version: string
  /** One more than that of the manifest published last. */
  readonly number: number
  /** Folder of the packages. */
  readonly packages: string
  /** Address of the folder that they are published in. */
  readonly address: string
  /** Hosts that the address may send on to. */
  readonly hosts: readonly string[]
  /** Entry of the changelog, in Markdown. */
  readonly notes: string
  readonly days: number
  /** Systems without a package in this release, by their names in packages. */
  readonly without: readonly string[]
  readonly now: number
}

/** Throws when the packages are not those of this one version, or the manifest would be refused. */
export function makeManifest(draft: ManifestDraft): Envelope {
  const { version, number, address, hosts, notes, days, now } = draft
  const maxDays = maxValidMs / dayMs
  if (!Number.isInteger(days) || days < 1 || days > maxDays)
    throw new Error(
      `--days must be a whole number from 1 to ${maxDays}, and is ${Number.isNaN(days) ? 'no number' : days}.`,
    )
  const files = readPackages(draft)
  refuseOtherSystems(files, draft.without)
  const content = {
    ...{ number, version, releasedAt: toTime(now), expiresAt: toTime(now + days * dayMs) },
    ...{
      notes: shorten(toPlainNotes(notes)),
      folder: address,
      hosts: [...hosts],
      files,
    },
  }
  const manifest = parsePlainly(Manifest, content)
  if (/[?#@]/.test(manifest.folder))
    throw new Error('The address (--address) must have no name of a user, no ? and no #.')
  const payload = toPayload(manifest).toString('base64')
  return { payloadType: manifestType, payload, signatures: [] }
}

/** A system that was forgotten would get no update, and no word of it. */
function refuseOtherSystems(files: readonly ReleaseFile[], without: readonly string[]): void {
  const missing = Object.entries(systems)
    .filter(([, system]) => !files.some(file => file.system === system))
    .map(([name]) => name)
  if (missing.join() === without.toSorted().join()) return
  const option = missing.length === 0 ? 'leave --without out' : `add --without ${missing.join()}`
  throw new Error(`The packages are not those of all systems: ${option} if that is meant.`)
}

const toTime = (at: number): string => new Date(at).toISOString()

/** The bytes that are signed. */
function toPayload({
  number,
  version,
  releasedAt,
  expiresAt,
  notes,
  folder,
  hosts,
  files,
}: Manifest): Buffer {
  const times = { releasedAt: toTime(releasedAt), expiresAt: toTime(expiresAt) }
  const content = { format: 1, product, number, version, ...times, notes, folder, hosts, files }
  return Buffer.from(JSON.stringify(content))
}

/**
 * Throws when the bytes hold anything beside what was read, as a field twice or characters that no screen shows: a holder
 * signs what was shown, and no more.
 */
export function refuseUnshown(manifest: Manifest, { payload }: Envelope): void {
  if (toPayload(manifest).toString('base64') !== payload)
    throw new Error('The manifest has more in it than can be shown. Make it again by this tool.')
}

/** A line for each field, in characters of ASCII but for the notes, which are clean. */
export const describeManifest = (manifest: Manifest): string[] => [
  `version   ${manifest.version}`,
  `number    ${manifest.number}`,
  `released  ${toTime(manifest.releasedAt)}`,
  `expires   ${toTime(manifest.expiresAt)}`,
  `folder    ${new URL(manifest.folder).href}`,
  `hosts     ${manifest.hosts.join(', ') || 'none'}`,
  ...manifest.files.flatMap(({ name, system, arch, kind, size, sha512 }) => [
    `file      ${name} (${system} ${arch} ${kind}, ${size} bytes)`,
    `  sha512  ${sha512}`,
  ]),
  ...manifest.notes.split('\n').map(line => `notes     ${line}`),
]

/** Throws when the files of a manifest are not the packages of this folder, all of them and byte for byte. */
export function refuseOtherPackages({ version, files }: Manifest, packages: string): void {
  const own = new Map(readPackages({ packages, version }).map(file => [file.name, JSON.stringify(file)]))
  const names = new Set([...own.keys(), ...files.map(({ name }) => name)])
  for (const { name, ...file } of files)
    if (own.get(name) === JSON.stringify({ name, ...file })) names.delete(name)
  if (names.size > 0)
    throw new Error(`Not the same in the manifest and in ${packages}: ${[...names].join(', ')}.`)
}

function readPackages({ packages, version }: Pick<ManifestDraft, 'packages' | 'version'>): ReleaseFile[] {
  const files = readdirSync(packages).flatMap(name => {
    const parts = packageName.exec(name)?.groups
    if (parts === undefined) return []
    if (parts['version'] !== version) throw new Error(`${name} is not of version ${version}.`)
    return [toReleaseFile(name, parts, readFileSync(join(packages, name)))]
  })
  if (files.length === 0) throw new Error(`There are no packages of ${version} in ${packages}.`)
  return files
}

function toReleaseFile(name: string, parts: Readonly<Record<string, string>>, bytes: Buffer): ReleaseFile {
  const [system, arch] = [systems[parts['system'] ?? ''], processors[parts['arch'] ?? '']]
  const { kind } = parts
  if (system === undefined || arch === undefined)
    throw new Error(`${name} is for a system without a name here.`)
  if (kind !== 'AppImage' && kind !== 'dmg' && kind !== 'exe') throw new Error(`${name} is no package.`)
  const sha512 = createHash('sha512').update(bytes).digest('hex')
  return { name, system, arch, kind, size: bytes.length, sha512 }
}

const rest = '\n\nThe release page has the rest.'

/** Cuts after a line what is longer than a manifest holds: the changelog of a release may be. */
function shorten(notes: string): string {
  if (notes.length <= maxNotes) return notes
  return notes.slice(0, notes.lastIndexOf('\n', maxNotes - rest.length)).trimEnd() + rest
}

const fence = /^\s*(?:```|~~~)/
const heading = /^#+ /
/** A line that goes on in no paragraph or point above it. */
const beginsBlock = /^\s*(?:$|[-*+] |\d+[.)] |#+ )/

/** The window shows notes as text, so marks of Markdown are taken out; a point within another one begins with a dash. */
export function toPlainNotes(markdown: string): string {
  const lines: string[] = []
  let isCode = false
  let isOpen = false
  for (const line of markdown.split(/\r\n?|\n/)) {
    const isFence = fence.test(line)
    if (isFence) isCode = !isCode
    else if (isCode) lines.push(line)
    else if (isOpen && !beginsBlock.test(line)) lines.push(`${lines.pop()} ${toPlainLine(line.trim())}`)
    else lines.push(toPlainLine(line))
    isOpen = !isFence && !isCode && line.trim() !== '' && !heading.test(line)
  }
  return cleanLines(lines.join('\n')).replaceAll(/\n{3,}/g, '\n\n')
}

const toPlainLine = (line: string): string =>
  line
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|`/g, '')
    .replace(heading, '')
    .replace(/^ ?[*+-] /, '- ')
    .replace(/^\s+[*+-] /, '– ')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*]+)\*(?![\w*])/g, '$1')
