/**
 * The team's log on the server. Members write it through `append` alone, and read it through views; the actor is always
 * the login of the session. SQLSTATEs of its refusals: PT001 no active member, PT002 number used for another record,
 * PT003 numbers must follow one another, PT004 too large or malformed, PT005 the role may not.
 */
import { kindsOf, roles } from '../../../shared/model/team/roles.ts'
import { maxBodyBytes } from '../log/record.ts'

/** Expression for the kinds of records that a role may write. */
const kindsOfRole = (role: string) => {
  const choices = roles.map(name => `WHEN '${name}' THEN '{${kindsOf(name).join()}}'::text[]`)
  return `CASE ${role} ${choices.join(' ')} END`
}
/** Records of one call. */
const maxAtOnce = 1_000

const quotedRoles = roles.map(role => `'${role}'`).join(', ')

const tables = `
  CREATE TABLE parlay_team.log (
    place bigint PRIMARY KEY,
    member text NOT NULL,
    number bigint NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    signature bytea NOT NULL,
    digest bytea NOT NULL,
    hash bytea NOT NULL,
    received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (member, number)
  );
  CREATE TABLE parlay_team.head (is_only boolean PRIMARY KEY CHECK (is_only), place bigint NOT NULL, hash bytea NOT NULL)
    WITH (fillfactor = 10);
  INSERT INTO parlay_team.head VALUES (true, 0, decode(repeat('00', 32), 'hex'));
  CREATE TABLE parlay_team.members (
    member text PRIMARY KEY CHECK (member ~ '^[0-9a-f]{16}$'),
    login name NOT NULL UNIQUE,
    role text NOT NULL CHECK (role IN (${quotedRoles})),
    state text NOT NULL CHECK (state IN ('invited', 'requested', 'active', 'removed')),
    holder text,
    public_key text,
    proof text
  );
  CREATE TABLE parlay_team.seen_heads (
    member text PRIMARY KEY REFERENCES parlay_team.members,
    place bigint NOT NULL,
    hash bytea NOT NULL,
    signature bytea NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );

  CREATE FUNCTION parlay_team.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the log is never changed'; END $$;
  CREATE TRIGGER log_is_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON parlay_team.log
    EXECUTE FUNCTION parlay_team.refuse_change();`

/** Internal: no role may call these. */
const internals = `
  CREATE FUNCTION parlay_team.refuse(state text, why text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION USING ERRCODE = state, MESSAGE = why; END $$;

  CREATE FUNCTION parlay_team.actor() RETURNS parlay_team.members LANGUAGE plpgsql STABLE AS $$
    DECLARE found parlay_team.members;
    BEGIN
      SELECT * INTO found FROM parlay_team.members WHERE login = session_user AND state = 'active';
      IF found IS NULL THEN PERFORM parlay_team.refuse('PT001', 'no active member'); END IF;
      RETURN found;
    END $$;`

/** Expression for the digest of a record, as log/record.ts computes it: a function of SQL would take longer than the rest. */
const digestOf = (number: string, kind: string, body: string, signature: string) =>
  `sha256(convert_to(concat_ws(E'\\n', of_member, ${number}, ${kind}, encode(${signature}, 'hex'), ${body}), 'UTF8'))`

/**
 * Locks the one row of the head until the commit, so that places have no gaps and become visible in order. Members are
 * read after that: who was removed by an earlier record writes nothing more.
 */
