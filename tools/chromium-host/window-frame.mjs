import { number, object, text } from './call-arguments.mjs'
import { HostEmitter, raise } from './host-emitter.mjs'

/**
 * The window around a page: where it is, and whether it is seen. Sizes are those of the content, since the frame belongs to the desktop.
 * A window counts as hidden until it is shown, but Chromium has drawn it before that.
 */
export class WindowFrame extends HostEmitter {
  #page
  #bounds
  /** Bounds while neither maximized nor minimized. */
  #normalBounds
  #smallest
  #largest
  #title
  #isVisible = false
  #isFocused = false
  #isMinimized = false
  #isMaximized = false

  constructor(page, { x, y, width = 800, height = 600, title, ...limits }) {
    super()
    this.#page = page
    this.#title = title
    this.#smallest = [limits.minWidth ?? 0, limits.minHeight ?? 0]
    this.#largest = [limits.maxWidth ?? 0, limits.maxHeight ?? 0]
    this.#bounds = this.#allowed({ x: x ?? 0, y: y ?? 0, width, height })
    this.#normalBounds = this.#bounds
    page.on('window', (state, ...size) => this.isDestroyed() || this.#followState(state, ...size))
    if (x !== undefined && y !== undefined) this.#move()
    this.#resizeContent()
  }

  show() {
    const wasVisible = this.#isVisible
    this.#isVisible = true
    if (this.#isMinimized) this.restore()
    else if (!wasVisible) this.#changeState(this.#isMaximized ? 'maximized' : 'normal')
    if (!wasVisible) raise(this, 'show')
    this.focus()
  }

  showInactive() {
    if (this.#isVisible) return
    this.#isVisible = true
    raise(this, 'show')
  }

  /** Chromium cannot hide a window, so it is minimized; its page sees that it is hidden either way. */
  hide() {
    if (!this.#isVisible) return
    this.#isVisible = false
    this.#changeState('minimized')
    this.#setFocused(false)
    raise(this, 'hide')
  }

  /** A hidden window stays hidden, and so without focus. */
  focus() {
    if (!this.#isVisible) return
    void this.#page.post('Page.bringToFront')
    this.#setFocused(true)
  }

  blur() {
    this.#setFocused(false)
  }

  minimize() {
    this.#changeState('minimized')
    this.#setMinimized(true)
  }

  restore() {
    this.#changeState(this.#isMaximized ? 'maximized' : 'normal')
    this.#setMinimized(false)
  }

  maximize() {
    this.#changeState('maximized')
    this.#setMaximized(true)
  }

  unmaximize() {
    this.#changeState('normal')
    this.#setMaximized(false)
  }

  isVisible() {
    return this.#isVisible && !this.#isMinimized
  }

  isFocused() {
    return this.#isFocused
  }

  isMinimized() {
    return this.#isMinimized
  }

  isMaximized() {
    return this.#isMaximized && !this.#isMinimized
  }

  isFullScreen() {
    return false
  }

  getBounds() {
    return { ...this.#bounds }
  }

  getContentBounds() {
    return this.getBounds()
  }

  getNormalBounds() {
    return { ...this.#normalBounds }
  }

  getSize() {
    return [this.#bounds.width, this.#bounds.height]
  }

  getContentSize() {
    return this.getSize()
  }

  getPosition() {
    return [this.#bounds.x, this.#bounds.y]
  }

  setBounds(bounds) {
    const before = this.#bounds
    this.#setBounds(this.#allowed({ ...before, ...object(bounds, 0) }))
    const { x, y, width, height } = this.#bounds
    if (x !== before.x || y !== before.y) {
      this.#move()
      raise(this, 'move')
    }
    if (width === before.width && height === before.height) return
    this.#resizeContent()
    raise(this, 'resize')
  }

  setSize(width, height) {
    this.setBounds({ width: number(width, 0), height: number(height, 1) })
  }

  setContentSize(width, height) {
    this.setSize(width, height)
  }

  setPosition(x, y) {
    this.setBounds({ x: number(x, 0), y: number(y, 1) })
  }

  getMinimumSize() {
    return [...this.#smallest]
  }

  /** Holds for later changes of the size; the window keeps the size it has, as in Electron. */
  setMinimumSize(width, height) {
    this.#smallest = [number(width, 0), number(height, 1)]
  }

  getMaximumSize() {
    return [...this.#largest]
  }

  setMaximumSize(width, height) {
    this.#largest = [number(width, 0), number(height, 1)]
  }

  getTitle() {
    return this.#title
  }

  setTitle(title) {
    this.#title = text(title, 0)
    void this.#page.post('Runtime.evaluate', { expression: `document.title = ${JSON.stringify(title)}` })
  }

  setProgressBar(progress) {
    number(progress, 0)
  }

  /** Parts a desktop shows around a window that Chromium does not let a program set. */
  flashFrame() {}
  setIcon() {}
  setMenu() {}
  removeMenu() {}
  setMenuBarVisibility() {}
  setAutoHideMenuBar() {}
  setBackgroundColor() {}

  /** Whole numbers, within the least and the largest size; a limit of 0 is none. */
  #allowed({ x, y, width, height }) {
    const fit = (size, axis) =>
      Math.max(Math.min(Math.round(size), this.#largest[axis] || Infinity), this.#smallest[axis])
    return { x: Math.round(x), y: Math.round(y), width: fit(width, 0), height: fit(height, 1) }
  }

  #followState(state, width, height) {
    if (state === 'focus' || state === 'blur') this.#setFocused(state === 'focus' && this.#isVisible)
    else if (state === 'resize') this.#followSize(width, height)
    else if (this.#isVisible) this.#setMinimized(state === 'hidden')
  }

  /** The desktop has changed the size; one that is not allowed is taken back. */
  #followSize(width, height) {
    if (this.#isMinimized || (width === this.#bounds.width && height === this.#bounds.height)) return
    const wanted = { ...this.#bounds, width, height }
    this.#setBounds(this.#allowed(wanted))
    if (this.#bounds.width !== width || this.#bounds.height !== height) this.#resizeContent()
    raise(this, 'resize')
  }

  #setBounds(bounds) {
    this.#bounds = bounds
    if (!this.#isMaximized && !this.#isMinimized) this.#normalBounds = bounds
  }

  #setFocused(isFocused) {
    if (isFocused === this.#isFocused) return
    this.#isFocused = isFocused
    raise(this, isFocused ? 'focus' : 'blur')
  }

  #setMinimized(isMinimized) {
    if (isMinimized === this.#isMinimized) return
    this.#isMinimized = isMinimized
    raise(this, isMinimized ? 'minimize' : 'restore')
  }

  #setMaximized(isMaximized) {
    if (isMaximized === this.#isMaximized) return
    this.#isMaximized = isMaximized
    raise(this, isMaximized ? 'maximize' : 'unmaximize')
  }

  #changeState(windowState) {
    void this.#page.changeWindow('setWindowBounds', { bounds: { windowState } })
  }

  #move() {
    const { x, y } = this.#bounds
    void this.#page.changeWindow('setWindowBounds', { bounds: { left: x, top: y } })
  }

  #resizeContent() {
    const { width, height } = this.#bounds
    this.#page.resize({ width, height })
  }
}
