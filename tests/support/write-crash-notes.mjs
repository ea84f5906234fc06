// Writes crash notes without end to the folder given, as the program does: `node write-crash-notes.mjs FOLDER`.
import { openCrashNotes } from '../../src/main/crash-note.ts'

const notes = openCrashNotes({
  folder: process.argv[2],
  redact: text => text,
  version: '0.1.0',
  log: console.error,
})
for (let at = 0; ; at += 1) {
  notes.write(`${'a line of the error\n'.repeat(700)}the end of the error`, 'ab12')
  if (at === 0) process.stdout.write('begun')
}
