/**
 * Cleans text from outside (odds objects, answers, files) before it is shown, searched or compared. Invisible
 * characters, and those that change the writing direction, make one name look like another, so they are removed. Ids
 * and tokens that are sent back to the service, and links, stay unchanged.
 */

const printableAscii = /^[\x20-\x7e]*$/
/** Replaced by a space. */
const lineBreaks = /[\t-\r\x85\p{Zl}\p{Zp}]/gu
/** Controls, bidi and zero-width characters, lone surrogates. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/v
/** More marks on one letter than any script has (Unicode UAX 15, 13). Normalizing them takes quadratic time. */
const heapedMarks = /(\p{M}{30})\p{M}+/gu

/** Letter or mark of a script in which the zero-width joiners change how a word is written. */
const joiningLetter = String.raw`[[[\p{L}\p{M}]&&[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}]]--[\p{Cf}\p{Default_Ignorable_Code_Point}]]`
const emoji = String.raw`\p{Extended_Pictographic}`
const tag = String.raw`[\u{e0020}-\u{e007f}]`

/** Places in which an invisible character is part of the script (Unicode UAX 31, 2.3; UTS 51, 1.4). */
const needed = [
  String.raw`(?<=${joiningLetter})[\u200c\u200d](?=${joiningLetter})`,
  // Families and professions; emoji or text style; keycaps; the flags of England, Scotland and Wales.
  String.raw`(?<=${emoji}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=${emoji})`,
  String.raw`(?<=${emoji})[\ufe0e\ufe0f]`,
  String.raw`(?<=[#*0-9])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4}${tag}{0,5})${tag}`,
].join('|')
const needless = new RegExp(`(?!${needed})${hidden.source}`, 'gv')

/** Returns the text in one line, in NFC, trimmed, without invisible characters. Idempotent. */
export function cleanText(text: string): string {
  if (printableAscii.test(text)) return text.trim()
  const visible = normalize(text).replace(lineBreaks, ' ').replace(needless, '')
  const clean = normalize(visible).trim()
  // Once more, because normalizing can reorder marks next to a joiner.
  return clean === text ? clean : cleanText(clean)
}

const normalize = (text: string) => text.replace(heapedMarks, '$1').normalize('NFC')

/** Cleans each line of a text. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(cleanText)
    .join('\n')
    .trim()
}