const append = `
  -- Records of one member with consecutive numbers, all or none: a change, an import, or an outbox after days alone.
  CREATE FUNCTION parlay_team.append_all(
    of_member text, first_number bigint, kinds text[], bodies text[], signatures bytea[]
  ) RETURNS TABLE (place bigint, hash bytea)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    #variable_conflict use_column
    DECLARE
      was bigint;
      last_place bigint;
      last_hash bytea;
      allowed text[];
      last_number bigint;
      of_number bigint;
      of_digest bytea;
      known record;
    BEGIN
      SELECT h.place, h.place, h.hash INTO was, last_place, last_hash FROM parlay_team.head AS h FOR UPDATE;
      SELECT ${kindsOfRole('m.role')},
        coalesce((SELECT max(l.number) FROM parlay_team.log AS l WHERE l.member = m.member), 0)
      INTO allowed, last_number
      FROM parlay_team.members AS m WHERE m.login = session_user AND m.state = 'active' AND m.member = of_member;
      IF NOT FOUND THEN PERFORM parlay_team.refuse('PT001', 'no active member'); END IF;
      FOR at IN 1 .. least(cardinality(kinds), ${maxAtOnce}) LOOP
        of_number := first_number + at - 1;
        IF num_nulls(of_number, kinds[at], bodies[at]) > 0 OR octet_length(bodies[at]) > ${maxBodyBytes}
          OR octet_length(signatures[at]) IS DISTINCT FROM 64
        THEN PERFORM parlay_team.refuse('PT004', 'too large or malformed'); END IF;
        of_digest := ${digestOf('of_number', 'kinds[at]', 'bodies[at]', 'signatures[at]')};
        IF of_number BETWEEN 1 AND last_number THEN
          SELECT l.place, l.digest, l.hash INTO known FROM parlay_team.log AS l
          WHERE l.member = of_member AND l.number = of_number;
          IF known.digest IS DISTINCT FROM of_digest THEN PERFORM parlay_team.refuse('PT002', 'number is used'); END IF;
          place := known.place; hash := known.hash;
        ELSE
          IF of_number <> last_number + 1 THEN PERFORM parlay_team.refuse('PT003', 'numbers must follow one another'); END IF;
          IF kinds[at] <> ALL (allowed) OR (kinds[at] = 'founded') <> (last_place = 0)
          THEN PERFORM parlay_team.refuse('PT005', 'the role may not write this'); END IF;
          last_place := last_place + 1;
          last_hash := sha256(last_hash || int8send(last_place) || of_digest);
          INSERT INTO parlay_team.log (place, member, number, kind, body, signature, digest, hash)
          VALUES (last_place, of_member, of_number, kinds[at], bodies[at], signatures[at], of_digest, last_hash);
          place := last_place; hash := last_hash; last_number := of_number;
        END IF;
        RETURN NEXT;
      END LOOP;
      IF last_place > was THEN
        UPDATE parlay_team.head SET place = last_place, hash = last_hash;
        PERFORM pg_notify('parlay_team', 'log ' || last_place);
      END IF;
    END $$;

  CREATE FUNCTION parlay_team.append(of_member text, of_number bigint, of_kind text, of_body text, of_signature bytea)
  RETURNS TABLE (place bigint, hash bytea)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT * FROM parlay_team.append_all(of_member, of_number, ARRAY[of_kind], ARRAY[of_body], ARRAY[of_signature])
  $$;

  -- Gives a server that was restored from an older backup what it lost; its place in the chain shows that it is the same.
  CREATE FUNCTION parlay_team.return_record(
    at_place bigint, of_member text, of_number bigint, of_kind text, of_body text, of_signature bytea
  ) RETURNS bytea
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      was parlay_team.head;
      of_digest bytea := ${digestOf('of_number', 'of_kind', 'of_body', 'of_signature')};
      now_hash bytea;
    BEGIN
      SELECT * INTO was FROM parlay_team.head FOR UPDATE;
      IF (parlay_team.actor()).role <> 'owner' THEN PERFORM parlay_team.refuse('PT005', 'only an owner'); END IF;
      IF at_place <> was.place + 1 THEN PERFORM parlay_team.refuse('PT003', 'not the next place'); END IF;
      now_hash := sha256(was.hash || int8send(at_place) || of_digest);
      INSERT INTO parlay_team.log VALUES (at_place, of_member, of_number, of_kind, of_body, of_signature, of_digest, now_hash);
      UPDATE parlay_team.head SET place = at_place, hash = now_hash;
      PERFORM pg_notify('parlay_team', 'log ' || at_place);
      RETURN now_hash;
    END $$;`

