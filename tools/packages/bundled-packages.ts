/**
 * The packages whose code is in the build, from the modules that the bundler says it wrote. Each bundle's plugin adds its
 * own; the last one, the window's, gets the texts of all licenses and leaves the list beside the build for its bill of
 * materials.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'

const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string() })
type Manifest = Readonly<z.output<typeof Manifest>>
export interface BundledPackage extends Manifest {
  /** Folder below that of the repository: its key in package-lock.json. */
  readonly folder: string
  /** Bundles with its code; none for what is packed beside them. */
  readonly bundles: readonly string[]
}

/** Code that build tools write into a bundle without a file of their own, by the begin of its id. */
const helpers: readonly (readonly [RegExp, string])[] = [
  [/^\0?rolldown[/:]/, 'rolldown'],
  [/^\0?(?:vite|plugin-vite|modulepreload|commonjsHelpers)/, 'vite'],
  [/^\0?\/?plugin-vue:/, '@vitejs/plugin-vue'],
]
/** Packages that are packed as they are, or as a program. */
const besideBundles = ['electron', 'keytar', 'node-addon-api']

const listModule = 'virtual:third-party'
const placeholder = '__THIRD_PARTY_PACKAGES__'
/** The end of a license of Vite and rolldown: packages in the tools themselves, of which no code is in the build. */
const toolLicenses = /\n#* ?Licenses of bundled dependencies[\s\S]*/
const licenseFile = /^(?:licen[cs]e|copying|notice)/i

export class BundledPackages {
  private readonly bundlesOf = new Map<string, Set<string>>()
  private readonly root: string

  constructor(root: string) {
    this.root = root
    for (const name of besideBundles) this.bundlesOf.set(`node_modules/${name}`, new Set())
  }

  add(moduleId: string, bundle: string): void {
    const folder = findFolder(moduleId.replaceAll('\\', '/'))
    if (folder === undefined) return
    this.bundlesOf.set(folder, (this.bundlesOf.get(folder) ?? new Set()).add(bundle))
  }

  list(): readonly BundledPackage[] {
    return [...this.bundlesOf]
      .map(([folder, bundles]) => ({ ...this.manifestOf(folder), folder, bundles: [...bundles].sort() }))
      .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
  }

  /** Packages with the texts of their licenses and notices. */
  listTexts(): readonly (Manifest & { readonly text: string })[] {
    return this.list().map(({ name, version, license, folder }) => {
      const texts = findLicenses(join(this.root, folder)).map(file =>
        readFileSync(file, 'utf8').replace(toolLicenses, '').trim(),
      )
      return { name, version, license, text: texts.join('\n\n') }
    })
  }

  private manifestOf(folder: string): Manifest {
    const text = readFileSync(join(this.root, folder, 'package.json'), 'utf8')
    const { name, version, license } = Manifest.partial().parse(JSON.parse(text))
    if (name === undefined || version === undefined || license === undefined)
      throw new Error(`${folder}/package.json lacks a name, a version or a license.`)
    return { name, version, license }
  }
}

/** Files of licenses and notices, those in a folder of licenses too. */
const findLicenses = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => licenseFile.test(name))
    .flatMap(entry => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? readdirSync(path).map(name => join(path, name)) : [path]
    })
    .sort()

/** Folder of the package that a module is of; undefined for the program's own. */
function findFolder(moduleId: string): string | undefined {
  const path = moduleId.split('?')[0] ?? ''
  const [, inside] = /\/(node_modules\/.*)$/.exec(path) ?? []
  if (inside !== undefined) return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(inside)?.[0]
  const helper = helpers.find(([begin]) => begin.test(moduleId))
  if (helper) return `node_modules/${helper[1]}`
  if (moduleId.startsWith('\0') && !moduleId.includes(listModule))
    throw new Error(`No package is known for the module ${JSON.stringify(moduleId)}.`)
  return undefined
}

/** Adds what a bundle holds, and gives the window the list, which is whole once the window's own code is written. */
export function packagesPlugin(packages: BundledPackages, bundle: 'main' | 'preload' | 'renderer'): Plugin {
  let root = ''
  let isBuild = false
  return {
    name: 'bundled-packages',
    configResolved: config => {
      root = config.root
      isBuild = config.command === 'build'
    },
    resolveId: { filter: { id: new RegExp(`^${listModule}$`) }, handler: () => `\0${listModule}` },
    load: {
      filter: { id: new RegExp(`\0${listModule}$`) },
      // Tests get the packages that are in no bundle.
      handler: () =>
        `export const packages = ${isBuild ? `JSON.parse('${placeholder}')` : JSON.stringify(packages.listTexts())}`,
    },
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        const ids = file.type === 'chunk' ? file.moduleIds : file.originalFileNames
        // A package that only hands on others, as vue does, leaves no code of its own.
        const givers = ids.flatMap(id => this.getModuleInfo(id)?.importers ?? [])
        for (const id of [...ids, ...givers])
          packages.add(id.startsWith('\0') ? id : resolve(root, id), bundle)
      }
      const texts = JSON.stringify(JSON.stringify(packages.listTexts()))
      for (const file of Object.values(files))
        if (file.type === 'chunk' && file.code.includes(placeholder))
          file.code = file.code.replace(new RegExp(`(["'\`])${placeholder}\\1`), () => texts)
    },
    writeBundle({ dir = '' }) {
      if (bundle !== 'renderer') return
      const list = JSON.stringify(packages.list(), null, 2)
      writeFileSync(join(dirname(dir), 'packages.json'), `${list}\n`)
    },
  }
}
