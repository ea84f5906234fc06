/** Injected by a pane's header to fold the pane; provided by SidePane.vue. */
import type { InjectionKey, Ref } from 'vue'

interface PaneFold {
  /** Edge of the window at which the pane is. */
  readonly side: 'left' | 'right'
  /** Title of the button, such as “Hide legs”. */
  readonly title: string
  /** Chord that does the same. */
  readonly keys: Readonly<Ref<string | undefined>>
  readonly fold: () => void
}
export const paneFoldKey: InjectionKey<PaneFold> = Symbol('pane fold')
