/**
 * The error log: a file in the user data folder, replaced when it grows, and standard error. Entries contain the
 * error's name, message and stack without any key, under a reference that the screen shows.
 */
import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const maxBytes = 1024 * 1024
/** Maximum length of an entry: an error may contain a whole answer of a service. */
const maxEntryLength = 64 * 1024

export type Log = (error: unknown) => string

/** `redact` removes secrets from a text. The log never throws, so that a full disk does not hide the original error. */
export function openLog(folder: string, redact: (text: string) => string): Log {
  const file = join(folder, 'parlay-desk.log')
  return error => {
    const reference = randomBytes(4).toString('hex')
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const line = `${new Date().toISOString()} [${reference}] ${cut(redact(text))}\n`
    process.stderr.write(line)
    try {
      // The data folder itself is not recreated: one that was moved away may return.
      if (!existsSync(folder)) mkdirSync(folder)
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.old`)
      appendFileSync(file, line)
    } catch {
      // Standard error still gets the entry.
    }
    return reference
  }
}

/** A log for services, which ignores errors after `closeLog`: those come from the program's end. */
export function openServicesLog(log: Log): { log: Log; closeLog: () => void } {
  let isClosed = false
  return {
    log: error => (isClosed ? 'the program ends' : log(error)),
    closeLog() {
      isClosed = true
    },
  }
}

const cut = (text: string): string =>
  text.length <= maxEntryLength
    ? text
    : `${text.slice(0, maxEntryLength)}… (${text.length - maxEntryLength} more characters)`
