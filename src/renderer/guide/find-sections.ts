/** Search of the guide by the words typed. */
import { toNamingWords, toWords } from '../format/search-text.ts'
import type { GuideBlock, GuideLine, GuideSection } from './guide.ts'

/** Sections in which every typed word begins a word, in the guide's order, those with all words in the title first. */
export function findSections(sections: readonly GuideSection[], query: string): readonly GuideSection[] {
  const typed = toNamingWords(query)
  if (typed.length === 0) return []
  const has = (text: string): boolean => {
    const words = toWords(text)
    return typed.every(part => words.some(word => word.startsWith(part)))
  }
  const found = sections.filter(section => has(sectionText(section)))
  const isTitled = ({ title }: GuideSection) => has(title)
  return [...found.filter(isTitled), ...found.filter(section => !isTitled(section))]
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
