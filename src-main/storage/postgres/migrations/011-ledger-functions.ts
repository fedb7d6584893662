/**
 * What gateways do with leases of accounts and of team keys, and with calls that have left. All lock the gateway
 * first, if at all, then accounts and then sub-accounts, each in the order of their ids.
 */
export const ledgerFunctions = `
-- Charges calls out of the leases of a gateway. Accounts and sub-accounts come once each, with their totals; a call
-- names them by place, 0 for no sub-account, and brings their sums up to and with it. Credits are what is taken,
-- negative for a refund. If some ids are in the ledger it tells them, and does nothing else.
CREATE FUNCTION tg_settle_2(_gateway text, _account text[], _total bigint[], _sub text[], _sub_total bigint[],
  _id text[], _of int[], _by int[], _kind text[], _credits bigint[], _running bigint[], _running_by bigint[],
  _request text[], _slug text[], _engine text[], _unanswered text[], _at bigint)
RETURNS TABLE (id text, balance_after bigint, left_after bigint, fresh boolean) LANGUAGE plpgsql AS $$
DECLARE _n int; _before bigint[]; _spent bigint[]; _limit bigint[];
BEGIN
  PERFORM 1 FROM account a WHERE a.id = ANY(_account) ORDER BY a.id FOR UPDATE;
  GET DIAGNOSTICS _n = ROW_COUNT;
  IF _n <> cardinality(_account) THEN
    INSERT INTO account (id) SELECT u FROM unnest(_account) AS u ON CONFLICT DO NOTHING;
    PERFORM 1 FROM account a WHERE a.id = ANY(_account) ORDER BY a.id FOR UPDATE;
  END IF;
  IF cardinality(_sub) > 0 THEN
    PERFORM 1 FROM sub_account s WHERE s.id = ANY(_sub) ORDER BY s.id FOR UPDATE;
    GET DIAGNOSTICS _n = ROW_COUNT;
    IF _n <> cardinality(_sub) THEN RAISE EXCEPTION 'a sub-account is not known'; END IF;
  END IF;
  RETURN QUERY SELECT e.id, a.balance, s.credit_limit - s.spent, false FROM entry e
    JOIN account a ON a.id = e.account LEFT JOIN sub_account s ON s.id = e.spender WHERE e.id = ANY(_id);
  IF FOUND THEN RETURN; END IF;
  UPDATE lease l SET credits = l.credits - t.credits FROM unnest(_account, _total) AS t(account, credits)
    WHERE l.gateway = _gateway AND l.account = t.account AND t.credits <> 0 AND l.credits >= t.credits;
  GET DIAGNOSTICS _n = ROW_COUNT;
  IF _n <> (SELECT count(*) FROM unnest(_total) AS t WHERE t <> 0) THEN
    RAISE EXCEPTION 'a lease of % has ended', _gateway USING ERRCODE = 'TG002';
  END IF;
  WITH moved AS (UPDATE account a SET balance = a.balance - t.credits, held = a.held - t.credits
    FROM unnest(_account, _total) WITH ORDINALITY AS t(account, credits, n) WHERE a.id = t.account
    RETURNING t.n, a.balance + t.credits AS before)
  SELECT array_agg(m.before ORDER BY m.n) INTO _before FROM moved m;
  IF cardinality(_sub) > 0 THEN
    UPDATE sub_lease l SET credits = l.credits - t.credits FROM unnest(_sub, _sub_total) AS t(sub, credits)
      WHERE l.gateway = _gateway AND l.sub = t.sub AND t.credits <> 0 AND l.credits >= t.credits;
    GET DIAGNOSTICS _n = ROW_COUNT;
    IF _n <> (SELECT count(*) FROM unnest(_sub, _sub_total) AS t(sub, credits) JOIN sub_account s ON s.id = t.sub
        WHERE t.credits <> 0 AND s.credit_limit IS NOT NULL) THEN
      RAISE EXCEPTION 'a lease of % has ended', _gateway USING ERRCODE = 'TG002';
    END IF;
    WITH moved AS (UPDATE sub_account s SET spent = s.spent + t.credits,
        held = CASE WHEN s.credit_limit IS NULL THEN 0 ELSE s.held - t.credits END
      FROM unnest(_sub, _sub_total) WITH ORDINALITY AS t(sub, credits, n) WHERE s.id = t.sub
      RETURNING t.n, s.spent - t.credits AS before, s.credit_limit AS most)
    SELECT array_agg(m.before ORDER BY m.n), array_agg(m.most ORDER BY m.n) INTO _spent, _limit FROM moved m;
  END IF;
  RETURN QUERY INSERT INTO entry AS w (id, account, kind, credits, balance_after, request_id, slug, engine, unanswered,
      at, spender, spent_after)
    SELECT c.id, _account[c.o], c.kind, -c.credits, _before[c.o] - c.running, c.request, c.slug, c.engine,
      c.unanswered, _at, _sub[c.b], _spent[c.b] + c.running_by
    FROM unnest(_id, _of, _by, _kind, _credits, _running, _running_by, _request, _slug, _engine, _unanswered)
      WITH ORDINALITY AS c(id, o, b, kind, credits, running, running_by, request, slug, engine, unanswered, n)
    ORDER BY c.n
    RETURNING w.id, w.balance_after, _limit[array_position(_sub, w.spender)] - w.spent_after, true;
END $$;

-- Leases what is needed of each account and of each limit and some more, but never more than is free.
CREATE FUNCTION tg_lease_2(_gateway text, _account text[], _need bigint[], _sub text[], _sub_need bigint[],
  _slack bigint, _live bigint)
RETURNS TABLE (id text, given bigint, balance bigint, held bigint) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM gateway g WHERE g.id = _gateway FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the gateway % is not known', _gateway USING ERRCODE = 'TG001';
  END IF;
  PERFORM 1 FROM account a WHERE a.id = ANY(_account) ORDER BY a.id FOR UPDATE;
  IF cardinality(_account) > 0 THEN
    RETURN QUERY
    WITH share AS (SELECT a.id, least(a.balance - a.held,
          w.need + least(_slack, (a.balance - a.held) / (4 * greatest(_live, 1)))) AS credits
        FROM unnest(_account, _need) AS w(id, need) JOIN account a ON a.id = w.id),
      moved AS (UPDATE account a SET held = a.held + s.credits FROM share s WHERE a.id = s.id
        RETURNING a.id, s.credits, a.balance, a.held),
      kept AS (INSERT INTO lease AS l (gateway, account, credits)
        SELECT _gateway, m.id, m.credits FROM moved m WHERE m.credits > 0
        ON CONFLICT ON CONSTRAINT lease_pkey DO UPDATE SET credits = l.credits + excluded.credits)
    SELECT m.id, m.credits, m.balance, m.held FROM moved m;
  END IF;
  IF cardinality(_sub) > 0 THEN
    PERFORM 1 FROM sub_account s WHERE s.id = ANY(_sub) ORDER BY s.id FOR UPDATE;
    RETURN QUERY
    WITH share AS (SELECT s.id, least(s.credit_limit - s.spent - s.held,
          w.need + least(_slack, (s.credit_limit - s.spent - s.held) / (4 * greatest(_live, 1)))) AS credits
        FROM unnest(_sub, _sub_need) AS w(id, need) JOIN sub_account s ON s.id = w.id
        WHERE s.credit_limit IS NOT NULL),
      moved AS (UPDATE sub_account s SET held = s.held + h.credits FROM share h WHERE s.id = h.id
        RETURNING s.id, h.credits, s.credit_limit - s.spent AS most, s.held),
      kept AS (INSERT INTO sub_lease AS l (gateway, sub, credits)
        SELECT _gateway, m.id, m.credits FROM moved m WHERE m.credits > 0
        ON CONFLICT ON CONSTRAINT sub_lease_pkey DO UPDATE SET credits = l.credits + excluded.credits)
    SELECT m.id, m.credits, m.most, m.held FROM moved m;
  END IF;
END $$;

-- Gives back parts of leases. Of a lease that is smaller than thought, or has ended, nothing is given back.
CREATE FUNCTION tg_give_back_2(_gateway text, _account text[], _credits bigint[], _sub text[], _sub_credits bigint[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tg_give_back_1(_gateway, _account, _credits);
  PERFORM 1 FROM sub_account s WHERE s.id = ANY(_sub) ORDER BY s.id FOR UPDATE;
  WITH given AS (UPDATE sub_lease l SET credits = l.credits - t.credits
      FROM unnest(_sub, _sub_credits) AS t(sub, credits)
      WHERE l.gateway = _gateway AND l.sub = t.sub AND l.credits >= t.credits
      RETURNING l.sub, t.credits)
  UPDATE sub_account s SET held = s.held - g.credits FROM given g WHERE s.id = g.sub;
END $$;

-- Writes an entry that no lease pays for. The account and the sub-account are locked by then.
CREATE FUNCTION tg_write_1(_id text, _account text, _spender text, _kind text, _credits bigint, _request text,
  _slug text, _engine text, _unanswered text, _at bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE _balance bigint; _spent bigint;
BEGIN
  UPDATE account a SET balance = a.balance + _credits WHERE a.id = _account RETURNING a.balance INTO _balance;
  IF _spender IS NOT NULL THEN
    UPDATE sub_account s SET spent = s.spent - _credits WHERE s.id = _spender RETURNING s.spent INTO _spent;
  END IF;
  INSERT INTO entry (id, account, kind, credits, balance_after, request_id, slug, engine, unanswered, at, spender,
      spent_after)
    VALUES (_id, _account, _kind, _credits, _balance, _request, _slug, _engine, _unanswered, _at, _spender, _spent);
END $$;

-- What is charged under an id: its own charge, null for none; all that it and its parts come to after what was taken
-- back; and how many parts and returns there are. Each has an id of its own.
CREATE FUNCTION tg_paid_1(_id text, OUT own bigint, OUT account text, OUT spender text, OUT kind text,
  OUT paid bigint, OUT parts int, OUT undone int) LANGUAGE plpgsql STABLE AS $$
DECLARE _credits bigint;
BEGIN
  SELECT -e.credits, e.account, e.spender, e.kind INTO own, account, spender, kind FROM entry e WHERE e.id = _id;
  paid := coalesce(own, 0);
  parts := 0;
  LOOP
    SELECT e.credits INTO _credits FROM entry e
      WHERE e.id = _id || ':part' || CASE parts WHEN 0 THEN '' ELSE '-' || (parts + 1) END;
    EXIT WHEN NOT FOUND;
    parts := parts + 1;
    paid := paid - _credits;
  END LOOP;
  undone := 0;
  LOOP
    SELECT e.credits INTO _credits FROM entry e
      WHERE e.id = _id || ':undone' || CASE undone WHEN 0 THEN '' ELSE '-' || (undone + 1) END;
    EXIT WHEN NOT FOUND;
    undone := undone + 1;
    paid := paid - _credits;
  END LOOP;
END $$;

-- Takes back what is charged under an id whose caller was told that nothing is. If nothing is, it writes an entry of 0
-- credits when it must be sure that nothing comes late. A remembered request under the id is forgotten: a repetition
-- of it is a new call.
CREATE FUNCTION tg_close_2(_gateway text, _id text, _account text, _spender text, _is_final boolean, _request text,
  _slug text, _at bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE _paid record;
BEGIN
  INSERT INTO account (id) VALUES (_account) ON CONFLICT DO NOTHING;
  PERFORM 1 FROM account a WHERE a.id = _account FOR UPDATE;
  PERFORM 1 FROM sub_account s WHERE s.id = _spender FOR UPDATE;
  DELETE FROM departure d WHERE d.gateway = _gateway AND d.charge_id = _id;
  SELECT * INTO _paid FROM tg_paid_1(_id);
  IF _paid.own IS NULL AND _is_final THEN
    PERFORM tg_write_1(_id, _account, _spender, 'charge', 0, _request, _slug, NULL, NULL, _at);
  END IF;
  IF _paid.paid > 0 THEN
    PERFORM tg_write_1(_id || ':undone' || CASE _paid.undone WHEN 0 THEN '' ELSE '-' || (_paid.undone + 1) END,
      _account, _spender, 'refund', _paid.paid, _request, _slug, NULL, NULL, _at);
  END IF;
  DELETE FROM idempotency i WHERE i.charge_id = _id;
END $$;

-- Ends all leases of a gateway, charges what it had sent and not ended, and forgets it. What is charged was a part of
-- its leases, so it is there.
CREATE FUNCTION tg_end_2(_gateway text, _at bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE _call record; _paid record; _owed bigint;
BEGIN
  -- It leases and sends no more from here on; what it did before is seen below.
  PERFORM 1 FROM gateway g WHERE g.id = _gateway FOR UPDATE;
  INSERT INTO account (id) SELECT DISTINCT d.account FROM departure d WHERE d.gateway = _gateway
    ON CONFLICT DO NOTHING;
  PERFORM 1 FROM account a WHERE a.id IN (SELECT l.account FROM lease l WHERE l.gateway = _gateway
      UNION SELECT d.account FROM departure d WHERE d.gateway = _gateway) ORDER BY a.id FOR UPDATE;
  PERFORM 1 FROM sub_account s WHERE s.id IN (SELECT l.sub FROM sub_lease l WHERE l.gateway = _gateway
      UNION SELECT d.spender FROM departure d WHERE d.gateway = _gateway) ORDER BY s.id FOR UPDATE;
  UPDATE account a SET held = a.held - l.credits FROM lease l WHERE l.gateway = _gateway AND a.id = l.account;
  DELETE FROM lease WHERE gateway = _gateway;
  UPDATE sub_account s SET held = s.held - l.credits FROM sub_lease l WHERE l.gateway = _gateway AND s.id = l.sub;
  DELETE FROM sub_lease WHERE gateway = _gateway;
  FOR _call IN DELETE FROM departure d WHERE d.gateway = _gateway RETURNING d.* LOOP
    SELECT * INTO _paid FROM tg_paid_1(_call.charge_id);
    _owed := greatest(0, _call.credits - _paid.paid);
    CONTINUE WHEN _paid.own IS NOT NULL AND _owed = 0;
    PERFORM tg_write_1(_call.charge_id || CASE WHEN _paid.own IS NULL THEN '' WHEN _paid.parts = 0 THEN ':part'
      ELSE ':part-' || (_paid.parts + 1) END, _call.account, _call.spender, 'charge', -_owed, _call.request_id,
      _call.slug, _call.engine, 'killed', _at);
  END LOOP;
  DELETE FROM gateway WHERE id = _gateway;
END $$;

-- Ends one gateway that was not seen for so long. Anybody may, at any time.
CREATE FUNCTION tg_reap_2(_after interval, _at bigint) RETURNS int LANGUAGE plpgsql AS $$
DECLARE _id text;
BEGIN
  SELECT g.id INTO _id FROM gateway g WHERE g.seen_at < clock_timestamp() - _after
    ORDER BY g.id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  PERFORM tg_end_2(_id, _at);
  RETURN 1;
END $$;
`
