// dialog.showMessageBox: zenity's question where there is a desktop, and its answer; else that of the cancel button.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { BrowserWindow } from './browser-window.mjs'
import { options } from './options.mjs'

export async function showMessageBox(...given) {
  if (given.length > 1 && !(given[0] instanceof BrowserWindow)) throw new TypeError('Invalid window')
  const { message = '', detail = '', buttons = ['OK'], cancelId = 0, signal } = given.at(-1) ?? {}
  if (typeof message !== 'string') throw new TypeError('message must be a string')
  if (!Array.isArray(buttons)) throw new TypeError('Buttons must be an array')
  console.error(`${message} ${detail} [${buttons.join(' | ')}]`)
  const response = await ask({ message, detail, buttons, cancelId, signal })
  return { response, checkboxChecked: false }
}

async function ask({ message, detail, buttons, cancelId, signal }) {
  if (options.headless || options.record) return cancelId
  const names = buttons.flatMap(name => ['--extra-button', name])
  const args = ['--question', '--switch', '--no-markup', `--text=${message}\n\n${detail}`, ...names]
  const child = spawn('zenity', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  signal?.addEventListener('abort', () => child.kill())
  let answer = ''
  child.stdout.setEncoding('utf8').on('data', text => (answer += text))
  await once(child, 'close').catch(() => {})
  const place = buttons.indexOf(answer.trim())
  return place === -1 ? cancelId : place
}
