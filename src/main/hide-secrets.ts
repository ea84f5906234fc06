/**
 * Removes what a report may not hold from the text of an error: secrets by their form, since an error may have one before
 * the program knows it, and the user's name in paths. A line is given up rather than a secret kept, because the log has
 * the whole text.
 */
import { homedir } from 'node:os'

const mark = '•••'

/**
 * Searches the text twice: as it is, because the quotes around a value are escaped unlike those within it, and then
 * without escapes, because each secret has one form there. `redact` removes the secrets that the program knows.
 */
export function hideSecrets(text: string, redact: (text: string) => string): string {
  const hide = (each: string) => hideForms(hideFolders(redact(each)))
  return hideRandom(hide(decode(hide(text))))
}

/** Enough for a text that was packed into another one, and that into a third. */
const maxDecodings = 4

/** Without escapes of addresses, JSON and JavaScript, however often it was escaped, and joined where Node splits long texts. */
function decode(text: string): string {
  let plain = text
  for (let round = 0; round < maxDecodings; round += 1)
    plain = plain
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, decodePercent)
      .replaceAll(/\\{1,8}(?:u00|x)([2-7][0-9a-f])/gi, (_, hex: string) =>
        String.fromCharCode(parseInt(hex, 16)),
      )
      .replaceAll(/\\{1,8}(["'`\\/])/g, '$1')
      .replaceAll(/(["'`]) \+(?:\s|\\{1,8}n) {0,40}\1/g, '')
  return plain
}

/** A line break that was encoded begins no new line, so that a secret does not end at it. */
function decodePercent(code: string): string {
  try {
    return decodeURIComponent(code).replaceAll(/\p{Cc}/gu, ' ')
  } catch {
    return code
  }
}

function hideFolders(text: string): string {
  return text.replaceAll(toPathForm(homedir()), '~').replaceAll(anyHome, '~')
}

/** Home folders of other users, and this one's by its short name on Windows. */
const anyHome = /(?:[\\/]?\b[a-z]:[\\/]+|[\\/])(?:home|users)[\\/]+(?:[^\\/\n"'`:]+(?=[\\/])|[^\\/\s"'`:]+)/gi

/** A path with either slash, one or more of them, with its letters escaped or not. */
function toPathForm(path: string): RegExp {
  const parts = path.split(/[\\/]+/).filter(part => part !== '')
  // An empty path, or that of the root, is found nowhere.
  const form = parts.length === 0 ? '(?!)' : parts.map(RegExp.escape).join(String.raw`[\\/]+`)
  return new RegExp(String.raw`[\\/]?${form}`, 'gi')
}

/** A name that says what its value is, at most so long that a long text is searched in linear time. */
const secretName = String.raw`[\w-]{0,40}(?:key|token|pass(?:word|wd|phrase|code)?|pwd|secret|auth(?:orization)?|credential|cookie|session|signature|invitation|\b(?:otp|pin))s?`
/** Between a name and its value: `:`, `=`, `=>`, a comma between quotes as in lists of headers, a space before one as in SQL. */
const separator = String.raw`(?:\\{0,8}["'\`])?[^\S\n]{0,8}(?:=>|[:=](?!>))[^\S\n]{0,8}|\\{0,8}["'\`],[^\S\n]{0,8}(?=\\*["'\`])|[^\S\n]{1,8}(?=["'\`])`
const end = String.raw`(?=[\s,;:&)\]}]|$)`
/** Up to the quote that ends it; without quotes, or if none ends it, the rest of the line. */
const value = String.raw`(?![^\S\n]*${mark}${end})(?:(?<quote>\\{0,8}["'\`])[^\n]*?(?<!\\)\k<quote>${end}|[^\n]+)`

/** Host of an address; a name, a password or anything odd before it is none. */
const host = String.raw`(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?=[/?#\s"'\`<>(),;\]}]|$)`
/** To the next space, or to a quote that ends the text: a space, a comma or a bracket follows it. */
const restOfAddress = String.raw`(?:[^\s"'\`<>]|["'\`](?![\s,;:&)\]}]|$))*`

const secretForms: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN[A-Z +]+-----[^]*?(?:-----END[A-Z +]+-----|$(?![^]))/g, mark],
  [/parlay-desk-team-\S+(?:\n[\w-]+$)*/gm, `parlay-desk-team-${mark}`],
  // Addresses keep their host alone; those of files are places in the program.
  [
    new RegExp(String.raw`\b(?!file:|node:)([a-z][\w+.-]{0,20}):\/\/(?!${host})[^\n]+`, 'gim'),
    `$1://${mark}`,
  ],
  [
    new RegExp(String.raw`\b(?!file:|node:)([a-z][\w+.-]{0,20}:\/\/${host})[/?#]${restOfAddress}`, 'gim'),
    `$1/${mark}`,
  ],
  // A name and a password without a scheme, as in a proxy’s variable.
  [/(?<![^\s"'`/\\@])[^\s"'`/\\@:]{1,200}:(?![/\\])[^\s"'`]{1,200}@/g, `${mark}@`],
  [/\b(hooks\.[\w.-]{1,200})\/[^\s"'`<>]+/gi, `$1/${mark}`],
  [/\b(token|key|secret|password)\([^)\n]*/gi, `$1(${mark}`],
  [/\b(Bearer|Basic)[\s+]+["']?[^\s"',;)]+/gi, `$1 ${mark}`],
  [
    new RegExp(`(?<name>${secretName})(?<separator>${separator})${value}`, 'gim'),
    `$<name>$<separator>${mark}`,
  ],
]

const hideForms = (text: string): string =>
  secretForms.reduce((clean, [form, by]) => clean.replaceAll(form, by), text)

/** A line of a stack, which is kept: files of the program have random letters in their names. */
const isFrame = /^\s+at .*:\d+:\d+\)?$/
const minRandomLength = 20

/** Long runs of letters that no one wrote: keys, hashes and texts in base64. */
const hideRandom = (text: string): string =>
  text
    .split('\n')
    .map(line => (isFrame.test(line) ? line : line.replaceAll(/[\w+/=-]{20,}/g, hideRun)))
    .join('\n')

function hideRun(run: string): string {
  const isLong = (part: string) => part.length >= minRandomLength
  return run.split('/').some(part => isLong(part) && isRandom(part)) ? mark : run
}

function isRandom(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  const [hasUpper, hasLower] = [/[A-Z]/.test(text), /[a-z]/.test(text)]
  return text.length >= 40 || (digits > 0 && hasUpper && hasLower) || (digits > 2 && (hasUpper || hasLower))
}
