/**
 * The crash note: what the program would report of the error that ended it, in a file that stays on this computer. Shown
 * at the next start, to copy or delete. No minidump is ever written, because the memory of the program holds the key.
 */
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { cleanText } from '../shared/clean-text.ts'
import type { CrashNote } from '../shared/contract/crash.ts'
import { toPartPath } from './files/part-path.ts'
import { hideSecrets } from './hide-secrets.ts'

const name = 'crash-note.txt'
/** Maximum length of a note; an error may contain a whole answer of a service. */
const maxLength = 16 * 1024
const maxCauses = 4
const cutOff = '\n… The note is cut off here; the log has the rest.\n'
const incomplete =
  'This note is incomplete, because Parlay Desk ended while it was written. The log has the rest.\n\n'

interface CrashNotes {
  /** Writes the note of an error, in place of an earlier one. Logs why it could not. */
  readonly write: (error: unknown, reference: string) => void
  /** The note of an earlier run; undefined when there is none. */
  readonly read: () => CrashNote | undefined
  readonly remove: () => void
}

interface CrashNotesDeps {
  readonly folder: string
  /** Removes the secrets that the program knows; others are removed by their form. */
  readonly redact: (text: string) => string
  readonly version: string
  readonly log: (error: unknown) => unknown
}

export function openCrashNotes({ folder, redact, version, log }: CrashNotesDeps): CrashNotes {
  const file = join(folder, name)
  return {
    write(error, reference) {
      try {
        const head = [
          `Time: ${new Date().toISOString()}`,
          ...describeProgram(version),
          `Reference in the log: ${reference}`,
        ]
        const text = hideSecrets(describeError(error), redact)
        saveWhole(file, shorten(`${head.join('\n')}\n\n${text}\n`))
      } catch (cause) {
        // The program ends by the error that it has; a note that cannot be written must not hide it.
        log(new Error(`The crash note couldn’t be written: ${describeOne(cause)}`))
      }
    },
    read() {
      try {
        adoptParts(folder, file)
      } catch (error) {
        log(error)
      }
      return readNote(file)
    },
    remove() {
      rmSync(file, { force: true })
    },
  }
}

/** Facts on the program and its system that a report needs. */
const describeProgram = (version: string): string[] => [
  `Parlay Desk ${version}, ${process.platform} ${process.arch} ${release()}`,
  `Electron ${process.versions.electron}, Node ${process.versions.node}`,
]

/** The stack of an error and of its causes. */
function describeError(error: unknown): string {
  const parts: string[] = []
  for (let each = error; each !== undefined && parts.length < maxCauses;) {
    parts.push(describeOne(each))
    each = each instanceof Error ? each.cause : undefined
  }
  return parts.join('\nCaused by: ')
}

function describeOne(error: unknown): string {
  try {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  } catch {
    return 'An error that can’t be read.'
  }
}

const shorten = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}${cutOff}` : text

/** Written synchronously, because the program ends right afterwards, and renamed only when it is whole. */
function saveWhole(file: string, text: string): void {
  const part = toPartPath(file)
  try {
    const handle = openSync(part, 'wx', 0o600)
    try {
      // In as many writes as it takes: on a disk that is nearly full, the first one writes a part without an error.
      writeFileSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Shows the newest note that the program could not finish, marked as incomplete, unless a whole one is newer. */
function adoptParts(folder: string, file: string): void {
  const parts = readdirSync(folder)
    .filter(each => each.startsWith(`${name}.`) && each.endsWith('.part'))
    .map(each => join(folder, each))
    .sort((a, b) => readTime(b) - readTime(a))
  const [newest] = parts
  if (newest !== undefined && readTime(newest) >= readTime(file))
    saveWhole(file, `${incomplete}${readText(newest) ?? ''}`)
  for (const part of parts) rmSync(part, { force: true })
}

const readTime = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function readText(file: string): string | undefined {
  const facts = lstatSync(file, { throwIfNoEntry: false })
  if (facts?.isFile() !== true || facts.size > 4 * maxLength) return undefined
  return readFileSync(file, 'utf8').split('\n').map(cleanText).join('\n').trim()
}

function readNote(file: string): CrashNote | undefined {
  try {
    const text = readText(file) ?? ''
    return text === '' ? undefined : { text, at: readTime(file) }
  } catch {
    return undefined
  }
}
