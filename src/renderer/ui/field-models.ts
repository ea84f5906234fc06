/** Fields of a form as models for `v-model`: setting one replaces the form with only that field changed. */
export function fieldModels<F extends object>(form: { value: F }): { -readonly [K in keyof F]: F[K] } {
  return new Proxy(
    { ...form.value },
    {
      get: (_, field): unknown => Reflect.get(form.value, field),
      set(_, field, value: unknown) {
        form.value = { ...form.value, [field]: value }
        return true
      },
    },
  )
}
