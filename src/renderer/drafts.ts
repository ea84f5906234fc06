/**
 * Text typed into a form and not saved outlives its dialog, for the life of the window: a form that is opened again shows
 * it. Only fields that the user changed are kept; the others take their new initial values.
 */
import { computed, shallowReadonly, shallowRef, type ShallowRef, type WritableComputedRef } from 'vue'

/** Drafts of one kind of form, each under the key of its subject. A store holds them. */
export interface Drafts<F extends object> {
  readonly get: (key: string) => Partial<F> | undefined
  readonly keep: (key: string, typed: Partial<F>) => void
  readonly forget: (key: string) => void
}

export function createDrafts<F extends object>(): Drafts<F> {
  const kept = new Map<string, Partial<F>>()
  return {
    get: key => kept.get(key),
    keep: (key, typed) => void kept.set(key, typed),
    forget: key => void kept.delete(key),
  }
}

export interface Draft<F> {
  readonly form: WritableComputedRef<F>
  /** True if the form opened with text typed before. */
  readonly isRestored: Readonly<ShallowRef<boolean>>
  /** Sets initial values that are known only later; fields that the user changed stay. */
  readonly setInitial: (part: Partial<F>) => void
  readonly startOver: () => void
  /** Drops the draft: it was saved or is no longer needed. */
  readonly forget: () => void
}

/** A form with its draft. */
export function useDraft<F extends object>(drafts: Drafts<F>, key: string, initial: F): Draft<F> {
  let base = initial
  const typed = drafts.get(key)
  const now = shallowRef<{ readonly form: F }>({ form: { ...initial, ...typed } })
  const isRestored = shallowRef(typed !== undefined)

  function set(form: F): void {
    now.value = { form }
    const changed = findChanges(base, form)
    if (Object.keys(changed).length > 0) drafts.keep(key, changed)
    else drafts.forget(key)
  }

  function setInitial(part: Partial<F>): void {
    const changed = findChanges(base, now.value.form)
    base = { ...base, ...part }
    set({ ...base, ...changed })
  }

  function startOver(): void {
    set(base)
    isRestored.value = false
  }

  const form = computed({ get: () => now.value.form, set })
  return {
    form,
    isRestored: shallowReadonly(isRestored),
    setInitial,
    startOver,
    forget: () => drafts.forget(key),
  }
}

function findChanges<F extends object>(base: F, now: F): Partial<F> {
  const changed: Partial<F> = {}
  for (const field in now) if (!Object.is(now[field], base[field])) changed[field] = now[field]
  return changed
}
