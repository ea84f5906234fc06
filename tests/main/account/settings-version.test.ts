import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openSettingsFile } from '../../../src/main/account/settings-file.ts'
import { settingsVersion, StoredSettings } from '../../../src/main/account/stored-settings.ts'
import { filled } from '../../support/account/settings-content.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

/**
 * Fields of the settings file as they came, each with the version of the file and why a program before it may open it.
 * A new field that an older program must not lose needs a higher `settingsVersion`, at which that program refuses to start;
 * for any other, an older program resets what it doesn't know, keeps the whole file as a copy, and says so.
 */
const fieldsOf = [
  { fingerprint: '5cd84281945da346', version: 1, why: 'the first release' },
  {
    fingerprint: '52b5d8ae550a4da2',
    version: 1,
    why: 'places of the ledger’s columns and the extra ones, which are quickly set again',
  },
]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Paths of all fields in a JSON schema; `*` for the entries of lists and records. */
function listFields(schema: unknown, path: string): string[] {
  if (!isObject(schema)) return []
  const { properties, additionalProperties, items, anyOf, oneOf, allOf, prefixItems } = schema
  const own = isObject(properties)
    ? Object.entries(properties).flatMap(([name, field]) => [
        `${path}.${name}`,
        ...listFields(field, `${path}.${name}`),
      ])
    : []
  const inner = [anyOf, oneOf, allOf].flatMap(toList)
  const entries = [additionalProperties, items, ...toList(prefixItems)]
  return [
    ...own,
    ...inner.flatMap(one => listFields(one, path)),
    ...entries.flatMap(one => listFields(one, `${path}.*`)),
  ]
}

const schema = z.toJSONSchema(StoredSettings, { io: 'input', unrepresentable: 'any', reused: 'inline' })
const fields = [...new Set(listFields(schema, ''))].sort()

describe('the version of the settings file', () => {
  it('is raised, or the new fields are entered above, when the settings have other fields', () => {
    const fingerprint = createHash('sha256').update(fields.join('\n')).digest('hex').slice(0, 16)
    expect(fields).toContain('.profiles.*.name')
    expect(fields).toContain('.windows.*.bounds.width')
    expect({ fingerprint, version: settingsVersion }).toEqual({
      fingerprint: fieldsOf.at(-1)?.fingerprint,
      version: fieldsOf.at(-1)?.version,
    })
  })
})

describe('a field that a newer program added without a higher version', () => {
  it('is left out by this one, which keeps the whole file as a copy and loses no other setting', () => {
    const folder = tempFolder()
    const file = join(folder, 'settings.json')
    const newer = JSON.stringify({ ...filled, brandNew: { of: 'a later version' } })
    writeFileSync(file, newer)
    const { read, notice } = openSettingsFile(folder, 7)
    const copy = 'settings.unreadable-7.json'
    expect(read()).toEqual(filled)
    expect(notice).toBe(
      `Some settings couldn’t be read and were reset: an unknown setting. The old file is kept as ${copy}.`,
    )
    expect(readdirSync(folder).sort()).toEqual(['settings.json', copy])
    expect(readFileSync(join(folder, copy), 'utf8')).toBe(newer)
  })
})
