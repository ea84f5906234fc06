import { cleanText } from '../../shared/clean-text.ts'

/** Removes a key from outside text: raw, percent-encoded, JSON-escaped, and in base64, alone or within an address. */
export function withoutKey(text: string, key: string): string {
  if (key === '') return text
  const { literal, inBase64 } = getForms(key)
  const decoded = inBase64.reduce(withoutRuns, text)
  return literal.reduce((clean, form) => clean.replaceAll(form, mark), decoded)
}

/** True if a text holds a key in any of these forms. */
export function holdsKey(text: string, key: string): boolean {
  if (key === '') return false
  const { literal, inBase64 } = getForms(key)
  return literal.some(form => text.includes(form)) || inBase64.some(form => text.includes(form))
}

/** Forms of a key in text, longer ones first. */
interface Forms {
  readonly literal: readonly string[]
  /** Parts of a base64 text that follow from a key within it. */
  readonly inBase64: readonly string[]
}

function getForms(key: string): Forms {
  if (last?.key !== key) last = { key, ...makeForms(key) }
  return last
}

/**
 * Forms of the last key: every answer is searched for the same one, and computing its forms takes longer than the
 * search.
 */
let last: ({ readonly key: string } & Forms) | undefined

const toLowerHex = (text: string) => text.replace(/%../g, code => code.toLowerCase())

function makeForms(key: string): Forms {
  const percent = [encodeURIComponent(key), new URLSearchParams([['k', key]]).toString().slice(2)]
  const inText = [key, ...percent, ...percent.map(toLowerHex), JSON.stringify(key).slice(1, -1)]
  const everyByte = Buffer.from(key).toString('hex').replace(/../g, '%$&')
  const base64 = Buffer.from(key).toString('base64')
  const alone = [base64, base64.replace(/=+$/, ''), Buffer.from(key).toString('base64url')]
  return {
    literal: sortByLength([...inText, ...alone, everyByte, everyByte.toUpperCase()]),
    inBase64: sortByLength([...new Set(inText)].flatMap(toBase64Parts)),
  }
}

const sortByLength = (forms: readonly string[]): string[] =>
  [...new Set(forms)].sort((a, b) => b.length - a.length)

/** Minimum length of a part; shorter ones also occur in unrelated texts. */
const minPartLength = 6

/**
 * The characters of a base64 text that a text within it determines, for each of the three places where its first byte can
 * be, in both alphabets and percent-encoded.
 */
function toBase64Parts(text: string): string[] {
  const plain = [0, 1, 2].map(shift => {
    const bytes = Buffer.from(`${'x'.repeat(shift)}${text}`)
    return bytes.toString('base64').slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })
  const parts = plain.filter(part => part.length >= minPartLength)
  const encoded = parts.map(encodeURIComponent)
  const ofUrls = parts.map(part => part.replaceAll('+', '-').replaceAll('/', '_'))
  return [...parts, ...ofUrls, ...encoded, ...encoded.map(toLowerHex)]
}

const isInBase64 = /[\w+/%=-]/

/** Replaces each run of base64 that contains this part. */
function withoutRuns(text: string, part: string): string {
  const kept: string[] = []
  let end = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, end)) {
    let start = at
    while (start > end && isInBase64.test(text.charAt(start - 1))) start -= 1
    kept.push(text.slice(end, start))
    end = at + part.length
    while (isInBase64.test(text.charAt(end))) end += 1
  }
  return end === 0 ? text : [...kept, text.slice(end)].join(mark)
}

/** Replaces a key. Keys are ASCII, so this cannot be part of one. */
const mark = '•••'

/** Prepares a text of the service for the screen: cleaned, without the key, spaces folded, length capped. */
export function plainText(text: string, key: string, maxLength = 300): string {
  const clean = withoutKey(cleanText(text), key).replace(/\s+/g, ' ')
  if (clean.length <= maxLength) return clean
  return `${cleanText(clean.slice(0, maxLength - 1))}…`
}
