// Boxes with a message: recorded under a test, zenity's where there is a desktop, and on stderr always.
import { spawn } from 'node:child_process'
import { options } from './options.mjs'
import { text } from './call-arguments.mjs'
import { recorded } from './test-channel.mjs'

/** Shows an error. Electron waits here until the box is closed; the host goes on. */
export function showErrorBox(title, content) {
  const box = { title: text(title, 0), content: text(content, 1) }
  recorded.errorBoxes.push(box)
  console.error(`${title}\n${content}`)
  if (options.record || options.headless) return
  spawn('zenity', ['--error', `--title=${title}`, '--no-markup', `--text=${content}`], {
    stdio: 'ignore',
  }).on('error', () => {})
}
