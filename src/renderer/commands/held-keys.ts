/**
 * Keys pressed while the part of the screen that they are meant for still loads: they are held, and pressed again once
 * it is there, so that nothing typed right after a start is lost.
 */
import { type Component, defineAsyncComponent, nextTick, onUnmounted } from 'vue'
import { actAsBrowser } from './browser-keys.ts'

/** Number of parts that are loading. */
let loading = 0
let held: KeyboardEvent[] = []
let isReplaying = false
const replayed = new WeakSet<KeyboardEvent>()
const modifiers = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']

/** Listens for as long as the window lives, before all other listeners of keys. */
export function listenToHeldKeys(): void {
  addEventListener('keydown', hold, { capture: true })
}

function hold(press: KeyboardEvent): void {
  const isHeld = (loading > 0 || isReplaying) && !replayed.has(press)
  if (!isHeld || press.isComposing || modifiers.includes(press.key)) return
  press.preventDefault()
  press.stopImmediatePropagation()
  held.push(press)
}

/** Holds keys until the returned function runs: once the part is there, or with false if it will not come. */
export function holdKeys(): (isThere: boolean) => void {
  loading++
  return isThere => {
    loading--
    if (isThere) void replay()
    else held = []
  }
}

/** Presses the held keys in order, each after the effects of the one before, which may show another part that loads. */
async function replay(): Promise<void> {
  if (isReplaying) return
  isReplaying = true
  await nextTick()
  while (loading === 0) {
    const press = held.shift()
    if (press === undefined) break
    const again = new KeyboardEvent('keydown', press)
    replayed.add(again)
    if ((document.activeElement ?? document.body).dispatchEvent(again)) actAsBrowser(again)
    await nextTick()
  }
  isReplaying = false
}

/** A view or dialog that the user asks for, and whose code is loaded then. Keys pressed meanwhile reach it. */
export function defineLatePart<T extends Component>(load: () => Promise<{ default: T }>): T {
  let isLoaded = false
  const loadingComponent = {
    inheritAttrs: false,
    setup() {
      const release = holdKeys()
      onUnmounted(() => release(isLoaded))
    },
    render: () => null,
  }
  const loader = async () => {
    const { default: part } = await load()
    isLoaded = true
    return part
  }
  return defineAsyncComponent({ loader, loadingComponent, errorComponent: { render: () => null }, delay: 0 })
}
