/** Search of the guide by the words typed, in which it forgives typing errors. */
import { findSimilarWords } from '../../shared/text/spelling.ts'
import { toNamingWords, toWords } from '../format/search-text.ts'
import type { GuideBlock, GuideLine, GuideSection } from './guide.ts'

/**
 * Sections in which every typed word begins a word, in the guide's order, those with all words in the title first. A
 * typed word that begins none of the guide's words means those spelled almost like it.
 */
export function findSections(sections: readonly GuideSection[], query: string): readonly GuideSection[] {
  const typed = toNamingWords(query)
  if (typed.length === 0) return []
  const texts = sections.map(section => ({ section, words: toWords(sectionText(section)) }))
  const guideWords = [...new Set(texts.flatMap(({ words }) => words))]
  const tests = typed.map(part => toTest(part, guideWords))
  const has = (words: readonly string[]) => tests.every(isMeant => words.some(isMeant))
  const found = texts.filter(({ words }) => has(words)).map(({ section }) => section)
  const isTitled = ({ title }: GuideSection) => has(toWords(title))
  return [...found.filter(isTitled), ...found.filter(section => !isTitled(section))]
}

/** Finds the words that a typed one means. */
function toTest(typed: string, guideWords: readonly string[]): (word: string) => boolean {
  const begins = (starts: readonly string[]) => (word: string) => starts.some(start => word.startsWith(start))
  if (guideWords.some(begins([typed]))) return begins([typed])
  const similar = findSimilarWords(typed, letter => guideWords.filter(word => word.startsWith(letter)))
  // A letter too many is the rarest error: `kely` means Kelly, not a key.
  const likely = similar.filter(word => word.length >= typed.length)
  return begins(likely.length > 0 ? likely : similar)
}

const sectionText = ({ title, blocks }: GuideSection): string => [title, ...blocks.map(blockText)].join(' ')

function blockText(block: GuideBlock): string {
  switch (block.kind) {
    case 'text':
      return lineText(block.line)
    case 'list':
      return block.items.map(lineText).join(' ')
    case 'table':
      return [block.head, ...block.rows].flat().map(lineText).join(' ')
    case 'picture':
      return block.about
  }
}

const lineText = (line: GuideLine): string => line.map(({ text }) => text).join('')
