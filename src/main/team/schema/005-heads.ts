/**
 * A member attests only a head that the server itself shows: one that says more, by a mistake or on purpose, would stop
 * every desk. PT006: the log has no such head.
 */
export const heads005 = (): string => `
  CREATE OR REPLACE FUNCTION parlay_team.attest_head(at_place bigint, of_hash bytea, of_signature bytea) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE by_member text := (parlay_team.actor()).member;
    BEGIN
      IF NOT EXISTS (SELECT FROM parlay_team.log AS l WHERE l.place = at_place AND l.hash = of_hash)
      THEN PERFORM parlay_team.refuse('PT006', 'the log has no such head'); END IF;
      INSERT INTO parlay_team.seen_heads VALUES (by_member, at_place, of_hash, of_signature)
      ON CONFLICT (member) DO UPDATE SET place = excluded.place, hash = excluded.hash, signature = excluded.signature,
        seen_at = excluded.seen_at;
    END $$;`
