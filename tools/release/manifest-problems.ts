/** Sentences on what is wrong with a manifest, for those who make and sign it. */
import { z } from 'zod'
import { UpdateRefused } from '../../src/main/updates/update-refused.ts'

/** Options of the tool that fields are made from. */
const options: Readonly<Record<string, string>> = {
  ...{ number: '--number', folder: '--address', hosts: '--hosts', notes: '--notes' },
}

const hex = 'digits of 0-9 and a-f'
const time = 'a time like 2026-12-31T00:00:00Z'

/** Requirements of fields; an entry of a list by the name of the list and `[]`. */
const rules: Readonly<Record<string, string>> = {
  ...{ format: 'a whole number from 1 up', product: 'a text' },
  ...{ number: 'a whole number from 1 up', version: 'three whole numbers with dots between' },
  ...{ releasedAt: time, expiresAt: time, notes: 'a text of 16,000 characters at most' },
  folder: 'an address that begins with https:// and ends with /',
  hosts: 'a list of 4 names at most',
  'hosts[]': 'a name without https://, like files.example or files.example:8443',
  ...{ files: 'a list of 1 to 24 files', 'files[]': 'a file with its name, size and hash' },
  name: 'one file name of letters, digits, dots, hyphens and underscores',
  ...{ system: 'linux, darwin or win32', arch: 'x64 or arm64', kind: 'AppImage, deb, dmg, zip or exe' },
  ...{ size: 'a whole number of bytes, up to a gigabyte', sha512: `128 ${hex}` },
  ...{ payloadType: 'a text', payload: 'base64', signatures: 'a list of 8 at most' },
  ...{ 'signatures[]': 'a key’s name and its signature', keyid: `16 ${hex}`, sig: '64 bytes in base64' },
}

/** Each issue of a schema in a sentence; `content` is what was parsed. */
const describeIssues = ({ issues }: z.ZodError, content: unknown): string =>
  [...new Set(issues.map(issue => describeIssue(issue, content)))].join(' ')

function describeIssue(issue: z.core.$ZodIssue, content: unknown): string {
  if (issue.code === 'unrecognized_keys') return `It has a field too many: “${issue.keys.join('”, “')}”.`
  const path = issue.path.map(String)
  // A check of several fields has a sentence of its own.
  if (path.length === 0) return issue.code === 'custom' ? issue.message : 'It has no fields.'
  const isEntry = /^\d+$/.test(path.at(-1) ?? '')
  const key = isEntry ? `${path.at(-2)}[]` : (path.at(-1) ?? '')
  const rule = rules[key] ?? 'something else'
  return `The ${nameField(path)} must be ${rule}${describeValue(readPath(content, path))}.`
}

function nameField([first = '', ...others]: readonly string[]): string {
  const field = options[first] === undefined ? first : `${first} (${options[first]})`
  const parts = others.map(part => (/^\d+$/.test(part) ? `, entry ${Number(part) + 1},` : ` ${part}`))
  return [field, ...parts].join('')
}

function readPath(content: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    content,
  )
}

const maxShown = 80

function describeValue(value: unknown): string {
  if (value === undefined) return ', and is missing'
  if (Number.isNaN(value)) return ', and is no number'
  if (typeof value === 'object') return ''
  const text = JSON.stringify(value)
  return text.length > maxShown ? '' : `, and is ${text}`
}

/** Reads by a schema. Throws an error that says in sentences what is wrong. */
export function parsePlainly<T extends z.ZodType>(schema: T, content: unknown): z.output<T> {
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  throw new Error(describeIssues(parsed.error, content))
}

/** Reads a text of JSON as a program reads it. Throws an error that names the program’s reason and says what is wrong. */
export function readPlainly<T>(what: string, text: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UpdateRefused)) throw error
    throw new Error(`${error.message}: ${describeRefused(error, what, text)}`)
  }
}

function describeRefused({ cause, sentence }: UpdateRefused, what: string, text: string): string {
  if (cause instanceof z.ZodError) return describeIssues(cause, JSON.parse(text))
  return cause === undefined ? `A program would say: “${sentence}”` : `${what} isn’t JSON.`
}

const FileError = z.object({ code: z.string(), path: z.string() })

/** One line on an error, without the place in the tool that it comes from. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = FileError.safeParse(error).data ?? {}
  if (code === 'ENOENT') return `There is no “${path}”.`
  if (code === 'EEXIST') return `“${path}” is already there, and isn’t overwritten.`
  return error.message
}
