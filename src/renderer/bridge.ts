/** The way to the main process. This file alone names `window.desk`. */
import type { DeskApi } from '../shared/contract.ts'

/** Read at each use, so that a test can put its own api in place before it mounts anything. */
export const bridge = (): DeskApi => window.desk
