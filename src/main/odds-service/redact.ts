/** Takes a key out of text that came from outside: raw, percent-encoded, base64 and JSON-escaped. */
export function withoutKey(text: string, key: string): string {
  if (key === '') return text
  const base64 = Buffer.from(key).toString('base64')
  const forms = new Set([
    key,
    encodeURIComponent(key),
    new URLSearchParams([['k', key]]).toString().slice(2),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(key).toString('base64url'),
    JSON.stringify(key).slice(1, -1),
  ])
  return [...forms]
    .sort((a, b) => b.length - a.length)
    .reduce((clean, form) => clean.replaceAll(form, '[key]'), text)
}

const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu

/** Server text made fit to show: key, control, bidi and zero-width characters out, spaces folded, length capped. */
export function plainText(text: string, key: string, maxLength = 300): string {
  const clean = withoutKey(text, key).replace(unsafe, ' ').replace(/\s+/g, ' ').trim()
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1)}…` : clean
}
