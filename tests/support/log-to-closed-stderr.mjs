// Logs two faults, half a second apart, as the program does, to the folder given: `node log-to-closed-stderr.mjs FOLDER`.
import { registerHooks } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

const electron = 'data:text/javascript,export const app = {}, dialog = {}'
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: electron, shortCircuit: true } : next(name, context),
})
const { handleFaults } = await import('../../src/main/fatal.ts')
const { openLog } = await import('../../src/main/log.ts')
handleFaults()
const log = openLog(process.argv[2], text => text)
for (const fault of ['first', 'second']) {
  log(new Error(`the ${fault} fault`))
  await pause(500)
}
process.exitCode = 7
