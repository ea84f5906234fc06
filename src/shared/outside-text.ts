/**
 * Text from outside (odds objects, answers, files) as it is shown, searched and compared. Characters that cannot be seen
 * or that turn the direction of writing make one name look like another, so they are removed here. Ids and tokens that go
 * back to the service, and links, stay as they came.
 */

const printableAscii = /^[\x20-\x7e]*$/
/** A space takes their place, so that words stay apart. */
const lineBreaks = /[\t-\r\x85\p{Zl}\p{Zp}]/gu
/** Controls, bidi and zero-width characters, lone surrogates. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/v
/** More marks on one letter than any writing has (Unicode UAX 15, 13). Normalizing takes time by the square of their number. */
const heapedMarks = /(\p{M}{30})\p{M}+/gu

/** Letter or mark of a script in which the zero-width joiners change how a word is written. */
const joiningLetter = String.raw`[[[\p{L}\p{M}]&&[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}]]--[\p{Cf}\p{Default_Ignorable_Code_Point}]]`
const emoji = String.raw`\p{Extended_Pictographic}`
const tag = String.raw`[\u{e0020}-\u{e007f}]`

/** The places in which a hidden character belongs to the writing (Unicode UAX 31, 2.3; UTS 51, 1.4). */
const needed = [
  String.raw`(?<=${joiningLetter})[\u200c\u200d](?=${joiningLetter})`,
  // Families and professions; emoji or text style; keycaps; the flags of England, Scotland and Wales.
  String.raw`(?<=${emoji}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=${emoji})`,
  String.raw`(?<=${emoji})[\ufe0e\ufe0f]`,
  String.raw`(?<=[#*0-9])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4}${tag}{0,5})${tag}`,
].join('|')
const needless = new RegExp(`(?!${needed})${hidden.source}`, 'gv')

/** The text in one line, in NFC, trimmed, without characters that hide something. Cleaning twice changes nothing. */
export function cleanText(text: string): string {
  if (printableAscii.test(text)) return text.trim()
  const visible = normalize(text).replace(lineBreaks, ' ').replace(needless, '')
  const clean = normalize(visible).trim()
  // Once more, because normalizing can reorder marks next to a joiner.
  return clean === text ? clean : cleanText(clean)
}

const normalize = (text: string) => text.replace(heapedMarks, '$1').normalize('NFC')

/** A text of several lines, each cleaned. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(cleanText)
    .join('\n')
    .trim()
}
