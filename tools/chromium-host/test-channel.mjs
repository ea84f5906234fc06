// launchDesk's questions to a host that it started, over Node's own channel between parent and child.
import { options } from './options.mjs'
import { endProcess } from './process-exit.mjs'

/** Effects the app would have had outside itself, in order. */
export const recorded = { opened: [], notifications: [], errorBoxes: [], shownInFolder: [] }

const send = process.send?.bind(process)

/** Sends a message to the test that started this host, if one did. */
export function report(message) {
  if (options.record) send?.(message)
}

/**
 * Answers the test's questions by `answers` (name to function), and ends with the test's process.
 * The channel alone does not keep this process running, and the app does not see it.
 */
export function openTestChannel(answers) {
  if (!options.record || !send) return
  process.on('message', async ({ ask, id, value }) => report({ [id]: (await answers[ask](value)) ?? null }))
  process.on('disconnect', () => endProcess(1))
  process.channel.unref()
  delete process.send
}
