/**
 * A rule of the user about fresh prices: when one is worth more than this and its book takes the stake, the price is
 * asked for again, the user is notified, and the bet slip is prepared. A rule spends calls of its own share only, and
 * never places a bet.
 */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { QuotedPrice } from '../price/quote.ts'
import { FairSource } from '../settings/settings.ts'
import { Count, Minor } from '../ticket/money.ts'

/**
 * `requote`: the price is asked for again first, and the rest happens only if it holds. `prepare-slip`: the decision
 * names the quote whose bet slip can be opened, and a stake.
 */
export const ruleActions = ['requote', 'notify', 'prepare-slip'] as const
const RuleAction = z.enum(ruleActions)
export type RuleAction = z.infer<typeof RuleAction>

const Id = z.number().int().positive()

export const ruleCallsRange = { min: 1, max: 600 } as const

const createRule = <S extends z.ZodType>(minStake: S) => ({
  name: z.string().trim().min(1).max(80),
  /** Null for every parlay on the desk. */
  parlayId: Id.nullable(),
  /** Any book when the list is empty. */
  bookIds: z.array(BookId).max(200),
  /** The expected profit as a share of the stake is over this, 0.05 for 5%. */
  ev: z.number().min(0).max(10),
  /** Maximum age of the price; null for the limit in settings, which always applies. */
  maxAgeMs: z.number().int().min(1_000).max(3_600_000).nullable(),
  /** The user's accounts at the book take at least this; null for any stake. */
  minStake,
  actions: z
    .array(RuleAction)
    .min(1)
    .refine(actions => new Set(actions).size === actions.length, 'an action is named twice'),
  /** Its share of the budget: calls in any 60 s. */
  callsPerMinute: z.number().int().min(ruleCallsRange.min).max(ruleCallsRange.max),
  isOn: z.boolean(),
})

/** A rule as the user types it: the stake is text, in the settings' currency. */
export const RuleDraft = z.strictObject(createRule(z.string().trim().min(1).max(40).nullable()))
export type RuleDraft = Readonly<z.infer<typeof RuleDraft>>

/** Terms of a stored rule: the stake is in minor units of the settings' currency. */
export const RuleTerms = z.strictObject(createRule(Minor.positive().nullable()))
export type RuleTerms = Readonly<z.infer<typeof RuleTerms>>

export const Rule = RuleTerms.extend({ id: Id })
export type Rule = Readonly<z.infer<typeof Rule>>

/** All that a decision depends on, besides the rule. */
export const RuleInputs = z.strictObject({
  quoteId: z.number().int(),
  /** Null when the quote has none. */
  price: QuotedPrice.nullable(),
  ageMs: z.number(),
  /** True for a price that may be an error; it never meets a rule. */
  isSuspect: z.boolean(),
  /** Null without a fair price to value it by. */
  worth: z
    .strictObject({
      source: FairSource,
      p: z.number(),
      ev: z.number(),
      /** Books that the fair price is of; 0 for the user's own. */
      books: Count,
    })
    .nullable(),
  /** Largest stake that the accounts at the book take, in minor units; null for any. */
  maxStakeMinor: Minor.nullable(),
  /** Calls that the rule asked for in the 60 s before; all of its share where retries, or calls that waited, used the rest. */
  callsAsked: Count,
})
export type RuleInputs = Readonly<z.infer<typeof RuleInputs>>

/**
 * `asked`: the conditions are met, and the price is asked for again. `confirmed`: it was, and still meets them.
 * `gone`: it was, and no longer does. `met`: the conditions are met, and the rule asks for no second price.
 * `unconfirmed`: they are met, but no call could be spent.
 */
const ruleOutcomes = ['asked', 'confirmed', 'gone', 'met', 'unconfirmed'] as const
const RuleOutcome = z.enum(ruleOutcomes)
export type RuleOutcome = z.infer<typeof RuleOutcome>

/** True for an outcome at which the user is notified and the slip prepared, if the rule says so. */
export const isFired = (outcome: RuleOutcome): boolean => outcome !== 'asked' && outcome !== 'gone'

/** One decision of a rule, with its inputs. */
export const RuleDecision = z.strictObject({
  parlayId: Id,
  bookId: BookId,
  at: z.number(),
  outcome: RuleOutcome,
  inputs: RuleInputs,
  /** The prepared bet slip: the quote whose link opens it, and the stake in minor units, null for none. */
  slip: z.strictObject({ quoteId: z.number().int(), stakeMinor: Minor.nullable() }).nullable(),
})
export type RuleDecision = Readonly<z.infer<typeof RuleDecision>>

const explained = {
  /** The decision explained by its inputs. */
  sentence: z.string(),
}
export const ExplainedDecision = RuleDecision.extend(explained)
export type ExplainedDecision = Readonly<z.infer<typeof ExplainedDecision>>

/** A decision that a rule has taken on this desk. */
export const RuleFiring = ExplainedDecision.extend({ id: Id, ruleId: Id })
export type RuleFiring = Readonly<z.infer<typeof RuleFiring>>

/** Rules, oldest first; their last decisions, newest first. */
export const RuleState = z.strictObject({ rules: z.array(Rule), decisions: z.array(RuleFiring) })
export type RuleState = Readonly<z.infer<typeof RuleState>>

/** Decisions that a rule would have taken on the stored quotes of a time. */
export const RuleReplay = z.strictObject({
  /** Quotes read. */
  quotes: Count,
  /** Calls that it would have asked for, and times that it would have fired. */
  asked: Count,
  fired: Count,
  /** The first decisions, oldest first. */
  decisions: z.array(ExplainedDecision),
  /** Number of decisions that are not listed. */
  more: Count,
})
export type RuleReplay = Readonly<z.infer<typeof RuleReplay>>

/** Maximum decisions of a replay that are listed. */
export const maxReplayed = 1_000
