/** Form of settings that are saved by a button: typed text beside what is saved, and its errors in plain words. */
import { computed, shallowRef, watch } from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
import { fieldModels } from '../../ui/field-models.ts'

type Errors<D> = Partial<Readonly<Record<keyof D, string>>>

interface SettingsFormOptions<S, D> {
  readonly getSaved: () => S
  readonly toDraft: (saved: S) => D
  /** Settings of a draft; valid only without errors. */
  readonly parse: (draft: D) => { readonly settings: S; readonly errors: Errors<D> }
  readonly save: (settings: S) => Promise<Outcome<unknown>>
}

/** A change of the saved settings, wherever it was made, replaces what was typed. */
export function useSettingsForm<S, D extends object>(options: SettingsFormOptions<S, D>) {
  const { getSaved, toDraft, parse, save } = options
  const typed = shallowRef({ draft: toDraft(getSaved()) })
  const draft = computed({ get: () => typed.value.draft, set: next => (typed.value = { draft: next }) })
  const errors = shallowRef<Errors<D>>({})
  const failure = shallowRef<Failure>()
  const isSaved = computed(() => JSON.stringify(draft.value) === JSON.stringify(toDraft(getSaved())))

  watch(getSaved, saved => (draft.value = toDraft(saved)))

  async function submit(): Promise<void> {
    const parsed = parse(draft.value)
    errors.value = parsed.errors
    if (Object.keys(parsed.errors).length > 0) return
    const outcome = await save(parsed.settings)
    failure.value = outcome.ok ? undefined : outcome.failure
  }

  return { model: fieldModels<D>(draft), errors, failure, isSaved, submit }
}

/** Whole number in a typed text; undefined for any other text, or outside the limits. */
export function parseWhole(text: string, min: number, max: number): number | undefined {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}
