import { HostEmitter } from './host-emitter.mjs'

/**
 * The window around a page: where it is, and whether it is seen. Sizes are those of the content, since the frame belongs to the desktop.
 * A window counts as hidden until it is shown, but Chromium has drawn it before that.
 */
export class WindowFrame extends HostEmitter {
  #page
  #bounds
  #title
  #isVisible = false
  #isFocused = false
  #isMinimized = false
  #windowState = 'normal'

  constructor(page, { bounds, title }) {
    super()
    this.#page = page
    this.#bounds = { x: 0, y: 0, ...bounds }
    this.#title = title
    page.on('window', (state, width, height) => this.#followState(state, width, height))
    if ('x' in bounds) this.#move()
    this.#resizeContent()
  }

  show() {
    this.#isVisible = true
    if (this.#windowState === 'minimized') this.#changeState('normal')
    this.#isMinimized = false
    this.emit('show')
    this.focus()
  }

  showInactive() {
    this.#isVisible = true
    this.emit('show')
  }

  /** Chromium cannot hide a window, so it is minimized; its page sees that it is hidden either way. */
  hide() {
    this.#isVisible = false
    this.#changeState('minimized')
    this.emit('hide')
  }

  focus() {
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
    this.#changeState('normal')
    this.#setMinimized(false)
  }

  maximize() {
    this.#changeState('maximized')
    this.emit('maximize')
  }

  unmaximize() {
    this.#changeState('normal')
    this.emit('unmaximize')
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
    return this.#windowState === 'maximized'
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
    return this.getBounds()
  }

  getSize() {
    return [this.#bounds.width, this.#bounds.height]
  }

  getContentSize() {
    return this.getSize()
  }

  setBounds(bounds) {
    const before = this.#bounds
    this.#bounds = { ...before, ...bounds }
    const { x, y, width, height } = this.#bounds
    if (x !== before.x || y !== before.y) {
      this.#move()
      this.emit('move')
    }
    if (width === before.width && height === before.height) return
    this.#resizeContent()
    this.emit('resize')
  }

  setSize(width, height) {
    this.setBounds({ width, height })
  }

  setContentSize(width, height) {
    this.setBounds({ width, height })
  }

  getTitle() {
    return this.#title
  }

  setTitle(title) {
    this.#title = title
    void this.#page.post('Runtime.evaluate', { expression: `document.title = ${JSON.stringify(title)}` })
  }

  /** Parts a desktop shows around a window that Chromium does not let a program set. */
  setProgressBar() {}
  flashFrame() {}
  setIcon() {}
  setMenu() {}
  removeMenu() {}
  setMenuBarVisibility() {}
  setAutoHideMenuBar() {}
  setMinimumSize() {}
  setBackgroundColor() {}

  #followState(state, width, height) {
    if (state === 'focus' || state === 'blur') this.#setFocused(state === 'focus')
    else if (state === 'resize') this.#followSize(width, height)
    else if (this.#isVisible) this.#setMinimized(state === 'hidden')
  }

  #followSize(width, height) {
    if (this.#isMinimized || (width === this.#bounds.width && height === this.#bounds.height)) return
    this.#bounds = { ...this.#bounds, width, height }
    this.emit('resize')
  }

  #setFocused(isFocused) {
    if (isFocused === this.#isFocused) return
    this.#isFocused = isFocused
    this.emit(isFocused ? 'focus' : 'blur')
  }

  #setMinimized(isMinimized) {
    if (isMinimized === this.#isMinimized) return
    this.#isMinimized = isMinimized
    this.emit(isMinimized ? 'minimize' : 'restore')
  }

  #changeState(windowState) {
    this.#windowState = windowState
    void this.#page.changeWindow('setWindowBounds', { bounds: { windowState } })
  }

  #move() {
    const { x, y } = this.#bounds
    void this.#page.changeWindow('setWindowBounds', { bounds: { left: x, top: y } })
  }

  #resizeContent() {
    const { width, height } = this.#bounds
    void this.#page.changeWindow('setContentsSize', { width, height })
  }
}
