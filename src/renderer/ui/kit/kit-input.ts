/** Input of naive-ui (KitInput.vue), which is loaded after the first paint. */
import { type Component, shallowReadonly, shallowRef } from 'vue'

const loaded = shallowRef<Component>()

/** Undefined until it is loaded. */
export const kitInput = shallowReadonly(loaded)

function adopt(module: { default: Component }): void {
  loaded.value = module.default
}

export const loadKitInput = (): Promise<void> => import('./KitInput.vue').then(adopt)
