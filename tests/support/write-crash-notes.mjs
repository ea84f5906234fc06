// Writes crash notes without end to the folder given, as the program does: `node write-crash-notes.mjs FOLDER`.
import { openCrashNotes } from '../../src/main/crash-note.ts'

const notes = openCrashNotes(process.argv[2], text => text, ['Parlay Desk'])
for (let at = 0; ; at += 1) {
  notes.write(`${'a line of the error\n'.repeat(700)}the end of the error`, 'ab12')
  if (at === 0) process.stdout.write('begun')
}
