/** The forms in which a key can be written down, worked out apart from the code that removes them. */

const withLowerHex = (text: string) => text.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase())

/** The key as it is, in a query, percent-encoded and in JSON. */
export function spellingsOf(key: string): string[] {
  const encoded = [new URLSearchParams({ key }).toString().slice('key='.length), encodeURIComponent(key)]
  return [key, ...encoded, ...encoded.map(withLowerHex), JSON.stringify(key).slice(1, -1)]
}

/** Characters of a base64 text that follow from a part of the text alone, at each place that it can have in three bytes. */
const toBase64Parts = (text: string): string[] =>
  [0, 1, 2].map(shift => {
    const bytes = Buffer.from(`${'x'.repeat(shift)}${text}`)
    return bytes.toString('base64').slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })

/** All spellings, and what each of them leaves in a base64 text around it. */
export function formsOf(key: string): string[] {
  const spellings = spellingsOf(key)
  return [...new Set([...spellings, ...spellings.flatMap(toBase64Parts)])]
}

/** Part of an answer that echoes the address of a call, with the key in each of its forms. */
export function echoOf(key: string): string {
  const spellings = spellingsOf(key)
  const starts = ['', '/', '/?', '/?key=', '/?&key=', '/?a&key=']
  return [
    ...spellings,
    ...spellings.map(text => btoa(text)),
    ...spellings.flatMap(text => starts.map(start => btoa(`${start}${text}&price=a`))),
  ].join(' ')
}
