/** Views of the price history for other programs; docs/data.md describes each column. */
import { american, moneyColumns, timeColumns } from '../view-columns.ts'

const price = (json: string, prefix = '') => {
  const decimal = `(${json} ->> '$.decimal')`
  return `${json} ->> '$.text' AS ${prefix}price_text,
    ${json} ->> '$.format' AS ${prefix}price_format,
    ${decimal} AS ${prefix}decimal,
    ${american(decimal)} AS ${prefix}american`
}

export const views015 = `
  CREATE VIEW v1_parlays AS SELECT
    p.id AS parlay_id,
    p.profile_id,
    ${timeColumns('added', 'p.added_at')},
    ${timeColumns('removed', 'p.removed_at')},
    p.note ->> '$.name' AS name,
    p.note -> '$.tags' AS tags,
    p.note ->> '$.note' AS note,
    (SELECT count(*) FROM legs AS l WHERE l.parlay_id = p.id) AS legs,
    ${price('p.fair_price', 'fair_')}
  FROM parlays AS p;

  CREATE VIEW v1_legs AS SELECT
    l.parlay_id,
    l.place,
    l.selection_key,
    l.name,
    l.market,
    l.game ->> '$.id' AS game_id,
    l.game ->> '$.title' AS game,
    l.game ->> '$.league' AS league,
    ${timeColumns('starts', "(l.game ->> '$.startAt')")}
  FROM legs AS l;

  CREATE VIEW v1_quotes AS SELECT
    q.id AS quote_id,
    q.parlay_id,
    p.profile_id,
    q.book_id,
    ${timeColumns('quoted', 'q.at')},
    q.outcome ->> '$.kind' AS outcome,
    ${price("(q.outcome -> '$.price')")},
    q.price_before ->> '$.decimal' AS before_decimal,
    q.outcome ->> '$.text' AS message,
    q.outcome ->> '$.failure.kind' AS failure,
    q.author
  FROM quotes AS q JOIN parlays AS p ON p.id = q.parlay_id;

  CREATE VIEW v1_link_outcomes AS SELECT
    o.id AS link_outcome_id,
    o.quote_id,
    o.parlay_id,
    o.book_id,
    ${timeColumns('reported', 'o.at')},
    o.outcome,
    ${price('o.shown', 'shown_')},
    ${price('o.moved', 'moved_')},
    o.currency,
    ${moneyColumns('limit_stake', 'o.stake_minor', 'o.currency')}
  FROM link_outcomes AS o;

  CREATE VIEW v1_rule_decisions AS SELECT
    d.id AS decision_id,
    d.rule_id,
    r.terms ->> '$.name' AS rule,
    d.parlay_id,
    d.book_id,
    ${timeColumns('decided', 'd.at')},
    d.decision ->> '$.outcome' AS outcome,
    d.decision ->> '$.inputs.quoteId' AS quote_id,
    ${price("(d.decision -> '$.inputs.price')")},
    d.decision ->> '$.inputs.worth.ev' AS ev,
    d.decision ->> '$.inputs.worth.source' AS fair_source,
    d.decision ->> '$.sentence' AS sentence
  FROM rule_decisions AS d JOIN rules AS r ON r.id = d.rule_id;
`
