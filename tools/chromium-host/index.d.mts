import type { Page } from '@playwright/test'

export interface LaunchOptions {
  /** The app's data folder; the tests' own, one for each running app. */
  readonly userDataDir: string
  /** The app's arguments, as after `electron .`. */
  readonly args?: readonly string[]
  /** Added to this process's environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Without a visible window. Ignored on Electron, which needs a display. */
  readonly headless?: boolean
  /** The size of the window's content in CSS pixels. */
  readonly width?: number
  readonly height?: number
  /** The folder whose package.json names the app's main file. */
  readonly appDir?: string
  /** A script that runs in each new document before the page's own, for what happens before a test can connect. */
  readonly pageScript?: string
}

export interface Desk {
  /** The app's first window, loaded. */
  readonly page: Page
  /** The main process. */
  readonly pid: number
  /** All that the main process has said on stdout and stderr so far. */
  mainLog(): string
  /** Closes the window as a person does and resolves with the exit code. Rejects when the app does not end. */
  close(): Promise<number | null>
  /** Kills the main process at once (SIGKILL); resolves when it and its browser are gone. */
  kill(): Promise<void>
  /** The addresses the app has opened outside itself, oldest first. None is really opened. */
  opened(): Promise<string[]>
  /** The text the app has put on the clipboard. */
  clipboard(): Promise<string>
  /** What the app has put on the clipboard of this type, such as `text/html`; null for nothing. */
  copied(type: string): Promise<Buffer | null>
  /** The notifications the app has shown, oldest first. */
  notifications(): Promise<{ title: string; body: string }[]>
  /** The boxes with an error that the app has shown, oldest first; Electron's own, about an uncaught exception, are among them. */
  errorBoxes(): Promise<{ title: string; content: string }[]>
  /** The files the app has shown in their folder, oldest first. */
  shownInFolder(): Promise<string[]>
  /** Has the next dialog for files choose these paths; none closes it without a choice. */
  answerDialog(paths: readonly string[]): Promise<void>
}

/** Starts the app. Rejects with the main process's output when it does not come up. */
export function launchDesk(options: LaunchOptions): Promise<Desk>
