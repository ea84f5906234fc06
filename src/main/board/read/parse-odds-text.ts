/**
 * Bytes as they come from a paste, a file or a feed, to JSON values, one for the whole text or one a line, or to the
 * rows of a CSV. What cannot be read is said in a sentence that names the place.
 */
import { constants, isAscii, isUtf8 } from 'node:buffer'

import { progressEvery, type TextReader } from './text-reader.ts'
import { looksLikeCsv, readCsv } from './parse-csv.ts'
import { UnreadableText, type TextFormat } from '../facts/load.ts'

/**
 * Reads all values. UTF-8 and UTF-16 with or without a byte order mark are recognised. `auto` takes lines when the
 * first line, or the second after a damaged first, is JSON by itself, and CSV when the first line names columns. Throws UnreadableText; a bad line among lines
 * is left out and the others are read.
 */
export function readOddsText(bytes: Uint8Array, format: TextFormat, reader: TextReader): void {
  const text = utf8From(bytes)
  const start = text.subarray(0, 1_000).toString('latin1').trimStart()
  if (start === '') throw new UnreadableText('There is no text in it.')
  if (start.startsWith('<'))
    throw new UnreadableText(
      'This is a web page (HTML) or XML, not odds. Log in there, or check the address.',
    )
  if (start.startsWith('PK\u0003\u0004'))
    throw new UnreadableText('This is a ZIP archive. Unpack it and load the files in it.')
  if (format === 'csv' || (format === 'auto' && looksLikeCsv(text))) readCsv(decoded(text), reader)
  else if (format === 'ndjson' || (format === 'auto' && lineIsJson(text, 0))) readLines(text, reader)
  else readWhole(text, format, reader)
}

function readWhole(text: Buffer, format: TextFormat, reader: TextReader): void {
  const parsed = parseJson(decoded(reader.shorten(text, 'value') ?? text))
  if (parsed.ok) {
    reader.progress(0.6)
    reader.value(parsed.value)
  } else if (format === 'auto' && lineIsJson(text, 1)) readLines(text, reader)
  else throw new UnreadableText(parsed.sentence)
}

function readLines(text: Buffer, reader: TextReader): void {
  const rest = reader.shorten(text, 'lines')
  const lines = rest ?? text
  const encoding = encodingOf(lines)
  let from = 0
  let toldAt = 0
  for (let line = 1; from < lines.length; line++) {
    if (from - toldAt > progressEvery) reader.progress((toldAt = from) / lines.length)
    const end = lineEnd(lines, from)
    const own = lines.subarray(from, end)
    from = end + 1
    if (isBlank(own)) continue
    const json = rest === undefined ? (reader.shorten(own, 'value', line) ?? own) : own
    const parsed = parseJson(json.toString(encoding).trim(), line)
    if (parsed.ok) reader.value(parsed.value, line)
    else reader.leftOut('A line is not JSON.', parsed.sentence)
  }
}

/** Whether the nth line (of those not blank, from 0) is an object or array by itself and not the whole text. */
function lineIsJson(text: Buffer, nth: number): boolean {
  let from = 0
  for (let seen = 0; from < text.length;) {
    const end = lineEnd(text, from)
    const json = text.subarray(from, end)
    from = end + 1
    if (isBlank(json) || seen++ < nth) continue
    return !(seen === 1 && isBlank(text.subarray(from))) && looksWhole(json) && parseJson(decoded(json)).ok
  }
  return false
}

/** Starts like an object or array and ends like one: spares the parse of a long line that cannot be one. */
function looksWhole(json: Buffer): boolean {
  const text = json.subarray(0, 100).toString('latin1').trimStart()
  const end = json.subarray(-100).toString('latin1').trimEnd()
  return (text.startsWith('{') && end.endsWith('}')) || (text.startsWith('[') && end.endsWith(']'))
}

function isBlank(text: Buffer): boolean {
  return text.every(byte => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))
}

function lineEnd(text: Buffer, from: number): number {
  const end = text.indexOf(0x0a, from)
  return end < 0 ? text.length : end
}

function utf8From(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [first = 1, second = 1, third = 1] = text
  if (first === 0xef && second === 0xbb && third === 0xbf) return checked(text.subarray(3))
  if (first === 0xff && second === 0xfe) return Buffer.from(text.toString('utf16le', 2))
  if (first === 0xfe && second === 0xff) return Buffer.from(swapped(text).toString('utf16le', 2))
  if (second === 0) return Buffer.from(text.toString('utf16le'))
  if (first === 0) return Buffer.from(swapped(text).toString('utf16le'))
  return checked(text)
}

function swapped(text: Buffer): Buffer {
  return Buffer.from(text.subarray(0, text.length - (text.length % 2))).swap16()
}

function checked(text: Buffer): Buffer {
  if (isUtf8(text)) return text
  throw new UnreadableText('The text is neither UTF-8 nor UTF-16. Save it as UTF-8 and load it again.')
}

const encodingOf = (text: Buffer) => (isAscii(text) ? 'latin1' : 'utf8')

function decoded(text: Buffer): string {
  if (text.length <= constants.MAX_STRING_LENGTH) return text.toString(encodingOf(text))
  const megabytes = Math.floor(constants.MAX_STRING_LENGTH / 2 ** 20)
  throw new UnreadableText(
    `One text can have at most ${megabytes} MB. Split it, or write one JSON object a line.`,
  )
}

const unexpectedToken = /^Unexpected token '([^]+?)', (\.{3})?"([^]*)"(?:\.{3})? is not valid JSON$/

type ParsedJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly sentence: string }

function parseJson(text: string, firstLine = 1): ParsedJson {
  try {
    const value: unknown = JSON.parse(text)
    return { ok: true, value }
  } catch (error) {
    return { ok: false, sentence: sentenceFor(text, faultAt(text, error), firstLine) }
  }
}

function sentenceFor(text: string, at: number, firstLine: number): string {
  const end = text.trimEnd().length
  const line = firstLine + text.slice(0, Math.min(at, end)).split('\n').length - 1
  if (at >= end) return `The text ends in the middle of a value (line ${line}).`
  const column = at - text.lastIndexOf('\n', at - 1)
  const near = text.slice(Math.max(0, at - 10), at + 20).replace(/\s+/g, ' ')
  return `This is not JSON at line ${line}, column ${column}: “${near}”.`
}

/** Where the engine stopped. Its message gives a position, or the text around the fault, or says the text ended. */
function faultAt(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : ''
  if (message.startsWith('Unterminated string')) return text.length
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  const [, token = '', cut = '', snippet = ''] = unexpectedToken.exec(message) ?? []
  if (token === '') return text.length
  // Ten characters stand before the fault where the text is cut there; else the snippet is the text's beginning.
  return cut === '' ? snippet.indexOf(token) : text.indexOf(snippet) + 10
}
