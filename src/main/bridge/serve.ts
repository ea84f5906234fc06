/**
 * The receiving end of the bridge. For every call of the contract: check the sender and its budget, parse strictly,
 * run, and turn the result or whatever was thrown into an Outcome. Nothing ever rejects across the bridge. Answers and
 * events are JSON text, because contextBridge copies objects value by value and passes a string on unchanged.
 */
import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import { toChannel } from '../../shared/channel.ts'
import { entries, type Handlers } from '../../shared/contract.ts'
import type { Outcome } from '../../shared/failure.ts'
import type { WindowName } from '../../shared/model/settings/windows.ts'
import { answer, failed, findHandler } from './answer.ts'
import { PageBudget } from './page-budget.ts'
import { createPerWindow } from './per-window.ts'

export interface ServeOptions {
  readonly handlers: Handlers
  /** Scheme and host of the page that may call, such as `app://desk`. */
  readonly page: string
  /** Name of the window with these contents; undefined for contents of no window of the program. */
  readonly findWindow: (contents: WebContents) => WindowName | undefined
  /** Logs an unexpected error and returns its reference in the log. */
  readonly log: (error: unknown) => string
  /** Makes the budget of one window. */
  readonly createBudget?: () => Pick<PageBudget, 'begin' | 'end' | 'hold'>
}

/** Answers all calls of the contract from now on. */
export function serve({ handlers, page, findWindow, log, ...options }: ServeOptions): void {
  const refuse = createOverloadRefusal(log)
  // One budget a window, so that a page that calls endlessly blocks no other window.
  const budgetOf = createPerWindow(options.createBudget ?? (() => new PageBudget()))
  for (const [area, verbs] of Object.entries(entries)) {
    for (const [verb, entry] of Object.entries(verbs)) {
      if (entry.kind !== 'call') continue
      const run = findHandler(handlers, area, verb)
      ipcMain.handle(toChannel(area, verb), async (event, request: unknown) => {
        const window = isFrom(event, page) ? findWindow(event.sender) : undefined
        if (window === undefined) return JSON.stringify(foreignSender)
        const budget = budgetOf(window)
        if (!budget.begin()) return JSON.stringify(refuse())
        const hold = <T>(part: () => T) => budget.hold(part)
        const caller = 'isOfScript' in entry ? null : window
        const outcome = await answer(entry, request, { run: parsed => run(parsed, caller), log, hold })
        budget.end()
        return hold(() => JSON.stringify(outcome))
      })
    }
  }
}

/** Refuses a call beyond the page's budget. Logged once, because a page that calls endlessly would fill the log. */
function createOverloadRefusal(log: ServeOptions['log']): () => Outcome<never> {
  let isLogged = false
  return () => {
    if (!isLogged) log(new Error('The window called without end; its calls are refused for a while.'))
    isLogged = true
    return failed({
      kind: 'invalid',
      field: '',
      sentence: 'Too much at once. Wait a moment, then try again.',
    })
  }
}

/** Only the top frame of our own page may call; `origin` of a custom scheme is the text 'null', so parts are compared. */
function isFrom({ senderFrame }: IpcMainInvokeEvent, page: string): boolean {
  if (senderFrame === null || senderFrame.parent !== null) return false
  const url = URL.parse(senderFrame.url)
  return url !== null && `${url.protocol}//${url.host}` === page
}

const foreignSender = failed({ kind: 'internal', reference: 'foreign-sender' })
