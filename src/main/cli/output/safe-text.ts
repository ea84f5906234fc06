/**
 * Text from services and files, made safe for a terminal: escape sequences in a name can rename the window, type into
 * it, or make one price look like another.
 */
import { stripVTControlCharacters } from 'node:util'
import { cleanText } from '../../../shared/clean-text.ts'

/** For tables. */
export const toSafeText = (text: string): string => cleanText(stripVTControlCharacters(text))

/** Controls that JSON leaves as they are, and characters that change the writing direction. */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** One line of JSON with the same value for whoever parses it, and nothing in it that a terminal obeys. */
export const toSafeJson = (value: unknown): string =>
  JSON.stringify(value).replace(unsafe, found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
