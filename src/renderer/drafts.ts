/**
 * Unsaved text of forms, kept until the window closes: it survives closing the dialog and a crash of the page. Only
 * fields that the user changed are kept; the others get their new initial values.
 */
import { computed, markRaw, shallowReadonly, shallowRef } from 'vue'
import { recall, remember } from './session-memory.ts'

/** Drafts of forms of one kind, by the key of their subject. `name` must be unique. */
export const createDrafts = <F extends object>(name: string): Map<string, Partial<F>> =>
  markRaw(new RememberedMap<Partial<F>>(`drafts of ${name}`))

class RememberedMap<V> extends Map<string, V> {
  readonly #name: string

  constructor(name: string) {
    super()
    this.#name = name
    for (const [key, value] of recall<[string, V][]>(name, [])) super.set(key, value)
  }

  override set(key: string, value: V): this {
    super.set(key, value)
    remember(this.#name, [...this])
    return this
  }

  override delete(key: string): boolean {
    const wasThere = super.delete(key)
    remember(this.#name, this.size === 0 ? undefined : [...this])
    return wasThere
  }
}

export type Draft<F extends object> = ReturnType<typeof useDraft<F>>

/** A form with its draft. */
export function useDraft<F extends object>(drafts: Map<string, Partial<F>>, key: string, initial: F) {
  let base = initial
  const typed = drafts.get(key)
  const now = shallowRef<{ readonly form: F }>({ form: { ...initial, ...typed } })
  /** True if the form opened with text typed before. */
  const isRestored = shallowRef(typed !== undefined)

  function set(form: F): void {
    now.value = { form }
    const changed = findChanges(base, form)
    if (Object.keys(changed).length > 0) drafts.set(key, changed)
    else drafts.delete(key)
  }

  /** Sets initial values that are known only later; fields that the user changed stay. */
  function setInitial(part: Partial<F>): void {
    const changed = findChanges(base, now.value.form)
    base = { ...base, ...part }
    set({ ...base, ...changed })
  }

  function startOver(): void {
    set(base)
    isRestored.value = false
  }

  /** Drops the draft: it was saved or is no longer needed. */
  const forget = () => void drafts.delete(key)

  const form = computed({ get: () => now.value.form, set })
  return { form, isRestored: shallowReadonly(isRestored), setInitial, startOver, forget }
}

function findChanges<F extends object>(base: F, now: F): Partial<F> {
  const changed: Partial<F> = {}
  for (const field in now) if (!Object.is(now[field], base[field])) changed[field] = now[field]
  return changed
}