/** The password of a login comes as a verifier (RFC 5803), so that it is in no log of the server. */
const invitations = (prefix: string) => `
  CREATE FUNCTION parlay_team.invite(of_member text, of_login name, verifier text, of_role text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE is_first boolean := NOT EXISTS (SELECT FROM parlay_team.members);
    BEGIN
      IF is_first AND session_user <> current_user OR NOT is_first AND (parlay_team.actor()).role <> 'owner'
      THEN PERFORM parlay_team.refuse('PT005', 'only an owner'); END IF;
      IF of_login !~ '^${prefix}_[0-9a-f]{8}$' OR verifier !~ '^SCRAM-SHA-256[$]4096:[A-Za-z0-9+/=]+[$][A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$'
        OR is_first AND of_role <> 'owner'
      THEN PERFORM parlay_team.refuse('PT004', 'malformed'); END IF;
      EXECUTE format('CREATE ROLE %I LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE CONNECTION LIMIT 8 PASSWORD %L', of_login, verifier);
      EXECUTE format('ALTER ROLE %I INHERIT', of_login);
      EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = 10000', of_login);
      EXECUTE format('GRANT %I TO %I', '${prefix}_guest', of_login);
      INSERT INTO parlay_team.members VALUES (of_member, of_login, of_role, 'invited', NULL, NULL, NULL);
      IF is_first THEN
        UPDATE parlay_team.members SET state = 'active' WHERE member = of_member;
        EXECUTE format('GRANT %I TO %I', '${prefix}_owner', of_login);
      END IF;
    END $$;

  CREATE FUNCTION parlay_team.request_entry(key text, key_proof text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF key !~ '^[A-Za-z0-9_-]{43}$' OR key_proof !~ '^[0-9a-f]{64}$' THEN PERFORM parlay_team.refuse('PT004', 'malformed'); END IF;
      UPDATE parlay_team.members SET public_key = key, proof = key_proof, state = 'requested'
      WHERE login = session_user AND state IN ('invited', 'requested');
      IF NOT FOUND THEN PERFORM parlay_team.refuse('PT001', 'no invitation'); END IF;
      PERFORM pg_notify('parlay_team', 'members');
    END $$;`

const membership = (prefix: string) => `
  -- Writes the signed record of a member and gives its login the rights, both or none.
  CREATE FUNCTION parlay_team.set_member(
    of_member text, of_number bigint, of_body text, of_signature bytea, target text, to_role text, to_state text, to_holder text
  ) RETURNS TABLE (place bigint, hash bytea)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    #variable_conflict use_column
    DECLARE of_target parlay_team.members;
    BEGIN
      RETURN QUERY SELECT * FROM parlay_team.append(of_member, of_number, 'member', of_body, of_signature);
      IF to_state NOT IN ('active', 'removed') THEN PERFORM parlay_team.refuse('PT004', 'malformed'); END IF;
      UPDATE parlay_team.members AS m SET role = to_role, state = to_state, holder = to_holder, proof = NULL
      WHERE m.member = target RETURNING * INTO of_target;
      IF NOT FOUND THEN PERFORM parlay_team.refuse('PT001', 'no such member'); END IF;
      ${roles.map(role => `EXECUTE format('REVOKE %I FROM %I', '${prefix}_${role}', of_target.login);`).join('\n      ')}
      IF to_state = 'active' THEN EXECUTE format('GRANT %I TO %I', '${prefix}_' || to_role, of_target.login);
      ELSE EXECUTE format('ALTER ROLE %I NOLOGIN', of_target.login); END IF;
      PERFORM pg_notify('parlay_team', 'members');
    END $$;

  CREATE FUNCTION parlay_team.attest_head(at_place bigint, of_hash bytea, of_signature bytea) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      INSERT INTO parlay_team.seen_heads VALUES ((parlay_team.actor()).member, at_place, of_hash, of_signature)
      ON CONFLICT (member) DO UPDATE SET place = excluded.place, hash = excluded.hash, signature = excluded.signature,
        seen_at = excluded.seen_at;
    END $$;

  CREATE FUNCTION parlay_team.facts() RETURNS TABLE (version int, place bigint, hash bytea, clock timestamptz, member text, role text, state text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT a.version, h.place, h.hash, clock_timestamp(), m.member, m.role, m.state
    FROM parlay_team.about AS a CROSS JOIN parlay_team.head AS h LEFT JOIN parlay_team.members AS m ON m.login = session_user
  $$;`

