/**
 * What is typed into a form and not saved outlives its dialog, for as long as the window: opened again, the form has it
 * back. Only what the user changed is kept; all else is as the form begins by then.
 */
import { computed, shallowReadonly, shallowRef, type ShallowRef, type WritableComputedRef } from 'vue'

/** The drafts of one kind of form, by what each is about. A store holds them. */
export interface Drafts<F extends object> {
  readonly of: (key: string) => Partial<F> | undefined
  readonly keep: (key: string, typed: Partial<F>) => void
  readonly forget: (key: string) => void
}

export function createDrafts<F extends object>(): Drafts<F> {
  const kept = new Map<string, Partial<F>>()
  return {
    of: key => kept.get(key),
    keep: (key, typed) => void kept.set(key, typed),
    forget: key => void kept.delete(key),
  }
}

interface Draft<F> {
  readonly form: WritableComputedRef<F>
  /** Whether the form has something back that was typed before. */
  readonly isBack: Readonly<ShallowRef<boolean>>
  /** Part of what it begins with is known only now; what the user typed stays. */
  readonly begin: (part: Partial<F>) => void
  readonly startOver: () => void
  /** It was saved, or is not wanted any more. */
  readonly forget: () => void
}

/** A form with its draft. `begun`: what it begins with. */
export function useDraft<F extends object>(drafts: Drafts<F>, key: string, begun: F): Draft<F> {
  let base = begun
  const typed = drafts.of(key)
  const now = shallowRef<{ readonly form: F }>({ form: { ...begun, ...typed } })
  const isBack = shallowRef(typed !== undefined)

  function set(form: F): void {
    now.value = { form }
    const changed = changedFrom(base, form)
    if (Object.keys(changed).length > 0) drafts.keep(key, changed)
    else drafts.forget(key)
  }

  function begin(part: Partial<F>): void {
    const changed = changedFrom(base, now.value.form)
    base = { ...base, ...part }
    set({ ...base, ...changed })
  }

  function startOver(): void {
    set(base)
    isBack.value = false
  }

  const form = computed({ get: () => now.value.form, set })
  return { form, isBack: shallowReadonly(isBack), begin, startOver, forget: () => drafts.forget(key) }
}

function changedFrom<F extends object>(base: F, now: F): Partial<F> {
  const changed: Partial<F> = {}
  for (const field in now) if (!Object.is(now[field], base[field])) changed[field] = now[field]
  return changed
}
