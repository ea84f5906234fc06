/**
 * Opens betslip links and the release page in the default browser. The only caller of shell.openExternal, always by an action of the user.
 * Also copies links, texts, tables and pictures to the clipboard.
 */
import { clipboard, ClipboardItem, shell } from 'electron'
import { Refusal } from '../../shared/failure.ts'
import { checkLinkText, isOwnPage, readLink, readPhoneLink } from './link-policy.ts'

export interface Approvals {
  has(bookId: string, host: string): boolean
  add(bookId: string, host: string): void
}

export interface DeepLinksOptions {
  readonly approvals: Approvals
  /** Port of the demo's server while the demo is in use, else null. */
  readonly demoPort: () => string | null
  readonly now?: () => number
}

const minBetweenMs = 500

export class DeepLinks {
  readonly #options: DeepLinksOptions
  readonly #now: () => number
  #openedAt = -Infinity

  constructor(options: DeepLinksOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /**
   * Opens a book's link. Throws Refusal: link-unapproved when the user must approve the host first, link-refused when
   * the link may never be opened. Returns the host.
   */
  async open(bookId: string, link: string, approval: 'no' | 'once' | 'always'): Promise<{ host: string }> {
    const url = readLink(link, this.#options.demoPort())
    const { host } = url
    const isKnown = isOwnPage(url) || this.#options.approvals.has(bookId, host)
    if (!isKnown && approval === 'no') throw new Refusal({ kind: 'link-unapproved', host, url: url.href })
    if (this.#now() - this.#openedAt < minBetweenMs)
      throw new Refusal({
        kind: 'link-refused',
        sentence: 'A link just opened. Try again in a moment.',
      })
    this.#openedAt = this.#now()
    if (!isKnown && approval === 'always') this.#options.approvals.add(bookId, host)
    await shell.openExternal(url.href)
    return { host }
  }

  /** Puts a link on the clipboard as text; links for a phone's app too. Throws Refusal (link-refused). */
  async copy(link: string): Promise<{ host: string }> {
    checkLinkText(link)
    await clipboard.writeText(link)
    return { host: URL.parse(link)?.host ?? '' }
  }

  /** Checks a link that is drawn as a QR code for a phone. Throws Refusal (link-refused). */
  phone(link: string): { link: string } {
    return { link: readPhoneLink(link, this.#options.demoPort()).href }
  }
}

/** Opens the program's own page of releases. Throws for any other scheme than https. */
export async function openReleasePage(page: string): Promise<void> {
  const { protocol, href } = new URL(page)
  if (protocol !== 'https:') throw new Error('not https')
  await shell.openExternal(href)
}

/** Puts a text on the clipboard, which the page itself may not do. */
export async function copyText(text: string): Promise<void> {
  await clipboard.writeText(text)
}

/** Puts a table on the clipboard as HTML and as text. */
export async function copyTable({ text, html }: { text: string; html: string }): Promise<void> {
  await clipboard.write([new ClipboardItem({ 'text/plain': text, 'text/html': html })])
}

/** Puts a picture on the clipboard. */
export async function copyImage(png: Uint8Array): Promise<void> {
  await clipboard.write([
    new ClipboardItem({ 'image/png': new Blob([new Uint8Array(png)], { type: 'image/png' }) }),
  ])
}
