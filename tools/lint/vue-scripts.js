/**
 * Lets typescript-eslint read the script of every .vue file in the form in which it gets it for linting. Otherwise each
 * such file counts as changed when its turn comes, and the types of the whole renderer are worked out once more.
 */
import ts from 'typescript'
import { parser } from 'typescript-eslint'
import { parse } from 'vue-eslint-parser'

const readFile = ts.sys.readFile.bind(ts.sys)

/** The script that vue-eslint-parser hands to the parser of TypeScript: the longest of the texts that it hands over. */
function extractScript(text) {
  let script = ''
  const recorder = {
    parseForESLint(code, options) {
      if (code.length > script.length) script = code
      return parser.parseForESLint(code, options)
    },
  }
  try {
    parse(text, {
      parser: recorder,
      sourceType: 'module',
      filePath: 'any.vue',
      extraFileExtensions: ['.vue'],
    })
  } catch {
    // A syntax error: lint names it when it reads the file itself.
  }
  return script
}

export function readVueScripts() {
  ts.sys.readFile = (path, encoding) => {
    const text = readFile(path, encoding)
    return text !== undefined && path.endsWith('.vue') ? extractScript(text) : text
  }
}
