/** Stores phone targets and the messages to them in the desk's file; those that the window shows are in memory. */
import { z } from 'zod'
import { Refusal } from '../../shared/failure.ts'
import { Delivery, DeliveryState, type DeliveryReason } from '../../shared/model/settings/phone.ts'
import { transact, type Database } from '../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../storage/json-column.ts'

const flag = z.number().transform(value => value === 1)

const TargetRow = z.object({
  id: z.string(),
  kind: z.enum(['ntfy', 'discord', 'telegram', 'webhook']),
  name: z.string(),
  host: z.string(),
  isApproved: flag,
  isOn: flag,
  isKept: flag,
})
export type StoredTarget = Readonly<z.output<typeof TargetRow>>

const DeliveryRow = Delivery.extend({
  firedIds: jsonColumn(Delivery.shape.firedIds),
  state: jsonColumn(DeliveryState),
  uid: z.string(),
  targetId: z.string(),
  title: z.string(),
  body: z.string(),
  firedAt: z.number(),
})
export type StoredDelivery = Readonly<z.output<typeof DeliveryRow>>

export type NewDelivery = Pick<
  StoredDelivery,
  'uid' | 'targetId' | 'targetName' | 'firedIds' | 'title' | 'body' | 'firedAt'
>

/** Maximum messages kept after their end. */
const maxEnded = 200
/** Maximum messages that wait for one target; the oldest are dropped. */
export const maxWaiting = 50

export const isOpen = ({ state }: Pick<Delivery, 'state'>): boolean =>
  state.kind === 'waiting' || state.kind === 'sending'

const columns = `id, uid, target_id AS targetId, target_name AS targetName, fired_ids AS firedIds, title, body,
  fired_at AS firedAt, state, state_at AS at`

