import { BridgeEnd } from './bridge.mjs'
import { limitPage } from './page-limits.mjs'

// Runs in the page's own world before its first script: waits for the preload's world to hand over the link between them,
// in one synchronous event that no page script can have seen, and offers what that world may do here.

/** Announces the link; its name means nothing once the page's scripts run. */
export const HANDOVER = 'chromium-host-handover'
export const TO_PAGE = 'to-page'
export const TO_PRELOAD = 'to-preload'

/** The numbers under which the page's world offers its two services: it offers them first, in this order. */
export const EXPOSE = 1
export const LIMIT_PAGE = 2

export function startPageWorld() {
  addEventListener(
    HANDOVER,
    event => {
      event.stopImmediatePropagation()
      const end = new BridgeEnd(event.relatedTarget, TO_PAGE, TO_PRELOAD)
      end.offer(expose)
      end.offer(limitPage)
    },
    { once: true },
  )
}

function expose(name, api) {
  if (name in window)
    throw new Error('Cannot bind an API on top of an existing property on the window object')
  Object.defineProperty(window, name, { value: freezeDeep(api), enumerable: true })
}

/** Stops at what is frozen already, and so at cycles; typed arrays cannot be frozen and are copies anyway. */
function freezeDeep(value) {
  if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
  Object.freeze(value)
  for (const key of Reflect.ownKeys(value)) freezeDeep(value[key])
  return value
}
