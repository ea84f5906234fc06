/**
 * Calls of one key, shared by all desks: slots that are leased, and each desk's share for times without the server.
 * Invariant: no 60 s contain more calls than the limit, whoever is killed (docs/decisions/0015). SQLSTATE PT006: the
 * request is too old.
 */

const tables = `
  -- Times of the protocol in ms. A test may shorten them all.
  CREATE TABLE parlay_team.call_times (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    -- A sent call counts this long: half a second over the minute, as calls take different times to arrive.
    window_ms int NOT NULL,
    -- A slot may be used this long after the desk began to request it.
    use_ms int NOT NULL,
    -- A request older than this is refused.
    request_ms int NOT NULL,
    -- A desk is in contact this long after its last request.
    contact_ms int NOT NULL,
    -- A desk without the server may use its share this long after its last contact.
    share_ms int NOT NULL
  );
  INSERT INTO parlay_team.call_times (window_ms, use_ms, request_ms, contact_ms, share_ms)
  VALUES (60500, 5000, 10000, 15000, 43200000);

  CREATE TABLE parlay_team.windows (
    name text PRIMARY KEY CHECK (name ~ '^[0-9a-f]{64}$'),
    -- The present limit, and the one that was set; a 429 lowers the first.
    per_minute int NOT NULL CHECK (per_minute > 0),
    set_to int NOT NULL CHECK (set_to >= per_minute),
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    paused_until timestamptz NOT NULL DEFAULT '-infinity',
    leases bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 10);
  CREATE TABLE parlay_team.slots (
    slot bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL REFERENCES parlay_team.windows,
    member text NOT NULL,
    counts_until timestamptz NOT NULL
  );
  CREATE INDEX slots_of_window ON parlay_team.slots (name, counts_until);
  CREATE TABLE parlay_team.shares (
    name text NOT NULL REFERENCES parlay_team.windows,
    member text NOT NULL,
    calls int NOT NULL,
    contact_at timestamptz NOT NULL,
    PRIMARY KEY (name, member)
  );

  CREATE FUNCTION parlay_team.later(from_at timestamptz, ms bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
    SELECT from_at + ms * interval '1 millisecond' $$;`

/**
 * The row of the window is changed first, so leases of one key come one after another; a session whose isolation is
 * stricter, and would count slots of the past, is refused. Each quiet minute raises a limit that a 429 lowered.
 */
const lease = `
  CREATE FUNCTION parlay_team.lock_window(of_window text) RETURNS parlay_team.windows LANGUAGE plpgsql AS $$
    DECLARE found parlay_team.windows;
    BEGIN
      UPDATE parlay_team.windows SET leases = leases + 1 WHERE name = of_window RETURNING * INTO found;
      IF found.per_minute < found.set_to AND found.changed_at < clock_timestamp() - interval '1 minute' THEN
        UPDATE parlay_team.windows SET per_minute = least(set_to, greatest(per_minute + 1, per_minute * 11 / 10)),
          changed_at = clock_timestamp() WHERE name = of_window RETURNING * INTO found;
      END IF;
      IF found IS NULL THEN PERFORM parlay_team.refuse('PT004', 'no such window'); END IF;
      RETURN found;
    END $$;

  /* held: the share that the desk holds from its last answer, as this answer may be lost. unslotted: calls that it sent
     within the last window without a slot. requested_at: when it began to ask, by the server's clock. begins_with: the
     limit of a window that is new. */
  CREATE FUNCTION parlay_team.lease_slots(
    of_window text, wanted int, held int, unslotted int, requested_at timestamptz, begins_with int
  ) RETURNS TABLE (
    slots bigint[], per_minute int, share int, counted int, free_in_ms bigint, paused_ms bigint, clock timestamptz
  )
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    #variable_conflict use_column
    DECLARE
      actor parlay_team.members := parlay_team.actor();
      w parlay_team.windows;
      t parlay_team.call_times;
      now_at timestamptz;
      own_share int;
      counted int;
      free int;
    BEGIN
      INSERT INTO parlay_team.windows (name, per_minute, set_to) VALUES (of_window, begins_with, begins_with)
      ON CONFLICT DO NOTHING;
      w := parlay_team.lock_window(of_window);
      now_at := clock_timestamp();
      SELECT * INTO t FROM parlay_team.call_times;
      IF requested_at IS NULL OR requested_at < parlay_team.later(now_at, -t.request_ms)
      THEN PERFORM parlay_team.refuse('PT006', 'the request is too old'); END IF;
      DELETE FROM parlay_team.slots AS s WHERE s.name = of_window AND s.counts_until <= now_at;
      DELETE FROM parlay_team.shares AS h WHERE h.name = of_window
        AND h.contact_at <= parlay_team.later(now_at, -(t.share_ms + t.window_ms + t.use_ms)::bigint);
      INSERT INTO parlay_team.slots (name, member, counts_until)
      SELECT of_window, actor.member, parlay_team.later(now_at, t.window_ms)
      FROM generate_series(1, least(greatest(unslotted, 0), w.per_minute));
      INSERT INTO parlay_team.shares AS h VALUES (of_window, actor.member, greatest(held, 0), now_at)
      ON CONFLICT (name, member) DO UPDATE SET contact_at = excluded.contact_at;
      own_share := w.per_minute / (SELECT count(*) FROM parlay_team.shares AS h
        WHERE h.name = of_window AND h.contact_at > parlay_team.later(now_at, -t.contact_ms));
      UPDATE parlay_team.shares AS h SET calls = greatest(held, own_share, 0) WHERE h.name = of_window AND h.member = actor.member;
      counted := (SELECT count(*) FROM parlay_team.slots AS s WHERE s.name = of_window);
      free := w.per_minute - counted
        - (SELECT coalesce(sum(h.calls), 0) FROM parlay_team.shares AS h
           WHERE h.name = of_window AND h.contact_at <= parlay_team.later(now_at, -t.contact_ms));
      IF w.paused_until > now_at THEN free := 0; END IF;
      RETURN QUERY
        WITH leased AS (
          INSERT INTO parlay_team.slots (name, member, counts_until)
          SELECT of_window, actor.member, parlay_team.later(now_at, t.use_ms + t.window_ms)
          FROM generate_series(1, least(wanted, free)) RETURNING slot
        )
        SELECT array(SELECT slot FROM leased ORDER BY slot), w.per_minute, own_share,
          counted + greatest(0, least(wanted, free)),
          CASE WHEN free >= wanted THEN 0 ELSE greatest(0, ceil(1000 * extract(epoch FROM
            (SELECT min(s.counts_until) FROM parlay_team.slots AS s WHERE s.name = of_window) - now_at)))::bigint END,
          greatest(0, ceil(1000 * extract(epoch FROM CASE WHEN isfinite(w.paused_until) THEN w.paused_until - now_at
            ELSE interval '0' END)))::bigint, now_at;
    END $$;`

