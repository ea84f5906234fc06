/** Takes a key out of text that came from outside: raw, percent-encoded, base64 and JSON-escaped. */
export function withoutKey(text: string, key: string): string {
  if (key === '') return text
  return formsFor(key).reduce((clean, form) => clean.replaceAll(form, mark), text)
}

/** Whether a text holds a key in any of these forms. */
export function holdsKey(text: string, key: string): boolean {
  return key !== '' && formsFor(key).some(form => text.includes(form))
}

function formsFor(key: string): readonly string[] {
  if (last?.key !== key) last = { key, forms: formsOf(key) }
  return last.forms
}

/** The key looked for last: every answer is read with the same one, and its forms take longer than the search. */
let last: { readonly key: string; readonly forms: readonly string[] } | undefined

/** All that a key looks like in text, the longest first. */
function formsOf(key: string): string[] {
  const percent = [encodeURIComponent(key), new URLSearchParams([['k', key]]).toString().slice(2)]
  const base64 = Buffer.from(key).toString('base64')
  const forms = new Set([
    key,
    ...percent,
    ...percent.map(form => form.replace(/%../g, code => code.toLowerCase())),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(key).toString('base64url'),
    JSON.stringify(key).slice(1, -1),
  ])
  return [...forms].sort((a, b) => b.length - a.length)
}

/** Stands where a key was. Keys are ASCII, so nothing that this adds can be part of one. */
const mark = '•••'

const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu

/** Server text made fit to show: key, control, bidi and zero-width characters out, spaces folded, length capped. */
export function plainText(text: string, key: string, maxLength = 300): string {
  const clean = withoutKey(text, key).replace(unsafe, ' ').replace(/\s+/g, ' ').trim()
  if (clean.length <= maxLength) return clean
  return `${clean.slice(0, maxLength - 1).replace(/\p{Cs}$/u, '')}…`
}
