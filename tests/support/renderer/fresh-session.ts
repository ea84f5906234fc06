/** Each test of the page begins with a new window, which remembers nothing. */
import { afterEach } from 'vitest'

afterEach(() => sessionStorage.clear())