const reports = `
  -- Slots whose calls have left count for a window from now; those that no call will use count no more.
  CREATE FUNCTION parlay_team.settle_slots(sent bigint[], unsent bigint[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE of_member text := (parlay_team.actor()).member;
    BEGIN
      UPDATE parlay_team.slots AS s
      SET counts_until = least(counts_until, parlay_team.later(clock_timestamp(), (SELECT window_ms FROM parlay_team.call_times)))
      WHERE s.slot = ANY (sent) AND s.member = of_member;
      DELETE FROM parlay_team.slots AS s WHERE s.slot = ANY (unsent) AND s.member = of_member;
    END $$;

  -- The service said 429 to several hosts of the key: all desks pause, and the limit falls to what it let through.
  CREATE FUNCTION parlay_team.report_limited(of_window text, pause_ms bigint, to_limit int) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM parlay_team.actor();
      UPDATE parlay_team.windows SET per_minute = greatest(1, least(per_minute, to_limit)), changed_at = clock_timestamp(),
        paused_until = greatest(paused_until, parlay_team.later(clock_timestamp(), least(pause_ms, 86400000)))
      WHERE name = of_window;
      PERFORM pg_notify('parlay_team', 'calls');
    END $$;

  -- A desk that closes, after its last call. Its share is free for the others; it has none until it is in contact again.
  CREATE FUNCTION parlay_team.sign_off(of_window text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE of_member text := (parlay_team.actor()).member;
    BEGIN
      PERFORM parlay_team.lock_window(of_window);
      DELETE FROM parlay_team.shares WHERE name = of_window AND member = of_member;
    END $$;

  CREATE FUNCTION parlay_team.set_calls(of_window text, to_limit int) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF (parlay_team.actor()).role <> 'owner' THEN PERFORM parlay_team.refuse('PT005', 'only an owner'); END IF;
      INSERT INTO parlay_team.windows (name, per_minute, set_to) VALUES (of_window, to_limit, to_limit)
      ON CONFLICT (name) DO UPDATE SET per_minute = excluded.per_minute, set_to = excluded.set_to;
      PERFORM pg_notify('parlay_team', 'calls');
    END $$;`

/** Shared calls of a key. Functions of PostgreSQL may be called by all unless that is revoked. */
export const calls002 = (prefix: string): string => `
  ${tables}
  ${lease}
  ${reports}
  REVOKE ALL ON FUNCTION parlay_team.later, parlay_team.lock_window, parlay_team.lease_slots, parlay_team.settle_slots,
    parlay_team.report_limited, parlay_team.sign_off, parlay_team.set_calls FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION parlay_team.lease_slots, parlay_team.settle_slots, parlay_team.report_limited, parlay_team.sign_off
    TO ${prefix}_owner, ${prefix}_trader;
  GRANT EXECUTE ON FUNCTION parlay_team.set_calls TO ${prefix}_owner;
`
