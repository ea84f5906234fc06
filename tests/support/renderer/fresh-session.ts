/**
 * Each test of the page begins with a new window, which remembers nothing and shows nothing. Files of one worker share
 * their modules, so what a test started ends with it.
 */
import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { disposePinia, getActivePinia } from 'pinia'
import { afterEach, vi } from 'vitest'

// happy-dom has no popovers; a tip may be shown in any test that takes longer than its delay.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined })

/** Prices wait after an input, which the next test, whose clock may begin at 0, is not to find in its future. */
function forgetInputs(): void {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(-Infinity)
  dispatchEvent(new Event('input'))
  clock.mockRestore()
}

// Hooks end tests in the opposite order: first the components, then their stores.
afterEach(() => {
  sessionStorage.clear()
  forgetInputs()
  const pinia = getActivePinia()
  if (pinia) disposePinia(pinia)
})
disableAutoUnmount()
enableAutoUnmount(afterEach)
