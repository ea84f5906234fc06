/** Controls of naive-ui that our own fields draw, loaded after the first paint. */
import { type Component, shallowReadonly, shallowRef } from 'vue'

type Kit = Readonly<Record<'input' | 'check' | 'radios', Component>>
const loaded = shallowRef<Kit>()

/** Undefined until it is loaded. A field on screen before that stays the browser's, so that nothing typed loses its caret. */
export const kit = shallowReadonly(loaded)

const toComponent = (module: { default: Component }): Component => module.default

export async function loadKit(): Promise<void> {
  const [input, check, radios] = await Promise.all([
    import('./KitInput.vue').then(toComponent),
    import('./KitCheck.vue').then(toComponent),
    import('./KitRadios.vue').then(toComponent),
  ])
  loaded.value = { input, check, radios }
}
