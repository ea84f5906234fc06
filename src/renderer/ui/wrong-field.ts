import { nextTick } from 'vue'

/** Focuses the first field of a form that shows an error, if there is one. */
export async function focusWrongField(form: HTMLElement | null): Promise<void> {
  await nextTick()
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