const views = `
  CREATE VIEW parlay_team.records WITH (security_barrier) AS
    SELECT place, member, number, kind, body, signature, digest, hash FROM parlay_team.log;

  -- A body that is no JSON must not keep a partner from reading the rest.
  CREATE FUNCTION parlay_team.holder_of(of_body text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN RETURN of_body::jsonb #>> '{payload,holder}'; EXCEPTION WHEN OTHERS THEN RETURN NULL; END $$;
  CREATE VIEW parlay_team.partner_records WITH (security_barrier) AS
    SELECT l.place, r.member, r.number, r.kind, r.body, r.signature, l.digest, l.hash
    FROM parlay_team.log AS l LEFT JOIN parlay_team.log AS r ON r.place = l.place AND (
      r.kind IN ('founded', 'member')
      OR r.kind = 'statement' AND parlay_team.holder_of(r.body) = (SELECT m.holder FROM parlay_team.members AS m WHERE m.login = session_user)
    );
  CREATE VIEW parlay_team.heads WITH (security_barrier) AS
    SELECT member, place, hash, signature, seen_at FROM parlay_team.seen_heads;
  CREATE VIEW parlay_team.requests WITH (security_barrier) AS
    SELECT member, login, role, state, public_key, proof FROM parlay_team.members;`

/** Functions of PostgreSQL may be called by all unless that is revoked. */
const grants = (prefix: string) => {
  const as = (...names: readonly string[]) => names.map(name => `${prefix}_${name}`).join(', ')
  return `
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA parlay_team FROM PUBLIC;
  GRANT USAGE ON SCHEMA parlay_team TO ${as('guest')};
  GRANT EXECUTE ON FUNCTION parlay_team.facts, parlay_team.request_entry TO ${as('guest')};
  GRANT EXECUTE ON FUNCTION parlay_team.append, parlay_team.append_all TO ${as('owner', 'trader', 'recorder')};
  GRANT EXECUTE ON FUNCTION parlay_team.invite, parlay_team.set_member, parlay_team.return_record TO ${as('owner')};
  GRANT EXECUTE ON FUNCTION parlay_team.attest_head TO ${as(...roles)};
  GRANT EXECUTE ON FUNCTION parlay_team.holder_of TO ${as('partner')};
  GRANT SELECT ON parlay_team.records TO ${as('owner', 'trader', 'recorder', 'auditor')};
  GRANT SELECT ON parlay_team.partner_records TO ${as('partner')};
  GRANT SELECT ON parlay_team.heads TO ${as(...roles)};
  GRANT SELECT ON parlay_team.requests TO ${as('owner')};
  DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${as('guest')}', current_database()); END $$;`
}

/** `prefix`: of the team's roles, which all databases of a server share. */
export const log001 = (prefix: string): string => `
  ${['guest', ...roles].map(role => `CREATE ROLE ${prefix}_${role} NOLOGIN;`).join('\n  ')}
  ${tables}
  ${internals}
  ${append}
  ${invitations(prefix)}
  ${membership(prefix)}
  ${views}
  ${grants(prefix)}
`
