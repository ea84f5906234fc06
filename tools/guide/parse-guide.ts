/** The user guide's Markdown as typed sections. What the program could not show fails the build. */
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import type { GuideBlock, GuideLine, GuidePart, GuideSection } from '../../src/renderer/guide/guide.ts'

type Block = Exclude<GuideBlock, { kind: 'picture' }> | Picture
/** `file`: its path beside the guide. */
interface Picture {
  readonly kind: 'picture'
  readonly file: string
  readonly about: string
}
interface ParsedSection extends Omit<GuideSection, 'blocks'> {
  readonly blocks: readonly Block[]
}

/** Every `##` begins a page, every `###` a section of it; the text before the first page is for readers of the file. */
export function parseGuide(markdown: string): readonly ParsedSection[] {
  const sections: (ParsedSection & { blocks: Block[] })[] = []
  for (const token of known(lexer(markdown))) {
    const last = sections.at(-1)
    if (token.type === 'heading' && token.depth > 1) {
      const id = toId(token.text)
      const page = token.depth === 2 || last === undefined ? id : last.page
      sections.push({ id, title: token.text, page, blocks: [] })
    } else last?.blocks.push(...toBlocks(token))
  }
  return sections
}

/** As GitHub names the places of headings. */
const toId = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

/** Tokens of marked's own syntax: there are no extensions. */
const known = (tokens: readonly Token[]) => tokens as readonly MarkedToken[]

function toBlocks(token: MarkedToken): readonly Block[] {
  switch (token.type) {
    case 'space':
      return []
    case 'paragraph': {
      const [first] = known(token.tokens)
      return [first?.type === 'image' ? toPicture(first) : { kind: 'text', line: toLine(token.tokens) }]
    }
    case 'list':
      return [{ kind: 'list', isOrdered: token.ordered, items: token.items.map(toItem) }]
    case 'table': {
      const toCells = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => toLine(tokens))
      return [{ kind: 'table', head: toCells(token.header), rows: token.rows.map(toCells) }]
    }
    default:
      throw new Error(`the guide cannot show a ${token.type}: ${token.raw}`)
  }
}

const toPicture = ({ href, text }: Tokens.Image): Picture => ({ kind: 'picture', file: href, about: text })

function toItem({ tokens, raw }: Tokens.ListItem): GuideLine {
  const [only, ...more] = known(tokens)
  if (only?.type !== 'text' || more.length > 0) throw new Error(`an item of a list is one line: ${raw}`)
  return toLine(only.tokens ?? [])
}

const keyTag = /^<kbd(?: data-command="([^"]+)")?>$/

/** A key is three tokens: its tag, its text and the end of its tag. */
function toLine(tokens: readonly Token[]): GuideLine {
  const parts: GuidePart[] = []
  let key: { readonly command: string | null } | undefined
  for (const token of known(tokens)) {
    if (token.type === 'html' && token.raw === '</kbd>') key = undefined
    else if (token.type === 'html') key = { command: readTag(token.raw) }
    else if (key === undefined) parts.push(toPart(token))
    else parts.push({ kind: 'key', text: unescape(token.raw), ...key })
  }
  return parts
}

function readTag(raw: string): string | null {
  const tag = keyTag.exec(raw)
  if (tag === null) throw new Error(`the guide knows no tag but kbd: ${raw}`)
  return tag[1] ?? null
}

function toPart(token: MarkedToken): GuidePart {
  switch (token.type) {
    case 'text':
    case 'escape':
      return { kind: 'plain', text: unescape(token.text) }
    case 'strong':
      return { kind: 'name', text: unescape(token.text) }
    case 'codespan':
      return { kind: 'code', text: unescape(token.text) }
    case 'link': {
      const { href, text } = token
      if (!href.startsWith('#')) throw new Error(`the guide links to its own sections only: ${href}`)
      return { kind: 'link', text: unescape(text), section: href.slice(1) }
    }
    default:
      throw new Error(`the guide cannot show a ${token.type}: ${token.raw}`)
  }
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
}
const unescape = (text: string): string =>
  text.replace(/&(?:lt|gt|amp|quot|#39);/g, found => entities[found] ?? found)
