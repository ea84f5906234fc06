/**
 * The time by which the Legs pane says when games start: one for all its parts, so that they never show two times of the
 * same game. It moves every five seconds, because times are shown in minutes and the list is long.
 */
import { createSharedComposable, useTimestamp } from '@vueuse/core'

export const useStartClock = createSharedComposable(() => useTimestamp({ interval: 5_000 }))
