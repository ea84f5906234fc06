/** Text of a field for one value of a parlay: a draft until it is saved, which stays while other cells are selected. */
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import { createDrafts, useDraft } from '../../../drafts.ts'
import { explainFailure } from '../../../ui/failure-text.ts'

interface Typed {
  readonly text: string
}

interface FieldOptions {
  readonly parlayId: () => number
  /** Text of the saved value. */
  readonly saved: () => string
  /** The field with its button. */
  readonly form: Readonly<Ref<HTMLElement | null>>
}

/**
 * Another parlay gets the same field, because a new one costs a step to the next row a fifth of its time. `name`: that
 * of the drafts, unique.
 */
export function useFieldDraft(name: string, { parlayId, saved, form }: FieldOptions) {
  const drafts = createDrafts<Typed>(name)
  const begin = () => useDraft<Typed>(drafts, String(parlayId()), { text: saved() })
  const draft = shallowRef(begin())
  const typed = computed({
    get: () => draft.value.form.value.text,
    set: text => (draft.value.form.value = { text }),
  })
  const isChanged = computed(() => typed.value.trim() !== saved())
  const hint = computed(() => (draft.value.isRestored.value && isChanged.value ? 'Not saved yet' : ''))
  const error = shallowRef<string>()

  /** A text that is being typed for one parlay must not go on in the field of another. */
  function leave(): void {
    const { activeElement: focused } = document
    if (focused instanceof HTMLElement && form.value?.contains(focused)) focused.blur()
  }
  watch([parlayId, saved], ([id, text], [idBefore]) => {
    if (id !== idBefore) {
      leave()
      draft.value = begin()
      return
    }
    draft.value.setInitial({ text })
    draft.value.startOver()
  })
  watch([parlayId, typed], () => (error.value = undefined))

  /** Shows why a save failed, unless another parlay is shown by then. */
  async function send(save: () => Promise<Outcome<unknown>>): Promise<void> {
    const id = parlayId()
    const outcome = await save()
    if (id === parlayId()) error.value = outcome.ok ? undefined : explainFailure(outcome.failure).headline
  }
  return { typed, isChanged, hint, error, send }
}
