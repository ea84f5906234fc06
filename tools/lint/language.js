/**
 * Lint that keeps the language of docs/glossary.md in names, file names, comments and test titles. Words of stored
 * formats are exempt: they cannot change.
 */
import { bannedWords } from './vocabulary.js'

const bannedNameWords = new Map([
  ...['told', 'tell', 'tells', 'telling'].map(word => [word, 'notify, push, report; given']),
  ['anew', 'again'],
  ['nobody', 'none'],
  ['stands', 'is, applies'],
  ['owed', 'overridden'],
  ['rests', 'paused'],
  ['gate', 'breaker'],
  ...['kin', 'twin', 'twins'].map(word => [word, 'duplicate']),
  ['keeper', 'service, store'],
  ...['wish', 'wishes'].map(word => [word, 'request']),
])
const bannedFileWords = new Map([
  ...bannedNameWords,
  ['words', 'text'],
  ['sentence', 'text'],
  ['sentences', 'text'],
])
const bannedLimit = /^(?:most|longest|least|fewest)(?=[A-Z])/
const bannedOpener = /^(?:What|How|Whether|Where|Of|Those|Which|When|Who|Why)\b/

/** Keys of stored settings, which stay as they are. */
const storedNames = new Set(['fewestBooks'])

const wordsOfName = name =>
  name
    .replace(/^#/, '')
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map(word => word.toLowerCase())

function findInText(text) {
  for (const [pattern, better] of bannedWords) {
    const found = pattern.exec(text) ?? pattern.exec(text.toLowerCase())
    if (found !== null) return { word: found[0], better }
  }
  return undefined
}

/** Nodes that declare a name, and the key under which each holds it. */
const declarations = {
  VariableDeclarator: 'id',
  FunctionDeclaration: 'id',
  ClassDeclaration: 'id',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
  TSInterfaceDeclaration: 'id',
  TSTypeAliasDeclaration: 'id',
  TSPropertySignature: 'key',
  TSMethodSignature: 'key',
  Property: 'key',
}

/** Identifiers in a declared pattern: `a`, `{ a, b: c }`, `[a, b]`, `a = 1`, `...a`. */
function* identifiersIn(node) {
  if (node === null || node === undefined) return
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') yield node
  else if (node.type === 'ArrayPattern') for (const part of node.elements) yield* identifiersIn(part)
  else if (node.type === 'AssignmentPattern') yield* identifiersIn(node.left)
  else if (node.type === 'RestElement') yield* identifiersIn(node.argument)
  else if (node.type === 'TSParameterProperty') yield* identifiersIn(node.parameter)
}

const names = {
  meta: {
    type: 'suggestion',
    messages: {
      word: '“{{name}}”: not “{{word}}” but {{better}} (docs/glossary.md).',
      limit: '“{{name}}”: limits are max… and min….',
      file: 'The file name says “{{word}}”; write {{better}} (docs/glossary.md).',
    },
  },
  create(context) {
    function check(node) {
      const { name } = node
      if (storedNames.has(name)) return
      if (bannedLimit.test(name)) context.report({ node, messageId: 'limit', data: { name } })
      const word = wordsOfName(name).find(part => bannedNameWords.has(part))
      if (word === undefined) return
      context.report({ node, messageId: 'word', data: { name, word, better: bannedNameWords.get(word) } })
    }
    const checkAll = pattern => {
      for (const identifier of identifiersIn(pattern)) check(identifier)
    }
    const checkParams = node => node.params.forEach(checkAll)
    const visitors = Object.entries(declarations).map(([type, key]) => [
      type,
      node => {
        if (!node.computed) checkAll(node[key])
        if (type === 'FunctionDeclaration') checkParams(node)
      },
    ])
    return {
      ...Object.fromEntries(visitors),
      FunctionExpression: checkParams,
      ArrowFunctionExpression: checkParams,
      Program(node) {
        const file = context.filename.split(/[/\\]/).at(-1) ?? ''
        const word = wordsOfName(file).find(part => bannedFileWords.has(part))
        if (word === undefined) return
        context.report({ node, messageId: 'file', data: { word, better: bannedFileWords.get(word) } })
      },
    }
  },
}

/** Text of a comment without its stars. */
const plainText = comment =>
  comment.value
    .split('\n')
    .map(line => line.replace(/^\s*\*+/, '').trim())
    .join(' ')
    .trim()

const follows = (comment, before) =>
  before?.type === 'Line' && comment.type === 'Line' && before.loc.end.line === comment.loc.start.line - 1

const comments = {
  meta: {
    type: 'suggestion',
    messages: {
      word: 'Not “{{word}}” but {{better}} (docs/glossary.md).',
      opener: 'A comment begins with a noun or a verb, not with “{{word}}”.',
      ignore: 'Prettier formats every line.',
    },
  },
  create(context) {
    function check(comment, before) {
      const text = plainText(comment)
      const opener = follows(comment, before) ? null : bannedOpener.exec(text)
      const { loc } = comment
      if (opener !== null) context.report({ loc, messageId: 'opener', data: { word: opener[0] } })
      if (/\bprettier-ignore\b/.test(text)) context.report({ loc, messageId: 'ignore' })
      const found = findInText(text)
      if (found !== undefined) context.report({ loc, messageId: 'word', data: found })
    }
    return {
      'Program:exit'(program) {
        const all = [...context.sourceCode.getAllComments(), ...(program.templateBody?.comments ?? [])]
        all.forEach((comment, at) => check(comment, all[at - 1]))
      },
    }
  },
}

const titleCalls = new Set(['it', 'test', 'describe'])

/** The function a call names: `it` of `it(...)`, `it.each(...)(...)` and `test.skip(...)`. */
function calleeName(node) {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return calleeName(node.object)
  return node.type === 'CallExpression' ? calleeName(node.callee) : undefined
}

const titles = {
  meta: {
    type: 'suggestion',
    messages: { word: 'A title says “{{word}}”; write {{better}} (docs/glossary.md).' },
  },
  create: context => ({
    CallExpression(node) {
      const [title] = node.arguments
      if (!titleCalls.has(calleeName(node.callee)) || typeof title?.value !== 'string') return
      const found = findInText(title.value)
      if (found !== undefined) context.report({ node: title, messageId: 'word', data: found })
    },
  }),
}

export const language = { rules: { names, comments, titles } }
