/**
 * Parses UTF-8 or UTF-16 bytes of a paste, a file or a feed: JSON values, one for the whole text or one a line, or the
 * rows of a CSV. A text that cannot be parsed is described in a sentence that names the place.
 */
import { cleanText } from '../../../shared/clean-text.ts'
import { UnreadableText, type TextFormat } from '../facts/load.ts'
import { findFault, maxPieceBytes, parseLong } from '../json/long-json.ts'
import { pickEncoding, toUtf8 } from './decode-text.ts'
import { looksLikeCsv, readCsv } from './parse-csv.ts'
import { progressEvery, type TextReader } from './text-reader.ts'

/**
 * Passes all values to the reader. `auto` takes lines when the first line, or the second after a damaged first, is JSON
 * by itself, and CSV when the first line names columns. Throws UnreadableText; a bad line among lines is left out and
 * the others are read.
 */
export function readOddsText(bytes: Uint8Array, format: TextFormat, reader: TextReader): void {
  const text = toUtf8(bytes)
  const start = text.subarray(0, 1_000).toString('latin1').trimStart()
  if (start === '') throw new UnreadableText('It’s empty.')
  if (start.startsWith('<'))
    throw new UnreadableText('This is a web page or XML, not odds. Check the address, or log in there.')
  if (start.startsWith('PK\u0003\u0004'))
    throw new UnreadableText('This is a ZIP file. Unzip it and load the files.')
  if (format === 'csv' || (format === 'auto' && looksLikeCsv(text))) readCsv(text, reader)
  else if (format === 'ndjson' || (format === 'auto' && lineIsJson(text, 0))) readLines(text, reader)
  else readWhole(text, format, reader)
}

function readWhole(text: Buffer, format: TextFormat, reader: TextReader): void {
  const rest = reader.shorten(text, 'value')
  const json = rest ?? text
  const parsed = parseJson(json, () => json.toString(pickEncoding(json)), { isSound: rest !== undefined })
  if (parsed.ok) {
    reader.progress(0.6)
    reader.value(parsed.value)
  } else if (format === 'auto' && lineIsJson(text, 1)) readLines(text, reader)
  else throw new UnreadableText(parsed.sentence)
}

function readLines(text: Buffer, reader: TextReader): void {
  const rest = reader.shorten(text, 'lines')
  const lines = rest ?? text
  const encoding = pickEncoding(lines)
  let from = 0
  let reportedAt = 0
  for (let line = 1; from < lines.length; line++) {
    if (from - reportedAt > progressEvery) reader.progress((reportedAt = from) / lines.length)
    const end = findLineEnd(lines, from)
    const own = lines.subarray(from, end)
    from = end + 1
    if (isBlank(own)) continue
    const json = rest === undefined ? (reader.shorten(own, 'value', line) ?? own) : own
    const options = { firstLine: line, isSound: rest !== undefined }
    const parsed = parseJson(json, () => json.toString(encoding).trim(), options)
    if (parsed.ok) reader.value(parsed.value, line)
    else reader.leftOut('A line isn’t JSON.', parsed.sentence)
  }
}

/** True when the nth line (from 0, blank ones not counted) alone is an object or array, and is not the whole text. */
function lineIsJson(text: Buffer, nth: number): boolean {
  let from = 0
  for (let seen = 0; from < text.length;) {
    const end = findLineEnd(text, from)
    const json = text.subarray(from, end)
    from = end + 1
    if (isBlank(json) || seen++ < nth) continue
    return !(seen === 1 && isBlank(text.subarray(from))) && looksWhole(json) && isJson(json)
  }
  return false
}

const isJson = (json: Buffer) => parseJson(json, () => json.toString(pickEncoding(json))).ok

/** Quick check that saves parsing a long line that cannot be an object or array. */
function looksWhole(json: Buffer): boolean {
  const text = json.subarray(0, 100).toString('latin1').trimStart()
  const end = json.subarray(-100).toString('latin1').trimEnd()
  return (text.startsWith('{') && end.endsWith('}')) || (text.startsWith('[') && end.endsWith(']'))
}

function isBlank(text: Buffer): boolean {
  return text.every(byte => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))
}

function findLineEnd(text: Buffer, from: number): number {
  const end = text.indexOf(newLine, from)
  return end < 0 ? text.length : end
}

const newLine = 0x0a
/** Bytes around a fault of a long text that are decoded. */
const maxShownBytes = 1_000
const unexpectedToken = /^Unexpected token '([^]+?)', (\.{3})?"([^]*)"(?:\.{3})? is not valid JSON$/

type ParsedJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly sentence: string }

interface ParseOptions {
  readonly firstLine?: number
  /** True of a text that is known to be JSON. */
  readonly isSound?: boolean
}

/** `toText` decodes a text that is short enough to be parsed in one piece. */
function parseJson(
  json: Buffer,
  toText: () => string,
  { firstLine = 1, isSound = false }: ParseOptions = {},
): ParsedJson {
  if (json.length > maxPieceBytes)
    return isSound ? { ok: true, value: parseLong(json) } : parseLongJson(json, firstLine)
  const text = toText()
  try {
    const value: unknown = JSON.parse(text)
    return { ok: true, value }
  } catch (error) {
    return { ok: false, sentence: describeFault(text, findFaultOf(text, error), firstLine) }
  }
}

function parseLongJson(json: Buffer, firstLine: number): ParsedJson {
  const at = findFault(json)
  if (at === undefined) return { ok: true, value: parseLong(json) }
  let lineBreaks = 0
  let lineAt = 0
  for (let end = json.indexOf(newLine); end >= 0 && end < at; end = json.indexOf(newLine, lineAt)) {
    lineBreaks++
    lineAt = end + 1
  }
  const from = Math.max(lineAt, at - maxShownBytes)
  const near = json.toString('utf8', from, at + maxShownBytes)
  const place = json.toString('utf8', from, at).length
  return { ok: false, sentence: describeFault(near, place, firstLine + lineBreaks, from - lineAt) }
}

/** `cut` characters of the first line are not in the text. */
function describeFault(text: string, at: number, firstLine: number, cut = 0): string {
  const end = text.trimEnd().length
  const line = firstLine + text.slice(0, Math.min(at, end)).split('\n').length - 1
  if (at >= end) return `The text was cut off (line ${line}).`
  const lineAt = text.lastIndexOf('\n', at - 1)
  const column = at - lineAt + (lineAt < 0 ? cut : 0)
  const near = cleanText(text.slice(Math.max(0, at - 10), at + 20)).replace(/\s+/g, ' ')
  return `This isn’t JSON at line ${line}, column ${column}: “${near}”.`
}

/** Position at which JSON.parse stopped. Its message has the position, or the text around it, or says the text ended. */
function findFaultOf(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : ''
  if (message.startsWith('Unterminated string')) return text.length
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  const [, token = '', cut = '', snippet = ''] = unexpectedToken.exec(message) ?? []
  if (token === '') return text.length
  // A cut snippet has ten characters before the fault; another is the beginning of the text.
  return cut === '' ? snippet.indexOf(token) : text.indexOf(snippet) + 10
}
