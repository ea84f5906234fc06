/**
 * The log of faults: a file in the user data folder, replaced when it grows, and standard error. Entries hold the error's
 * name, message and stack with any key taken out, under a reference that the screen shows.
 */
import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const maxBytes = 1024 * 1024
/** A fault may hold a whole answer of a service. */
const maxEntryLength = 64 * 1024

export type Log = (error: unknown) => string

/** `redact` takes secrets out of a text. The log never throws: a full disk must not hide the fault itself. */
export function openLog(folder: string, redact: (text: string) => string): Log {
  const file = join(folder, 'parlay-desk.log')
  return error => {
    const reference = randomBytes(4).toString('hex')
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const line = `${new Date().toISOString()} [${reference}] ${cut(redact(text))}\n`
    process.stderr.write(line)
    try {
      // Not the data folder around it: the one that was moved away may come back.
      if (!existsSync(folder)) mkdirSync(folder)
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.old`)
      appendFileSync(file, line)
    } catch {
      // Standard error has it.
    }
    return reference
  }
}

/** A log for services, closed with them: what fails because the program ends is no fault. */
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
