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

/** Conditions of `test.skip(…)` as a statement of a test's or describe's own function. */
function conditionsInside(call) {
  const body = call.arguments.find(given => ts.isArrowFunction(given) || ts.isFunctionExpression(given))?.body
  if (body === undefined || !ts.isBlock(body)) return []
  return body.statements.flatMap(statement => {
    const inner = ts.isExpressionStatement(statement) ? statement.expression : undefined
    if (inner === undefined || !ts.isCallExpression(inner)) return []
    const { expression, arguments: given } = inner
    if (!ts.isPropertyAccessExpression(expression) || !deadWords.has(expression.name.text)) return []
    // With a function it declares a skipped test, which has its own title.
    if (given.some(each => ts.isArrowFunction(each) || ts.isFunctionExpression(each))) return []
    const [condition] = given
    const isOpen = condition !== undefined && !ts.isStringLiteralLike(condition)
    return [isOpen && condition.getText() !== 'true' ? condition.getText() : always]
  })
}

/** Text of a title as it is written, without its quotes. */
const titleOf = ({ arguments: [first] }) =>
  first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))
    ? first.getText().slice(1, -1)
    : undefined

/**
 * Each call that has a title, such as `it('opens', …)`, with the conditions of its own and of what is around it.
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
