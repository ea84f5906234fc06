/**
 * Input that is not saved yet, kept in the settings file: the slip of each profile, and forms of new tickets. It is
 * written shortly after a change, because each letter typed is one.
 */
import { emptySlip, type SlipDraft, type TicketForm } from '../../shared/model/drafts.ts'
import type { WindowName } from '../../shared/model/settings/windows.ts'
import { Coalescer } from '../async/coalescer.ts'
import type { SettingsFile, StoredSettings } from './stored-settings.ts'

const writeAfterMs = 400
const maxTicketForms = 100

export class StoredDrafts {
  readonly #file: SettingsFile
  readonly #write = new Coalescer(() => this.#writeNow(), writeAfterMs)
  /** Undefined when all is written. */
  #unwritten: Partial<Pick<StoredSettings, 'slips' | 'ticketForms'>> | undefined

  constructor(file: SettingsFile) {
    this.#file = file
  }

  slip(profileId: string): SlipDraft {
    return this.#read().slips[profileId] ?? emptySlip
  }

  saveSlip(profileId: string, slip: SlipDraft): void {
    this.#change({ slips: { ...this.#read().slips, [profileId]: slip } })
  }

  tickets(window: WindowName): { id: string; form: TicketForm }[] {
    return this.#read()
      .ticketForms.filter(each => each.window === window)
      .map(({ id, form }) => ({ id, form }))
  }

  /**
   * Keeps the forms changed last; null removes one. A removal is written immediately: after a crash, the form of a
   * recorded ticket must not come back.
   */
  saveTicket(window: WindowName, id: string, form: TicketForm | null): void {
    const others = this.#read().ticketForms.filter(each => each.window !== window || each.id !== id)
    const all = form === null ? others : [...others, { window, id, form }]
    this.#change({ ticketForms: all.slice(-maxTicketForms) })
    if (form === null) this.#write.runNow()
  }

  /** Writes what is not written yet. */
  close(): void {
    this.#write.runNow()
  }

  #read() {
    return { ...this.#file.read(), ...this.#unwritten }
  }

  #change(change: Partial<Pick<StoredSettings, 'slips' | 'ticketForms'>>): void {
    this.#unwritten = { ...this.#unwritten, ...change }
    this.#write.request()
  }

  #writeNow(): void {
    const change = this.#unwritten
    this.#unwritten = undefined
    if (change !== undefined) this.#file.write(change)
  }
}
