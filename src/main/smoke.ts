/**
 * `--smoke`: checks the packaged program, from its window to a price. In a temporary data folder it waits for the first
 * paint and the demo's odds, builds a parlay of two legs by clicks in the page, waits for a price, and exits with 0.
 * After a minute it names the missing step on standard error and exits with 1.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { app, type BrowserWindow } from 'electron'

const maxMs = 60_000
const askAgainMs = 200

/** Steps in the page, in order: an expression that is true once the step is done. */
const steps: readonly { readonly missing: string; readonly done: string }[] = [
  {
    missing: 'two legs of the demo in the list',
    done: `(() => {
      const legs = [...document.querySelectorAll('[role=listbox] [role=group]:first-child [role=option]')]
      const market = leg => leg.querySelectorAll('bdi')[1]?.textContent
      const other = legs.find(leg => market(leg) !== market(legs[0]))
      other?.click()
      if (other) legs[0].click()
      return other !== undefined
    })()`,
  },
  {
    missing: 'a slip that can be added to the desk',
    done: `(() => {
      const add = [...document.querySelectorAll('button')].find(button => button.textContent.trim().startsWith('Add to desk'))
      if (!add || add.disabled || add.ariaDisabled === 'true') return false
      add.click()
      return true
    })()`,
  },
  {
    missing: 'a price of the parlay in the grid',
    done: `[...document.querySelectorAll('[role=grid] [role=gridcell]')].some(cell => /[+−][0-9]/.test(cell.ariaLabel ?? ''))`,
  },
]

/** Uses a temporary data folder, removed at the end. */
export function useThrowAwayFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'parlay-desk-smoke-'))
  app.setPath('userData', folder)
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // On Windows open files cannot be removed; the system clears temporary files later.
    }
  })
}

export async function runSmoke(window: BrowserWindow): Promise<void> {
  let missing = 'a painted window'
  const late = setTimeout(() => {
    process.stderr.write(`--smoke: missing after ${maxMs / 1000} s: ${missing}\n`)
    app.exit(1)
  }, maxMs)
  await new Promise<void>(resolve => window.once('ready-to-show', resolve))
  for (const step of steps) {
    missing = step.missing
    while (!(await isDone(window, step.done))) await pause(askAgainMs)
  }
  missing = 'the end of the program'
  late.unref()
  app.quit()
}

/** False while the page does not respond, as after a crash. */
async function isDone(window: BrowserWindow, expression: string): Promise<boolean> {
  if (window.isDestroyed()) return false
  return (await window.webContents.executeJavaScript(expression).catch(() => false)) === true
}
