import { spawnSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { lifecycle } from './lifecycle.mjs'
import { showErrorBox } from './message-boxes.mjs'
import { showMessageBox } from './question-box.mjs'
import { options } from './options.mjs'
import { notInHost, strict } from './strict.mjs'

/** Answers a test has set for the next dialogs, oldest first: the paths chosen, none for a dialog closed without a choice. */
const prepared = []

const TEXTS = {
  title: 'Title',
  buttonLabel: 'Button label',
  defaultPath: 'Default path',
  message: 'Message',
  nameFieldLabel: 'Name field label',
}

/** Has the next dialog choose these paths. */
export function answerDialog(paths) {
  prepared.push(paths)
}

/** The dialog for files, by zenity or kdialog where there is a desktop; a test prepares what it answers. */
export const dialog = strict('dialog', {
  showOpenDialog(...given) {
    const { properties = [], title } = checkedOptions(given)
    return open({ properties, title })
  },
  showSaveDialog(...given) {
    const { title, defaultPath = '' } = checkedOptions(given)
    return save({ title, defaultPath })
  },
  showErrorBox,
  showMessageBox,
})

/** The options of a dialog, given alone or after a window. Throws at once for what Electron throws at once. */
function checkedOptions(given) {
  if (!lifecycle.isReady) throw new Error('dialog module can only be used after app is ready')
  const asked = given.at(-1) ?? {}
  if ('properties' in asked && !Array.isArray(asked.properties))
    throw new TypeError('Properties must be an array')
  for (const [name, words] of Object.entries(TEXTS)) {
    if (asked[name] !== undefined && typeof asked[name] !== 'string')
      throw new TypeError(`${words} must be a string`)
  }
  return asked
}

async function open(request) {
  const chosen = prepared.shift() ?? (await ask('showOpenDialog', request))
  return { canceled: chosen.length === 0, filePaths: chosen }
}

async function save(request) {
  const [filePath = ''] = prepared.shift() ?? (await ask('showSaveDialog', request))
  return { canceled: filePath === '', filePath }
}

async function ask(name, request) {
  if (options.headless || options.record) throw notInHost('dialog', name)
  const [command, args] = name === 'showSaveDialog' ? saveProgram(request) : openProgram(request)
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [answer] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return answer.split('\n').filter(Boolean)
}

function openProgram({ properties, title = '' }) {
  const isFolder = properties.includes('openDirectory')
  const isMany = properties.includes('multiSelections')
  if (isThere('zenity')) {
    const kind = isFolder ? ['--directory'] : []
    return [
      'zenity',
      ['--file-selection', `--title=${title}`, '--separator=\n', ...kind, ...when(isMany, '--multiple')],
    ]
  }
  if (isThere('kdialog')) {
    const kind = isFolder ? '--getexistingdirectory' : '--getopenfilename'
    return [
      'kdialog',
      ['--title', title, kind, '.', ...when(isMany && !isFolder, '--multiple', '--separate-output')],
    ]
  }
  throw new Error(
    'There is no dialog for files here. Install zenity or kdialog, or drop the files on the window.',
  )
}

function saveProgram({ title = '', defaultPath }) {
  if (isThere('zenity')) {
    const name = `--filename=${defaultPath}`
    return ['zenity', ['--file-selection', '--save', '--confirm-overwrite', `--title=${title}`, name]]
  }
  if (isThere('kdialog')) return ['kdialog', ['--title', title, '--getsavefilename', defaultPath]]
  throw new Error('There is no dialog for files here. Install zenity or kdialog.')
}

const when = (is, ...args) => (is ? args : [])
const isThere = command => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0
