/** The way for a pane's header to fold the pane, provided by whoever lays the panes out. */
import type { InjectionKey, Ref } from 'vue'

interface PaneFold {
  /** Edge of the window that the pane goes to. */
  readonly side: 'left' | 'right'
  /** Name of the button, as “Hide legs”. */
  readonly title: string
  /** Chord that does the same. */
  readonly keys: Readonly<Ref<string | undefined>>
  readonly fold: () => void
}
export const paneFoldKey: InjectionKey<PaneFold> = Symbol('pane fold')
