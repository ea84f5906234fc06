/**
 * Parlays that members share with all or some, and presence: who is at which parlay. A parlay is named by a digest of its
 * legs. These are lists of now; the log does not keep them.
 */

/** Silence after which a desk is no longer at a parlay. */
const presenceMs = 30_000
const maxParlayBytes = 64 * 1_024
const maxParlaysOfMember = 1_000

const tables = `
  CREATE TABLE parlay_team.parlays (
    member text NOT NULL REFERENCES parlay_team.members,
    uid text NOT NULL CHECK (uid ~ '^[0-9a-f]{64}$'),
    -- Null: all members.
    audience text[],
    body text NOT NULL,
    signature bytea NOT NULL,
    shared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (member, uid)
  );
  CREATE UNLOGGED TABLE parlay_team.presence (
    member text PRIMARY KEY,
    uid text NOT NULL CHECK (uid ~ '^[0-9a-f]{64}$'),
    host text CHECK (octet_length(host) <= 256),
    doing text NOT NULL CHECK (doing IN ('looking', 'placing')),
    since timestamptz NOT NULL,
    renewed_at timestamptz NOT NULL
  );`

const functions = `
  CREATE FUNCTION parlay_team.put_parlay(of_uid text, to_members text[], of_body text, of_signature bytea) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE of_member text := (parlay_team.actor()).member;
    BEGIN
      IF octet_length(of_body) > ${maxParlayBytes} OR octet_length(of_signature) IS DISTINCT FROM 64
        OR (SELECT count(*) FROM parlay_team.parlays WHERE member = of_member) >= ${maxParlaysOfMember}
      THEN PERFORM parlay_team.refuse('PT004', 'too large or malformed'); END IF;
      INSERT INTO parlay_team.parlays VALUES (of_member, of_uid, to_members, of_body, of_signature)
      ON CONFLICT (member, uid) DO UPDATE SET audience = excluded.audience, body = excluded.body, signature = excluded.signature;
      PERFORM pg_notify('parlay_team', 'parlays');
    END $$;

  CREATE FUNCTION parlay_team.remove_parlay(of_uid text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      DELETE FROM parlay_team.parlays WHERE member = (parlay_team.actor()).member AND uid = of_uid;
      IF FOUND THEN PERFORM pg_notify('parlay_team', 'parlays'); END IF;
    END $$;

  -- Own parlays, and those shared with this member by members that are in.
  CREATE FUNCTION parlay_team.read_parlays()
  RETURNS TABLE (member text, uid text, audience text[], body text, signature bytea, age_ms bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT p.member, p.uid, p.audience, p.body, p.signature,
      ceil(1000 * extract(epoch FROM clock_timestamp() - p.shared_at))::bigint
    FROM parlay_team.parlays AS p JOIN parlay_team.members AS m ON m.member = p.member AND m.state = 'active'
    CROSS JOIN (SELECT (parlay_team.actor()).member AS member) AS a
    WHERE p.audience IS NULL OR p.member = a.member OR a.member = ANY (p.audience)
    ORDER BY p.shared_at DESC
  $$;

  /* Says what this desk is at; null for nothing. Others are notified when that changes, not when it is renewed. */
  CREATE FUNCTION parlay_team.be_present(at_uid text, at_host text, now_doing text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      of_member text := (parlay_team.actor()).member;
      now_at timestamptz := clock_timestamp();
      was parlay_team.presence;
    BEGIN
      SELECT * INTO was FROM parlay_team.presence WHERE member = of_member;
      IF at_uid IS NULL THEN DELETE FROM parlay_team.presence WHERE member = of_member;
      ELSE
        INSERT INTO parlay_team.presence AS p VALUES (of_member, at_uid, at_host, now_doing, now_at, now_at)
        ON CONFLICT (member) DO UPDATE SET uid = excluded.uid, host = excluded.host, doing = excluded.doing,
          renewed_at = excluded.renewed_at, since = CASE
            WHEN p.uid = excluded.uid AND p.host IS NOT DISTINCT FROM excluded.host AND p.doing = excluded.doing
              AND p.renewed_at > now_at - ${presenceMs} * interval '1 ms'
            THEN p.since ELSE excluded.since END;
      END IF;
      IF was.uid IS DISTINCT FROM at_uid OR was.host IS DISTINCT FROM at_host OR was.doing IS DISTINCT FROM now_doing
        OR was.renewed_at <= now_at - ${presenceMs} * interval '1 ms'
      THEN PERFORM pg_notify('parlay_team', 'presence'); END IF;
    END $$;

  CREATE FUNCTION parlay_team.read_presence()
  RETURNS TABLE (member text, uid text, host text, doing text, for_ms bigint, ends_in_ms bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT p.member, p.uid, p.host, p.doing, floor(1000 * extract(epoch FROM now.at - p.since))::bigint,
      ceil(${presenceMs} - 1000 * extract(epoch FROM now.at - p.renewed_at))::bigint
    FROM parlay_team.presence AS p JOIN parlay_team.members AS m ON m.member = p.member AND m.state = 'active'
    CROSS JOIN (SELECT clock_timestamp() AS at) AS now
    WHERE p.renewed_at > now.at - ${presenceMs} * interval '1 ms' AND p.member <> (parlay_team.actor()).member
  $$;`

/** Shared parlays and presence. Functions of PostgreSQL may be called by all unless that is revoked. */
export const parlays004 = (prefix: string): string => `
  ${tables}
  ${functions}
  REVOKE ALL ON FUNCTION parlay_team.put_parlay, parlay_team.remove_parlay, parlay_team.read_parlays, parlay_team.be_present,
    parlay_team.read_presence FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION parlay_team.put_parlay, parlay_team.remove_parlay TO ${prefix}_owner, ${prefix}_trader;
  GRANT EXECUTE ON FUNCTION parlay_team.be_present TO ${prefix}_owner, ${prefix}_trader, ${prefix}_recorder;
  GRANT EXECUTE ON FUNCTION parlay_team.read_parlays, parlay_team.read_presence
    TO ${prefix}_owner, ${prefix}_trader, ${prefix}_recorder, ${prefix}_auditor;
`
