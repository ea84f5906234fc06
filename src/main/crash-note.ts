/**
 * The crash note: what the program would report of the error that ended it, in a file that stays on this computer. Shown
 * at the next start, to copy or delete. No minidump is ever written, because the memory of the program holds the key.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { homedir, release } from 'node:os'
import { join } from 'node:path'
import { cleanText } from '../shared/clean-text.ts'
import type { CrashNote } from '../shared/contract/crash.ts'

const name = 'crash-note.txt'
/** Maximum length of a note; an error may contain a whole answer of a service. */
const maxLength = 16 * 1024
const maxCauses = 4
const mark = '•••'

interface CrashNotes {
  /** Writes the note of an error, in place of an earlier one. Never throws. */
  readonly write: (error: unknown, reference: string) => void
  /** The note of an earlier run; undefined when there is none. */
  readonly read: () => CrashNote | undefined
  readonly remove: () => void
}

/** `redact` removes the secrets that the program knows; others are removed by their form. `facts`: lines on the program. */
export function openCrashNotes(
  folder: string,
  redact: (text: string) => string,
  facts: readonly string[],
): CrashNotes {
  const file = join(folder, name)
  return {
    write(error, reference) {
      try {
        const head = [`Time: ${new Date().toISOString()}`, ...facts, `Reference in the log: ${reference}`]
        const text = `${head.join('\n')}\n\n${describeError(error)}\n`
        saveWhole(file, hideSecrets(redact(text)).slice(0, maxLength))
      } catch {
        // The program ends by the error that it has; a note that cannot be written must not hide it.
      }
    },
    read: () => readNote(folder, file),
    remove() {
      rmSync(file, { force: true })
    },
  }
}

/** Facts on the program and its system that a report needs. */
export const describeProgram = (version: string): string[] => [
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

const describeOne = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** Forms of secrets that may be in an error before the program knows them, or that it never does. */
const secretForms: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]+-----[^]*?(?:-----END [A-Z ]+-----|$)/g, mark],
  [/parlay-desk-team:\S+/g, `parlay-desk-team:${mark}`],
  [/(\/\/)[^\s/@]+@/g, `$1${mark}@`],
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, `$1 ${mark}`],
  [
    /\b([\w-]*(?:key|token|passw(?:or)?d|pwd|secret|authorization|cookie|signature))(["']?\s*[:=]\s*["']?)(?!\s|Bearer|Basic)[^\s"'&,;}]+/gi,
    `$1$2${mark}`,
  ],
  [/\btk_\w+/g, mark],
  [/\d{6,}:[\w-]{20,}/g, mark],
  [/\/webhooks\/[^\s"']+/g, `/webhooks/${mark}`],
  [/[A-Za-z0-9+_-]{40,}={0,2}/g, mark],
]

/** Also the name of the user, in the path of the home folder. */
function hideSecrets(text: string): string {
  const withoutHome = text.replaceAll(homedir(), '~')
  return secretForms.reduce((clean, [form, by]) => clean.replaceAll(form, by), withoutHome)
}

/** Written synchronously, because the program ends right afterwards, and renamed only when it is whole. */
function saveWhole(file: string, text: string): void {
  const part = `${file}.${randomBytes(8).toString('hex')}.part`
  try {
    const handle = openSync(part, 'wx', 0o600)
    try {
      writeSync(handle, text)
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

function readNote(folder: string, file: string): CrashNote | undefined {
  try {
    // Parts of notes that the program could not finish.
    for (const each of readdirSync(folder))
      if (each.startsWith(`${name}.`) && each.endsWith('.part')) rmSync(join(folder, each), { force: true })
    const facts = lstatSync(file, { throwIfNoEntry: false })
    if (facts?.isFile() !== true || facts.size > 4 * maxLength) return undefined
    const text = readFileSync(file, 'utf8').split('\n').map(cleanText).join('\n').trim()
    return text === '' ? undefined : { text, at: facts.mtimeMs }
  } catch {
    return undefined
  }
}
