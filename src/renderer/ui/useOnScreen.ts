/**
 * Whether the component is in the page: a view that is kept alive is not while another is shown. Its hooks do not tell:
 * what loads late is mounted also where its view has been put away meanwhile.
 */
import { getCurrentInstance } from 'vue'

export function useOnScreen(): () => boolean {
  const instance = getCurrentInstance()
  return () => {
    const root: unknown = instance?.proxy?.$el
    return root instanceof Node && root.isConnected
  }
}
