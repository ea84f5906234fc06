/** The rules of one profile and their decisions, in the desk's file. A decision stays there for a month and a day at most. */
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import type { EarlierFiring } from '../../../shared/model/rules/decide.ts'
import {
  ExplainedDecision,
  isFired,
  RuleTerms,
  type Rule,
  type RuleFiring,
} from '../../../shared/model/rules/rule.ts'
import { transact, type Database } from '../../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../../storage/json-column.ts'

const RuleRow = z.object({ id: z.number(), terms: jsonColumn(RuleTerms) })
const DecisionRow = z.object({
  id: z.number(),
  ruleId: z.number(),
  decision: jsonColumn(ExplainedDecision),
})

const keepMs = 30 * 86_400_000
const pruneEveryMs = 86_400_000
/** Maximum number of decisions in memory and on screen. */
const maxListed = 100

const decisions = `SELECT d.id, d.rule_id AS ruleId, d.decision FROM rule_decisions AS d
  JOIN rules AS r ON r.id = d.rule_id WHERE r.profile_id = ?`

const prepareStatements = (database: Database) => ({
  all: database.prepare(
    'SELECT id, terms FROM rules WHERE profile_id = ? AND removed_at IS NULL ORDER BY id',
  ),
  add: database.prepare('INSERT INTO rules (terms, profile_id) VALUES (?, ?)'),
  change: database.prepare(
    'UPDATE rules SET terms = ? WHERE profile_id = ? AND id = ? AND removed_at IS NULL',
  ),
  remove: database.prepare(
    'UPDATE rules SET removed_at = ? WHERE profile_id = ? AND id = ? AND removed_at IS NULL',
  ),
  addDecision: database.prepare(
    'INSERT INTO rule_decisions (rule_id, parlay_id, book_id, at, decision) VALUES (?, ?, ?, ?, ?)',
  ),
  newest: database.prepare(`${decisions} ORDER BY d.id DESC LIMIT ?`),
  lastOfCells: database.prepare(
    `${decisions} AND d.id IN (SELECT max(id) FROM rule_decisions GROUP BY rule_id, parlay_id, book_id)`,
  ),
  prune: database.prepare('DELETE FROM rule_decisions WHERE at < ?'),
})

export class RuleStore {
  readonly #database: Database
  readonly #run: ReturnType<typeof prepareStatements>
  /** Undefined until it is opened. */
  #openedId: string | undefined
  #rules = new Map<number, Rule>()
  #decisions: RuleFiring[] = []
  #prunedAt = -Infinity

  constructor(database: Database) {
    this.#database = database
    this.#run = prepareStatements(database)
  }

  /** Replaces the rules in memory by those of a profile, and deletes decisions of more than a month before `now`. */
  open(profileId: string, now: number): void {
    this.#openedId = profileId
    this.#prune(now)
    const rules = RuleRow.array().parse(this.#run.all.all(profileId))
    this.#rules = new Map(rules.map(({ id, terms }) => [id, { ...terms, id }]))
    this.#decisions = toFirings(this.#run.newest.all(profileId, maxListed))
  }

  /** Throws before the store is opened: a rule without a profile would never be found again. */
  get #profileId(): string {
    if (this.#openedId === undefined) throw new Error('The rules are not open.')
    return this.#openedId
  }

  /** Oldest first. */
  rules(): Rule[] {
    return [...this.#rules.values()]
  }

  /** Newest first. */
  decisions(): readonly RuleFiring[] {
    return this.#decisions
  }

  /** Prices that a rule fired for last, by cell. */
  lastFirings(): Map<number, EarlierFiring[]> {
    const last = toFirings(this.#run.lastOfCells.all(this.#profileId))
    const fired = last.flatMap(({ ruleId, parlayId, bookId, outcome, inputs: { price } }) =>
      isFired(outcome) && price !== null ? [{ ruleId, parlayId, bookId, decimal: price.decimal }] : [],
    )
    return Map.groupBy(fired, ({ ruleId }) => ruleId)
  }

  /** Throws Refusal when there is none. */
  get(id: number): Rule {
    const rule = this.#rules.get(id)
    if (rule === undefined) throw removedRule()
    return rule
  }

  /** Adds a rule, or with an id changes that one. Throws Refusal when it has been removed. */
  save(id: number | null, terms: RuleTerms): Rule {
    const columns = [toJsonColumn(RuleTerms.strip().parse(terms)), this.#profileId] as const
    const written = transact(this.#database, () =>
      id === null ? this.#run.add.run(...columns) : this.#run.change.run(...columns, id),
    )
    if (written.changes === 0) throw removedRule()
    const rule = { ...terms, id: id ?? Number(written.lastInsertRowid) }
    this.#rules.set(rule.id, rule)
    return rule
  }

  /** Throws Refusal when there is none. */
  remove(id: number, at: number): void {
    const { changes } = transact(this.#database, () => this.#run.remove.run(at, this.#profileId, id))
    if (changes === 0) throw removedRule()
    this.#rules.delete(id)
  }

  /** Records a decision. One that cannot be written is not listed, but the user is still notified. */
  add(ruleId: number, decision: ExplainedDecision): void {
    const { parlayId, bookId, at } = decision
    if (at - this.#prunedAt >= pruneEveryMs) this.#prune(at)
    const written = this.#tryWrite(() =>
      this.#run.addDecision.run(ruleId, parlayId, bookId, at, toJsonColumn(decision)),
    )
    if (written === undefined) return
    const firing = { ...decision, id: Number(written.lastInsertRowid), ruleId }
    this.#decisions = [firing, ...this.#decisions].slice(0, maxListed)
  }

  #prune(now: number): void {
    this.#prunedAt = now
    this.#tryWrite(() => this.#run.prune.run(now - keepMs))
  }

  /** Runs `write`; returns undefined when nothing can be written. */
  #tryWrite<T>(write: () => T): T | undefined {
    try {
      return transact(this.#database, write)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }
}

const removedRule = () => new Refusal({ kind: 'not-found', what: 'this rule' })

const toFirings = (rows: unknown): RuleFiring[] =>
  DecisionRow.array()
    .parse(rows)
    .map(({ decision, ...ids }) => ({ ...decision, ...ids }))
