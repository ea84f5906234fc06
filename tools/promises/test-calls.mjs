/** Finds the tests of a file by their titles, and the conditions under which each of them is skipped. */
import ts from 'typescript'

/** Condition of a test that is never run. */
export const always = 'always'

const deadWords = new Set(['skip', 'todo', 'fixme'])
const isTrue = { skipIf: 'true', runIf: 'false' }

/** Conditions in a chain such as `it.skipIf(!hasPipes).each`, and in `{ skip: true }` after the title. */
function conditionsOf(call) {
  const found = []
  for (let link = call.expression; ; link = link.expression) {
    if (ts.isPropertyAccessExpression(link)) {
      if (deadWords.has(link.name.text)) found.push(always)
    } else if (ts.isCallExpression(link)) found.push(...conditionOf(link))
    else break
  }
  return [...found, ...call.arguments.flatMap(optionsOf)]
}

/** The condition of `skipIf(…)`, or of `runIf(…)`, which is skipped without it. */
function conditionOf({ expression, arguments: [given] }) {
  const word = ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
  const text = given?.getText()
  if (!(word in isTrue) || text === undefined) return []
  if (text === isTrue[word]) return [always]
  return [word === 'runIf' ? `not ${text}` : text]
}

function optionsOf(given) {
  if (!ts.isObjectLiteralExpression(given)) return []
  const isDead = ({ name, initializer }) =>
    deadWords.has(name?.getText()) && initializer !== undefined && initializer.getText() !== 'false'
  return given.properties.some(isDead) ? [always] : []
}

/** Conditions of each `test.skip(…)` or `context.skip()` inside a test's or describe's own function. */
function conditionsInside(call) {
  const found = []
  const visit = (node, around) => {
    if (ts.isCallExpression(node) && titleOf(node) !== undefined) return
    if (ts.isCallExpression(node) && isSkip(node)) found.push(conditionOfSkip(node) ?? around)
    const inside = ts.isIfStatement(node) ? node.expression.getText() : around
    ts.forEachChild(node, child => visit(child, inside))
  }
  for (const given of call.arguments)
    if (ts.isArrowFunction(given) || ts.isFunctionExpression(given)) visit(given.body, always)
  return found
}

const isSkip = ({ expression }) =>
  ts.isPropertyAccessExpression(expression) && deadWords.has(expression.name.text)

/** The condition that is given to the call; undefined where it skips whenever it is reached. */
function conditionOfSkip({ arguments: [condition] }) {
  const isOpen = condition !== undefined && !ts.isStringLiteralLike(condition)
  return isOpen && condition.getText() !== 'true' ? condition.getText() : undefined
}

const declaring = new Set(['it', 'test', 'describe'])

/** True for `it(…)`, and for chains such as `it.skipIf(isWindows).each(rows)(…)`. */
function declares({ expression }) {
  let link = expression
  while (ts.isPropertyAccessExpression(link) || ts.isCallExpression(link)) link = link.expression
  return ts.isIdentifier(link) && declaring.has(link.text)
}

/** Text of a test's or describe's title as it is written, without its quotes; undefined for any other call. */
function titleOf(call) {
  const [first] = call.arguments
  const isTitle = first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))
  return isTitle && declares(call) ? first.getText().slice(1, -1) : undefined
}

/**
 * Each test and describe, such as `it('opens', …)`, with the conditions of its own and of what is around it.
 *
 * @param {string} text source of a file of tests
 * @returns {Map<string, string[]>} conditions by title; none of a test that always runs
 */
export function findTestCalls(text) {
  const found = new Map()
  const visit = (node, around) => {
    const isCall = ts.isCallExpression(node)
    const title = isCall ? titleOf(node) : undefined
    const conditions =
      title === undefined ? around : [...around, ...conditionsOf(node), ...conditionsInside(node)]
    if (title !== undefined) found.set(title, [...(found.get(title) ?? []), ...conditions])
    ts.forEachChild(node, child => visit(child, conditions))
  }
  visit(ts.createSourceFile('test.ts', text, ts.ScriptTarget.Latest, true), [])
  return found
}
