/** Text of a field for one value of a parlay: a draft until it is saved, which stays while other cells are selected. */
import { computed, watch } from 'vue'
import { createDrafts, useDraft } from '../../../drafts.ts'

interface Typed {
  readonly text: string
}

/** `name`: that of the drafts, unique. `saved`: text of the saved value. */
export function useFieldDraft(name: string, parlayId: number, saved: () => string) {
  const draft = useDraft<Typed>(createDrafts(name), String(parlayId), { text: saved() })
  const typed = computed({
    get: () => draft.form.value.text,
    set: text => (draft.form.value = { text }),
  })
  const isChanged = computed(() => typed.value.trim() !== saved())
  const hint = computed(() => (draft.isRestored.value && isChanged.value ? 'Not saved yet' : ''))

  watch(saved, text => {
    draft.setInitial({ text })
    draft.startOver()
  })
  return { typed, isChanged, hint }
}
