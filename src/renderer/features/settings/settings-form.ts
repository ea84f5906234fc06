/** Form of settings that are saved field by field: typed text, saved values and errors. */
import { computed, shallowRef, watch } from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
import { createDrafts, useDraft } from '../../drafts.ts'
import { fieldModels } from '../../ui/field-models.ts'
import { useSaving } from './settings-view-store.ts'

type Errors<D> = Partial<Readonly<Record<keyof D, string>>>

interface SettingsFormOptions<S, D> {
  /** Name of the draft that is kept until it is saved. */
  readonly name: string
  readonly getSaved: () => S
  readonly toDraft: (saved: S) => D
  /** Settings of a draft; valid only without errors. */
  readonly parse: (draft: D) => { readonly settings: S; readonly errors: Errors<D> }
  readonly save: (settings: S) => Promise<Outcome<unknown>>
  /** Errors of fields that the main process rejected; undefined for a failure of another kind. */
  readonly toErrors?: (failure: Failure) => Errors<D> | undefined
}

/** Changes of the saved settings, also from elsewhere, are shown in fields that the user has not changed. */
export function useSettingsForm<S, D extends object>(options: SettingsFormOptions<S, D>) {
  const { name, getSaved, toDraft, parse, save, toErrors = () => undefined } = options
  const drafts = createDrafts<D>(`settings: ${name}`)
  const { form, isRestored, setInitial, startOver } = useDraft<D>(drafts, name, toDraft(getSaved()))
  const errors = shallowRef<Errors<D>>({})
  const failure = shallowRef<Failure>()
  const saveShown = useSaving()
  /** True while fields show text typed before a crash of the page. */
  const hasDraft = computed(() => isRestored.value && !isSame(form.value, toDraft(getSaved())))

  watch(getSaved, saved => setInitial(toDraft(saved)))

  /** Resets a field to its saved value. */
  function restore(field: keyof D): void {
    form.value = { ...form.value, [field]: toDraft(getSaved())[field] }
    errors.value = {}
  }

  /** Returns true when the settings are now as wanted. */
  async function send(before: S, wanted: S): Promise<boolean> {
    const outcome = await saveShown(
      () => save(wanted),
      () => save(before),
    )
    const refused = outcome.ok ? undefined : toErrors(outcome.failure)
    failure.value = outcome.ok || refused ? undefined : outcome.failure
    errors.value = refused ?? {}
    return outcome.ok
  }

  async function saveField(field: keyof D): Promise<void> {
    const typed = form.value[field]
    const before = getSaved()
    const parsed = parse({ ...toDraft(before), [field]: typed })
    errors.value = parsed.errors
    if (Object.keys(parsed.errors).length > 0) return
    const isSaved = isSame(parsed.settings, before) || (await send(before, parsed.settings))
    // Text typed meanwhile stays.
    if (isSaved && form.value[field] === typed) restore(field)
  }

  /** Saves run one after another, because each sends all settings of the form. */
  let saving: Promise<void> = Promise.resolve()
  /** Saves a field as typed; does nothing when it is unchanged. */
  const commit = (field: keyof D): Promise<void> => (saving = saving.then(() => saveField(field)))

  return { model: fieldModels<D>(form), errors, failure, hasDraft, startOver, commit, restore }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Parses a whole number; undefined for any other text, or outside the limits. */
export function parseWhole(text: string, min: number, max: number): number | undefined {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}
