/**
 * Answers that one desk paid for, for all: a partition a day, and claims, which say who is asking. A cell is a parlay at a
 * book under one key, named by a digest. Ages are by the server's clock.
 */

/** A claim ends by itself, for a desk that is killed. */
const claimMs = 20_000
/** UTF-8 bytes. */
const maxQuoteBytes = 8_000
const defaultDays = 7

const tables = `
  CREATE TABLE parlay_team.quotes (
    id bigint GENERATED ALWAYS AS IDENTITY,
    cell text NOT NULL CHECK (cell ~ '^[0-9a-f]{64}$'),
    member text NOT NULL,
    body text NOT NULL,
    signature bytea NOT NULL,
    received_at timestamptz NOT NULL
  ) PARTITION BY RANGE (received_at);
  CREATE INDEX quotes_of_cell ON parlay_team.quotes (cell, received_at);
  CREATE INDEX quotes_by_id ON parlay_team.quotes (id);
  CREATE TABLE parlay_team.quote_days (is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), days int NOT NULL);
  INSERT INTO parlay_team.quote_days (days) VALUES (${defaultDays});
  CREATE UNLOGGED TABLE parlay_team.claims (cell text PRIMARY KEY, member text NOT NULL, until timestamptz NOT NULL);

  /* Makes the partition of a day, and drops those older than settings say. */
  CREATE FUNCTION parlay_team.open_day(of_day date) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      name text := 'quotes_' || to_char(of_day, 'YYYYMMDD');
      first_kept text := 'quotes_' || to_char(of_day - (SELECT days FROM parlay_team.quote_days), 'YYYYMMDD');
      old name;
    BEGIN
      PERFORM pg_advisory_xact_lock(7275930);
      IF to_regclass('parlay_team.' || name) IS NOT NULL THEN RETURN; END IF;
      EXECUTE format('CREATE TABLE parlay_team.%I PARTITION OF parlay_team.quotes FOR VALUES FROM (%L) TO (%L)',
        name, of_day::timestamp AT TIME ZONE 'UTC', (of_day + 1)::timestamp AT TIME ZONE 'UTC');
      DELETE FROM parlay_team.claims WHERE until < clock_timestamp();
      FOR old IN SELECT c.relname FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'parlay_team.quotes'::regclass AND c.relname < first_kept
      LOOP EXECUTE format('DROP TABLE parlay_team.%I', old); END LOOP;
    END $$;`

const functions = `
  /* For each cell: a quote of another desk, younger than fresh_ms; or the rest of another desk's claim; or the claim of this desk. The
     claim is made before the quote is looked for, so that an answer which comes between is not missed. */
  CREATE FUNCTION parlay_team.claim_cells(cells text[], fresh_ms int[])
  RETURNS TABLE (cell text, taken_ms bigint, id bigint, member text, body text, signature bytea, age_ms bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    #variable_conflict use_column
    DECLARE
      actor text := (parlay_team.actor()).member;
      wanted record;
      held parlay_team.claims;
      now_at timestamptz;
    BEGIN
      FOR wanted IN SELECT * FROM unnest(cells, fresh_ms) AS u (cell, fresh_ms) ORDER BY u.cell LIMIT 1000 LOOP
        now_at := clock_timestamp();
        INSERT INTO parlay_team.claims AS c VALUES (wanted.cell, actor, now_at + ${claimMs} * interval '1 ms')
        ON CONFLICT (cell) DO UPDATE SET member = excluded.member, until = excluded.until
          WHERE c.until <= now_at OR c.member = actor;
        SELECT * INTO held FROM parlay_team.claims AS c WHERE c.cell = wanted.cell;
        cell := wanted.cell;
        taken_ms := CASE WHEN held.member <> actor THEN greatest(1, ceil(1000 * extract(epoch FROM held.until - now_at))) END;
        SELECT q.id, q.member, q.body, q.signature, ceil(1000 * extract(epoch FROM now_at - q.received_at))
        INTO id, member, body, signature, age_ms FROM parlay_team.quotes AS q
        WHERE q.cell = wanted.cell AND q.member <> actor AND q.received_at > now_at - wanted.fresh_ms * interval '1 ms'
        ORDER BY q.received_at DESC LIMIT 1;
        IF id IS NOT NULL THEN
          DELETE FROM parlay_team.claims AS c WHERE c.cell = wanted.cell AND c.member = actor;
          taken_ms := NULL;
        END IF;
        RETURN NEXT;
      END LOOP;
    END $$;

  CREATE FUNCTION parlay_team.put_quote(of_cell text, of_body text, of_signature bytea) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      of_member text := (parlay_team.actor()).member;
      now_at timestamptz := clock_timestamp();
      of_day date := (now_at AT TIME ZONE 'UTC')::date;
      new_id bigint;
    BEGIN
      IF octet_length(of_body) > ${maxQuoteBytes} OR octet_length(of_signature) IS DISTINCT FROM 64
      THEN PERFORM parlay_team.refuse('PT004', 'too large or malformed'); END IF;
      IF to_regclass('parlay_team.quotes_' || to_char(of_day, 'YYYYMMDD')) IS NULL THEN PERFORM parlay_team.open_day(of_day); END IF;
      INSERT INTO parlay_team.quotes (cell, member, body, signature, received_at)
      VALUES (of_cell, of_member, of_body, of_signature, now_at) RETURNING id INTO new_id;
      DELETE FROM parlay_team.claims WHERE cell = of_cell AND member = of_member;
      PERFORM pg_notify('parlay_team', 'quote ' || new_id || ' ' || of_cell);
      RETURN new_id;
    END $$;

  -- Claims whose calls came to nothing: another desk may ask now.
  CREATE FUNCTION parlay_team.release_cells(cells text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE of_member text := (parlay_team.actor()).member; freed text;
    BEGIN
      FOR freed IN DELETE FROM parlay_team.claims WHERE cell = ANY (cells) AND member = of_member RETURNING cell LOOP
        PERFORM pg_notify('parlay_team', 'free ' || freed);
      END LOOP;
    END $$;

  CREATE FUNCTION parlay_team.read_quotes(ids bigint[])
  RETURNS TABLE (id bigint, cell text, member text, body text, signature bytea, age_ms bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT id, cell, member, body, signature, ceil(1000 * extract(epoch FROM clock_timestamp() - received_at))::bigint
    FROM parlay_team.quotes WHERE id = ANY (ids) AND received_at > clock_timestamp() - interval '1 hour'
  $$;

  CREATE FUNCTION parlay_team.set_quote_days(to_days int) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF (parlay_team.actor()).role <> 'owner' THEN PERFORM parlay_team.refuse('PT005', 'only an owner'); END IF;
      UPDATE parlay_team.quote_days SET days = greatest(1, least(to_days, 3650));
    END $$;`

/** Shared quotes. Functions of PostgreSQL may be called by all unless that is revoked. */
export const quotes003 = (prefix: string): string => `
  ${tables}
  ${functions}
  REVOKE ALL ON FUNCTION parlay_team.open_day, parlay_team.claim_cells, parlay_team.put_quote, parlay_team.release_cells,
    parlay_team.read_quotes, parlay_team.set_quote_days FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION parlay_team.claim_cells, parlay_team.put_quote, parlay_team.release_cells
    TO ${prefix}_owner, ${prefix}_trader;
  GRANT EXECUTE ON FUNCTION parlay_team.read_quotes TO ${prefix}_owner, ${prefix}_trader, ${prefix}_recorder, ${prefix}_auditor;
  GRANT EXECUTE ON FUNCTION parlay_team.set_quote_days TO ${prefix}_owner;
`
