/**
 * Lint against `.pathname` of a file URL: it is percent-encoded, and on Windows `/C:/...`, which no program or file call
 * takes. fileURLToPath gives the path.
 */

const isFileUrl = node =>
  node?.type === 'NewExpression' &&
  node.callee.name === 'URL' &&
  node.arguments.some(
    ({ type, object, property }) =>
      type === 'MemberExpression' && object.type === 'MetaProperty' && property.name === 'url',
  )

/** Value that a `const` of this name is given; undefined for anything else. */
function valueOf(identifier, scope) {
  for (let at = scope; at; at = at.upper) {
    const variable = at.set.get(identifier.name)
    if (variable) return variable.defs[0]?.node.init
  }
  return undefined
}

const noPathname = {
  create(context) {
    return {
      'MemberExpression[property.name="pathname"]'({ object, property }) {
        const value =
          object.type === 'Identifier' ? valueOf(object, context.sourceCode.getScope(object)) : object
        if (isFileUrl(value))
          context.report({
            node: property,
            message: 'Take fileURLToPath(url): a pathname is no path of a file.',
          })
      },
    }
  },
}

export const fileUrls = { rules: { 'no-pathname': noPathname } }
