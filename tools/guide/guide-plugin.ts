/** Lets the renderer import `docs/guide.md` as sections: Markdown is parsed when the program is built, never when it runs. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { parseGuide } from './parse-guide.ts'

export function guidePlugin(): Plugin {
  return {
    name: 'guide',
    enforce: 'pre',
    transform(text, id) {
      if (!id.endsWith('/docs/guide.md')) return undefined
      return { code: toModule(text, dirname(id)), map: null }
    },
  }
}

/** Pictures become imports, so that the build carries exactly those that the guide shows. */
function toModule(text: string, folder: string): string {
  const imports: string[] = []
  const sections = JSON.stringify(parseGuide(text), (_, value: unknown) => {
    if (!isPicture(value)) return value
    const name = `picture${imports.length}`
    imports.push(`import ${name} from ${JSON.stringify(`./${value.file}`)}`)
    const { about } = value
    return { kind: 'picture', url: `@${name}@`, about, ...readSize(join(folder, value.file)) }
  })
  return `${imports.join('\n')}\nexport const sections = ${sections.replace(/"@(picture\d+)@"/g, '$1')}\n`
}

interface Picture {
  readonly kind: 'picture'
  readonly file: string
  readonly about: string
}
const isPicture = (value: unknown): value is Picture =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'picture' &&
  'file' in value

/** Width and height of a PNG, from its first chunk. */
function readSize(file: string): { width: number; height: number } {
  const bytes = readFileSync(file)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
