/** Each test of the page begins with a new window, which remembers nothing. */
import { afterEach } from 'vitest'

// happy-dom has no popovers; a tip may be shown in any test that takes longer than its delay.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined })

afterEach(() => sessionStorage.clear())
