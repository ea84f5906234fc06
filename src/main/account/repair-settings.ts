/**
 * Repairs a settings file in which some values are invalid and keeps the others. An invalid field gets its default; a
 * list entry that makes no sense without the field is removed.
 */
import type { z } from 'zod'
import { StoredSettings } from './stored-settings.ts'

type Path = readonly PropertyKey[]
type Fields = Record<PropertyKey, unknown>

/** Defaults of fields inside lists, so that a profile or a source is kept for the user to correct. */
const fallbacks: Readonly<Fields> = {
  name: 'Unnamed',
  pricing: 'missing',
  queue: 'missing',
  grader: 'missing',
  feed: null,
  isOn: true,
  lastLoad: null,
  leftOut: [],
  leagues: [],
  isLiveOnly: false,
  isMainOnly: false,
  everySeconds: null,
  density: 'cozy',
  frozen: [],
  widths: [],
  rowSort: 'added',
  myOrder: [],
}

/** Returns the settings, and the top-level keys in which a value was replaced or removed. */
export function repairSettings(content: object): { settings: StoredSettings; damaged: ReadonlySet<string> } {
  const repair = new Repair(structuredClone(content))
  const damaged = new Set<string>()
  for (;;) {
    const parsed = StoredSettings.safeParse(repair.content)
    if (parsed.success) return { settings: parsed.data, damaged }
    const paths = listPaths(parsed.error)
    for (const path of paths) damaged.add(String(path[0]))
    repair.replaceAll(paths)
  }
}

/** Paths of the invalid values, each once. */
function listPaths({ issues }: z.ZodError): Path[] {
  const paths = issues.flatMap(issue =>
    issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key]) : [issue.path],
  )
  return [...new Map(paths.map(path => [path.join('\n'), path])).values()]
}

class Repair {
  readonly content: object
  readonly #defaults = StoredSettings.parse({})
  /** Number of attempts for each field of an object: the first sets its default, the second removes it. */
  readonly #attempts = new Map<unknown, Map<PropertyKey, number>>()

  constructor(content: object) {
    this.content = content
  }

  /** Backwards, because removing an entry of a list moves those behind it. */
  replaceAll(paths: readonly Path[]): void {
    let leftOut: Path | undefined
    for (const path of paths.toReversed())
      if (leftOut?.every((key, at) => key === path[at]) !== true) leftOut = this.#replace(path) ?? leftOut
  }

  /** Returns the path of an entry that was removed from a list. */
  #replace(path: Path): Path | undefined {
    const key = path.at(-1)
    const parent = valueAt(this.content, path.slice(0, -1))
    // Stryker disable next-line ConditionalExpression: for the type alone, what holds an invalid value is an object
    if (key === undefined || typeof parent !== 'object' || parent === null) return undefined
    if (Array.isArray(parent)) {
      parent.splice(Number(key), 1)
      return parent.length > 0 ? path : (this.#replace(path.slice(0, -1)) ?? path)
    }
    return this.#replaceField(parent, path, key)
  }

  #replaceField(parent: object, path: Path, key: PropertyKey): Path | undefined {
    const ownDefault = valueAt(this.#defaults, path)
    const fallback = ownDefault === undefined ? fallbacks[key] : ownDefault
    const attempt = this.#countAttempt(parent, key)
    if (attempt === 1) Reflect.set(parent, key, structuredClone(fallback))
    else if (attempt === 2) Reflect.deleteProperty(parent, key)
    else return this.#replace(path.slice(0, -1))
    return undefined
  }

  #countAttempt(parent: object, key: PropertyKey): number {
    const counts = this.#attempts.get(parent) ?? new Map<PropertyKey, number>()
    this.#attempts.set(parent, counts)
    const attempt = (counts.get(key) ?? 0) + 1
    counts.set(key, attempt)
    return attempt
  }
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}
