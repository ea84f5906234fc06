/** A program that opens a settings file and changes it three times, for tests that kill it: `node killed-settings.ts FOLDER`. */
import { openSettingsFile } from '../../../src/main/account/settings-file.ts'

const [folder = ''] = process.argv.slice(2)
const file = openSettingsFile(folder, Date.now())
const report = (text: string) => process.stdout.write(`${text}\n`)

file.onUnsaved(sentence => {
  throw new Error(sentence)
})
report(file.notice === undefined ? 'opened' : 'repaired')
for (const change of [1, 2, 3]) {
  file.write({ pins: { demo: [`pin of ${change}`] } })
  report(`saved ${change}`)
}
