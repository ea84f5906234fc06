/** Form of settings that are saved by a button: typed text beside what is saved, and its errors in plain words. */
import { computed, shallowRef, watch } from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
import { createDrafts, useDraft } from '../../drafts.ts'
import { fieldModels } from '../../ui/field-models.ts'

type Errors<D> = Partial<Readonly<Record<keyof D, string>>>

interface SettingsFormOptions<S, D> {
  /** Name of the draft that is kept until it is saved. */
  readonly name: string
  readonly getSaved: () => S
  readonly toDraft: (saved: S) => D
  /** Settings of a draft; valid only without errors. */
  readonly parse: (draft: D) => { readonly settings: S; readonly errors: Errors<D> }
  readonly save: (settings: S) => Promise<Outcome<unknown>>
}

/** A change of the saved settings, wherever it was made, shows in the fields that the user has not changed. */
export function useSettingsForm<S, D extends object>(options: SettingsFormOptions<S, D>) {
  const { name, getSaved, toDraft, parse, save } = options
  const drafts = createDrafts<D>(`settings: ${name}`)
  const { form, isRestored, setInitial, startOver } = useDraft<D>(drafts, name, toDraft(getSaved()))
  const errors = shallowRef<Errors<D>>({})
  const failure = shallowRef<Failure>()
  const isShown = (draft: D) => JSON.stringify(form.value) === JSON.stringify(draft)
  const isSaved = computed(() => isShown(toDraft(getSaved())))

  const showSaved = () => setInitial(toDraft(getSaved()))
  watch(getSaved, showSaved)

  async function submit(): Promise<void> {
    const submitted = form.value
    const parsed = parse(submitted)
    errors.value = parsed.errors
    if (Object.keys(parsed.errors).length > 0) return
    const outcome = await save(parsed.settings)
    failure.value = outcome.ok ? undefined : outcome.failure
    // Text typed meanwhile stays.
    if (!outcome.ok || !isShown(submitted)) return
    showSaved()
    startOver()
  }

  return { model: fieldModels<D>(form), errors, failure, isRestored, isSaved, startOver, submit }
}

/** Whole number in a typed text; undefined for any other text, or outside the limits. */
export function parseWhole(text: string, min: number, max: number): number | undefined {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}
