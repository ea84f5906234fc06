import { cleanText } from '../../shared/outside-text.ts'

/** Removes a key from outside text: raw, percent-encoded, base64 and JSON-escaped. */
export function withoutKey(text: string, key: string): string {
  if (key === '') return text
  return getForms(key).reduce((clean, form) => clean.replaceAll(form, mark), text)
}

/** True if a text holds a key in any of these forms. */
export function holdsKey(text: string, key: string): boolean {
  return key !== '' && getForms(key).some(form => text.includes(form))
}

function getForms(key: string): readonly string[] {
  if (last?.key !== key) last = { key, forms: makeForms(key) }
  return last.forms
}

/** The key searched for last: every answer is read with the same one, and making its forms takes longer than the search. */
let last: { readonly key: string; readonly forms: readonly string[] } | undefined

/** All forms of a key in text, the longest first. */
function makeForms(key: string): string[] {
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

/** Replaces a key. Keys are ASCII, so this cannot be part of one. */
const mark = '•••'

/** Server text made fit to show: cleaned, then the key taken out, spaces folded, length capped. */
export function plainText(text: string, key: string, maxLength = 300): string {
  const clean = withoutKey(cleanText(text), key).replace(/\s+/g, ' ').trim()
  if (clean.length <= maxLength) return clean
  return `${cleanText(clean.slice(0, maxLength - 1))}…`
}
