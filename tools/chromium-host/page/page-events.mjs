// Reports of the preload's world about its page, besides the preload's own messages. The page's scripts cannot hear or stop them.

/** Addresses that Chromium has documents for; going to any other one leaves it. */
const CHROMIUM_SCHEMES = /^(?:https?|about|blob|data|file|filesystem|javascript|view-source):/i
const MANY_LETTERS = 200
const LARGE_PIXELS = 32 * 32

/**
 * A click that would open a window or a tab of the browser asks for a new window; Chromium would have asked for its page
 * before the host knows, and lets it load when another debugger is faster than the host.
 */
export function watchLinks(toHost) {
  const watch = event => {
    if (event.defaultPrevented) return
    const link = event.composedPath().find(node => typeof node.href === 'string')
    const disposition = link && dispositionOfClick(event, link)
    if (!disposition) return
    event.preventDefault()
    toHost('open', link.href, '', '', disposition)
  }
  addEventListener('click', watch)
  addEventListener('auxclick', watch)
}

function dispositionOfClick({ button, ctrlKey, metaKey, shiftKey }, link) {
  if (button === 1 || ctrlKey || metaKey) return shiftKey ? 'foreground-tab' : 'background-tab'
  if (button !== 0) return undefined
  if (shiftKey) return 'new-window'
  return opensTab(link) ? 'foreground-tab' : undefined
}

const opensTab = ({ target, download }) => /^_blank$/i.test(target) && !download

/** Stops a navigation to an address that is not Chromium's, which no request would show, and leaves it to the host. */
export function watchLeaving(toHost) {
  navigation.addEventListener('navigate', event => {
    const { url } = event.destination
    if (CHROMIUM_SCHEMES.test(url) || !event.cancelable) return
    event.preventDefault()
    toHost('leave', url)
  })
}

export function reportWindow(toHost) {
  addEventListener('focus', () => toHost('window', 'focus'))
  addEventListener('blur', () => toHost('window', 'blur'))
  addEventListener('resize', () => toHost('window', 'resize', innerWidth, innerHeight))
  document.addEventListener('visibilitychange', () => toHost('window', document.visibilityState))
}

/**
 * Reports the first layout that Chromium calls not empty: more than some letters, a picture or a canvas, or anything at all
 * once the document is parsed.
 */
export function reportFirstLayout(toHost) {
  let isParsed = false
  addEventListener('DOMContentLoaded', () => (isParsed = true), { once: true })
  const look = () => (isParsed || hasContent() ? toHost('layout') : afterNextLayout(look))
  afterNextLayout(look)
}

function afterNextLayout(run) {
  requestAnimationFrame(() => setTimeout(run))
}

function hasContent() {
  if (!document.body) return false
  const pixels = [...document.images].reduce(
    (sum, image) => sum + image.naturalWidth * image.naturalHeight,
    0,
  )
  return (
    pixels > LARGE_PIXELS ||
    document.querySelector('canvas, iframe, video, object, embed') !== null ||
    document.body.innerText.length > MANY_LETTERS
  )
}
