/**
 * Texts a user can read, found in source by the compilers of Vue and TypeScript. It finds too many rather than too few: a
 * string that may be a text counts as one, unless only the program reads it (types, keys, classes, SQL, the log).
 */
import { parse } from 'vue/compiler-sfc'
import ts from 'typescript'

export interface ScreenText {
  /** Parts put in while the program runs are `…`. */
  readonly text: string
  readonly line: number
  /** The prop or key that holds it; empty for text between tags and for sentences passed on. */
  readonly slot: string
}

type Template = NonNullable<ReturnType<typeof parse>['descriptor']['template']>['ast']
type TemplateNode = NonNullable<Template>['children'][number]
type Prop = Extract<TemplateNode, { props: unknown }>['props'][number]

/** Props and keys whose strings only the program reads, or the user's own search words are compared with. */
const codeSlots =
  /^(?:class|style|id|key|keys|ref|is|type|role|for|to|tone|as|src|d|lang|sql|words|icon|rel|autocomplete|channel|mime|target|data-(?!tip$).*|aria-(?:haspopup|keyshortcuts|labelledby|describedby|controls)|.*[cC]lass|.*(?:Id|-id))$/

/** Calls whose strings only the program reads, by the last name before the bracket. */
const codeCalls =
  /^(?:Error|(?!Fatal)[A-Z]\w*Error|import|require|log|warn|info|debug|error|querySelector(?:All)?|closest|matches|addEventListener|exec|prepare|pragma|literal|RegExp|startsWith|endsWith|includes|split|join|replaceAll|getPropertyValue|useTemplateRef|matchMedia|fromEntries|get|has|on|once|emit|handle|invoke)$/

/** Props that are shown or read aloud even when they are one lower-case word. */
const textProps = /^(?:aria-label|title|label|hint|alt)$/

/** More than one word, or a word with a capital. Names of code have neither. */
const isProse = (text: string): boolean =>
  /\p{L}{2}/u.test(text) &&
  (/\p{L}[\p{P}…]* +\S|\S +[\p{P}…]*\p{L}/u.test(text) || /^\p{Lu}[\p{Ll}’' -]/u.test(text))

const isSql = (text: string): boolean =>
  /\b(?:SELECT|FROM|WHERE|JOIN|ORDER BY|COLLATE|NULL|CREATE|ALTER|INSERT|UPDATE|DELETE)\b|\b\w+_\w+ AS \w+|\bt\.\w+,/.test(
    text,
  )

/** A selector of CSS, or markup for the clipboard. */
const isMarkup = (text: string): boolean => /^[.\w-]*\[[\w-]+|^\[?\w*:?not\(|^<\w/.test(text)

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export const findTexts = (path: string, source: string): ScreenText[] =>
  path.endsWith('.vue') ? findTextsOfComponent(source) : findTextsOfScript(source, 1)

function findTextsOfComponent(source: string): ScreenText[] {
  const { descriptor, errors } = parse(source, { sourceMap: false })
  if (errors[0] !== undefined) throw errors[0]
  const script = descriptor.scriptSetup
  return [
    ...(script === null ? [] : findTextsOfScript(script.content, script.loc.start.line)),
    ...(descriptor.template?.ast?.children ?? []).flatMap(findTextsOfNode),
  ]
}

function findTextsOfNode(node: TemplateNode): ScreenText[] {
  const { line } = node.loc.start
  if ('tag' in node)
    return [...node.props.flatMap(findTextsOfProp), ...node.children.flatMap(findTextsOfNode)]
  if (!('content' in node) || node.loc.source.startsWith('<!--')) return []
  if (typeof node.content === 'string') {
    const text = oneLine(node.content)
    return /\p{L}/u.test(text) ? [{ text, line, slot: '' }] : []
  }
  return 'content' in node.content ? findTextsOfExpression(node.content.loc.source, line, '') : []
}

function findTextsOfProp(prop: Prop): ScreenText[] {
  const { line } = prop.loc.start
  if ('value' in prop) {
    const text = oneLine(prop.value?.content ?? '')
    const isText = !codeSlots.test(prop.name) && (isProse(text) || textProps.test(prop.name))
    return isText && text !== '' ? [{ text, line, slot: prop.name }] : []
  }
  if (!('exp' in prop) || prop.exp === undefined || prop.name === 'for' || prop.name === 'slot') return []
  const slot = prop.arg !== undefined && 'content' in prop.arg ? prop.arg.content : ''
  if (codeSlots.test(slot) || !('content' in prop.exp)) return []
  return findTextsOfExpression(prop.exp.content, line, prop.name === 'bind' ? slot : '')
}

const findTextsOfExpression = (code: string, line: number, slot: string): ScreenText[] =>
  findTextsOfScript(`(${code})`, line).map(found => (found.slot === '' ? { ...found, slot } : found))

function findTextsOfScript(code: string, firstLine: number): ScreenText[] {
  const file = ts.createSourceFile('part.ts', code, ts.ScriptTarget.Latest, true)
  const found: ScreenText[] = []
  function visit(node: ts.Node): void {
    if (isCode(node)) return
    const text = oneLine(readText(node))
    if (isNoun(node) || (isProse(text) && !isSql(text) && !isMarkup(text))) {
      const line = firstLine + file.getLineAndCharacterOfPosition(node.getStart(file)).line
      found.push({ text, line, slot: findSlot(node) })
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(file, visit)
  return found
}

/** The string a node is; empty if it is none. */
function readText(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return ''
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

const isString = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** A noun of one word that is shown with its number. */
const isNoun = (node: ts.Node): boolean =>
  isString(node) && ts.isCallExpression(node.parent) && lastName(node.parent.expression) === 'pluralize'

/** True of nodes below which nothing is read by a user. */
function isCode(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true
  if (ts.isBinaryExpression(parent)) return isComparison(parent) && isString(node)
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return isString(node) && codeCalls.test(lastName(parent.expression))
  if (ts.isTaggedTemplateExpression(parent)) return parent.template === node
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === node
  if (ts.isPropertyAccessExpression(parent)) return isString(node) && parent.name.text === 'split'
  if (ts.isPropertyAssignment(parent))
    return parent.name === node || codeSlots.test(parent.name.getText().replaceAll("'", ''))
  return ts.isCaseClause(parent) && parent.expression === node
}

const isComparison = ({ operatorToken }: ts.BinaryExpression): boolean =>
  /^(?:[!=]==?|in)$/.test(operatorToken.getText())

/** `c` of `a.b.c`. */
const lastName = (callee: ts.Expression): string =>
  ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText()

/** Name of the property that a text is the value of. */
function findSlot(node: ts.Node): string {
  const { parent } = node
  if (ts.isPropertyAssignment(parent)) return parent.name.getText()
  return ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent) ? findSlot(parent) : ''
}