const prepareStatements = (database: Database) => ({
  targets: database.prepare(
    `SELECT id, kind, name, host, is_approved AS isApproved, is_on AS isOn, is_kept AS isKept
     FROM phone_targets ORDER BY added_at, id`,
  ),
  addTarget: database.prepare(
    `INSERT INTO phone_targets (id, added_at, kind, name, host, is_approved, is_on, is_kept)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  changeTarget: database.prepare('UPDATE phone_targets SET is_approved = ?, is_on = ? WHERE id = ?'),
  removeTarget: database.prepare('DELETE FROM phone_targets WHERE id = ?'),
  deliveries: database.prepare(`SELECT ${columns} FROM phone_deliveries ORDER BY id`),
  add: database.prepare(
    `INSERT INTO phone_deliveries (uid, target_id, target_name, fired_ids, title, body, fired_at, state, state_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  move: database.prepare('UPDATE phone_deliveries SET state = ?, state_at = ? WHERE id = ?'),
  forget: database.prepare('DELETE FROM phone_deliveries WHERE id = ?'),
})

export class PhoneStore {
  readonly #database: Database
  readonly #run: ReturnType<typeof prepareStatements>
  #targets: readonly StoredTarget[] = []
  /** Oldest first. */
  #deliveries = new Map<number, StoredDelivery>()

  constructor(database: Database) {
    this.#database = database
    this.#run = prepareStatements(database)
  }

  /** Reads all. A message that was being sent when the program ended may have arrived. */
  open(now: number): void {
    this.#targets = TargetRow.array().parse(this.#run.targets.all())
    const stored = DeliveryRow.array().parse(this.#run.deliveries.all())
    this.#deliveries = new Map(stored.map(each => [each.id, each]))
    for (const { id, state } of stored)
      if (state.kind === 'sending') this.finish(id, { kind: 'unsure', reason: { kind: 'interrupted' } }, now)
  }

  targets(): readonly StoredTarget[] {
    return this.#targets
  }

  /** Throws Refusal when it was removed. */
  target(id: string): StoredTarget {
    const found = this.#targets.find(target => target.id === id)
    if (found !== undefined) return found
    throw new Refusal({ kind: 'not-found', what: 'this phone, which was removed' })
  }

  addTarget(target: StoredTarget, at: number): void {
    const { id, kind, name, host, isApproved, isOn, isKept } = target
    const flags = [isApproved, isOn, isKept].map(Number)
    transact(this.#database, () => this.#run.addTarget.run(id, at, kind, name, host, ...flags))
    this.#targets = [...this.#targets, target]
  }

  changeTarget(id: string, change: Partial<Pick<StoredTarget, 'isApproved' | 'isOn'>>): void {
    const changed = { ...this.target(id), ...change }
    const { isApproved, isOn } = changed
    transact(this.#database, () => this.#run.changeTarget.run(Number(isApproved), Number(isOn), id))
    this.#targets = this.#targets.map(target => (target.id === id ? changed : target))
  }

  removeTarget(id: string): void {
    transact(this.#database, () => this.#run.removeTarget.run(id))
    this.#targets = this.#targets.filter(target => target.id !== id)
  }

  /** Newest first. */
  deliveries(): StoredDelivery[] {
    return [...this.#deliveries.values()].reverse()
  }

  /** The oldest message that is still to be delivered to a target. */
  next(targetId: string): StoredDelivery | undefined {
    return this.#openOf(targetId)[0]
  }

  /**
   * Adds messages to be sent now, all or none; beyond the maximum the oldest end undelivered. Throws Refusal (storage).
   */
  add(messages: readonly NewDelivery[], at: number): void {
    const state: DeliveryState = { kind: 'waiting', tries: 0, nextAt: at, reason: null }
    const added = transact(this.#database, () =>
      messages.map(message => {
        const { uid, targetId, targetName, firedIds, title, body, firedAt } = message
        const names = [uid, targetId, targetName, toJsonColumn(firedIds)] as const
        const row = this.#run.add.run(...names, title, body, firedAt, toJsonColumn(state), at)
        return { ...message, id: Number(row.lastInsertRowid), state, at }
      }),
    )
    for (const each of added) this.#deliveries.set(each.id, each)
    for (const id of new Set(messages.map(({ targetId }) => targetId)))
      this.#endAll(this.#openOf(id).slice(0, -maxWaiting), { kind: 'too-many' }, at)
    this.#prune()
  }

  /** Records that a message is about to be sent. Throws Refusal (storage); it must then not be sent. */
  begin(id: number, tries: number, at: number): void {
    const state: DeliveryState = { kind: 'sending', tries }
    this.#write(id, state, at)
    this.#change(id, state, at)
  }

  /** Records the result of an attempt, in memory even when it cannot be written. Throws Refusal (storage). */
  finish(id: number, state: DeliveryState, at: number): void {
    this.#change(id, state, at)
    this.#write(id, state, at)
  }

  /** Ends all messages that wait for a target, undelivered. */
  endWaiting(targetId: string, reason: DeliveryReason, at: number): void {
    const waiting = this.#openOf(targetId).filter(({ state }) => state.kind === 'waiting')
    this.#endAll(waiting, reason, at)
  }

  #openOf(targetId: string): StoredDelivery[] {
    return [...this.#deliveries.values()].filter(each => each.targetId === targetId && isOpen(each))
  }

  #endAll(deliveries: readonly StoredDelivery[], reason: DeliveryReason, at: number): void {
    for (const { id, state } of deliveries)
      if (state.kind === 'waiting') this.finish(id, { kind: 'failed', reason }, at)
  }

  #change(id: number, state: DeliveryState, at: number): void {
    const delivery = this.#deliveries.get(id)
    if (delivery !== undefined) this.#deliveries.set(id, { ...delivery, state, at })
  }

  #write(id: number, state: DeliveryState, at: number): void {
    transact(this.#database, () => this.#run.move.run(toJsonColumn(state), at, id))
  }

  #prune(): void {
    const ended = [...this.#deliveries.values()].filter(each => !isOpen(each))
    const old = ended.slice(0, Math.max(0, ended.length - maxEnded))
    if (old.length === 0) return
    transact(this.#database, () => {
      for (const { id } of old) this.#run.forget.run(id)
    })
    for (const { id } of old) this.#deliveries.delete(id)
  }
}
