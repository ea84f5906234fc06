import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { entries, outline } from '../../src/shared/contract.ts'
import { contextBridge, ipcRenderer, listened } from '../support/electron.ts'

const root = resolve(import.meta.dirname, '../..')

type Listen = (listener: (payload: unknown) => void) => () => void
type Api = Readonly<Record<string, Readonly<Record<string, (given?: unknown) => unknown>>>>

/** The object that the preload exposed as `window.desk`. */
function findExposed(): Api {
  const { calls } = contextBridge.exposeInMainWorld.mock
  expect(calls.map(([name]) => name)).toEqual(['desk'])
  const api: unknown = calls[0]?.[1]
  if (!isApi(api)) throw new Error('nothing exposed')
  return api
}
const isApi = (value: unknown): value is Api => typeof value === 'object' && value !== null
const isListen = (value: unknown): value is Listen => typeof value === 'function'

const listNames = (record: object) =>
  Object.entries(record).flatMap(([area, verbs]: [string, object]) =>
    Object.keys(verbs).map(verb => `${area}.${verb}`),
  )

describe('the preload', () => {
  let api: Api = {}

  beforeAll(async () => {
    vi.stubGlobal('CONTRACT_OUTLINE', outline())
    await import('../../src/preload/index.ts')
    vi.unstubAllGlobals()
    api = findExposed()
  })

  it('exposes every call and event of the contract, and nothing else', () => {
    expect(listNames(api)).toEqual(listNames(entries))
  })

  it('sends a call over its own channel, with its request alone', async () => {
    expect(await api['desk']?.['recheck']?.({ parlayId: 1 })).toEqual({
      channel: 'desk.recheck',
      request: { parlayId: 1 },
    })
    expect(await api['desk']?.['snapshot']?.()).toEqual({ channel: 'desk.snapshot', request: null })
  })

  it('hands an event’s payload on, without the event, until the listener ends it', () => {
    const changed: unknown = api['desk']?.['changed']
    if (!isListen(changed)) throw new Error('no event')
    const heard: unknown[][] = []
    const ends = [1, 2].map(() => changed((...payload: unknown[]) => heard.push(payload)))
    expect(listened.map(({ channel }) => channel)).toEqual(['desk.changed', 'desk.changed'])
    for (const { listener } of listened) listener({ sender: 'of electron' }, { seq: 1 })
    expect(heard).toEqual([[{ seq: 1 }], [{ seq: 1 }]])
    ends[0]?.()
    expect(listened).toHaveLength(1)
    ends[1]?.()
    expect(listened).toEqual([])
  })

  it('keeps the outline, not the schemas, apart from types', () => {
    const source = readFileSync(join(root, 'src/preload/index.ts'), 'utf8')
    const imports = source.match(/^import (?!type ).*$/gm) ?? []
    expect(imports.filter(line => !/'electron'|channel\.ts'/.test(line))).toEqual([])
    expect(source.split('\n').length).toBeLessThan(40)
  })
})

describe('the built preload', () => {
  let code = ''

  beforeAll(async () => {
    const { default: config } = await import('../../electron.vite.config.ts')
    const outDir = mkdtempSync(join(tmpdir(), 'desk-preload-'))
    const preload = 'preload' in config ? config.preload : undefined
    await build({
      ...preload,
      configFile: false,
      logLevel: 'error',
      root,
      build: { ...preload?.build, outDir },
    })
    expect(readdirSync(outDir)).toEqual(['index.cjs'])
    code = readFileSync(join(outDir, 'index.cjs'), 'utf8')
    rmSync(outDir, { recursive: true })
  })

  it('is one CommonJS file under 50 KB that requires electron and nothing else', () => {
    expect(Buffer.byteLength(code)).toBeLessThan(50 * 1024)
    const required = [...code.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name?.replace(/["'`]/g, ''))
    expect(new Set(required)).toEqual(new Set(['electron']))
    expect(code).not.toMatch(/\bimport\b|\bexport\b|zod/)
  })

  it('runs where there is nothing but electron, and exposes the contract', () => {
    const required: string[] = []
    const require = (name: string) => {
      required.push(name)
      return { contextBridge, ipcRenderer }
    }
    runInContext(code, createContext({ require, exports: {}, module: { exports: {} } }))
    expect(required).toEqual(['electron'])
    expect(listNames(findExposed())).toEqual(listNames(entries))
  })
})
