/**
 * What gateways do with leases. All lock the gateway first, if at all, and then accounts in the order of their ids. Old
 * and new gateways run side by side for a while, so a function that changes gets another number.
 */
export const leaseFunctions = `
-- Charges calls out of the leases of a gateway. Accounts come sorted, once each, with their totals; a call names its
-- account by place, and brings the sum of its account up to and with it. Credits are what is taken, negative for a
-- refund. If some ids are in the ledger it tells them, and does nothing else: the caller sends the rest again.
CREATE FUNCTION tg_settle_1(_gateway text, _account text[], _total bigint[], _id text[], _of int[], _kind text[],
  _credits bigint[], _running bigint[], _request text[], _slug text[], _engine text[], _unanswered text[], _at bigint)
RETURNS TABLE (id text, account text, credits bigint, balance_after bigint, fresh boolean) LANGUAGE plpgsql AS $$
DECLARE _n int; _before bigint[];
BEGIN
  PERFORM 1 FROM account a WHERE a.id = ANY(_account) ORDER BY a.id FOR UPDATE;
  GET DIAGNOSTICS _n = ROW_COUNT;
  IF _n <> cardinality(_account) THEN
    INSERT INTO account (id) SELECT u FROM unnest(_account) AS u ON CONFLICT DO NOTHING;
    PERFORM 1 FROM account a WHERE a.id = ANY(_account) ORDER BY a.id FOR UPDATE;
  END IF;
  RETURN QUERY SELECT e.id, e.account, -e.credits, a.balance, false
    FROM entry e JOIN account a ON a.id = e.account WHERE e.id = ANY(_id);
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
  RETURN QUERY INSERT INTO entry AS w
      (id, account, kind, credits, balance_after, request_id, slug, engine, unanswered, at)
    SELECT c.id, _account[c.o], c.kind, -c.credits, _before[c.o] - c.running, c.request, c.slug, c.engine,
      c.unanswered, _at
    FROM unnest(_id, _of, _kind, _credits, _running, _request, _slug, _engine, _unanswered) WITH ORDINALITY
      AS c(id, o, kind, credits, running, request, slug, engine, unanswered, n) ORDER BY c.n
    RETURNING w.id, w.account, -w.credits, w.balance_after, true;
END $$;

-- Leases what is needed of each account and some more, but never more than is free. Accounts come sorted, once each.
CREATE FUNCTION tg_lease_1(_gateway text, _account text[], _need bigint[], _slack bigint, _live bigint)
RETURNS TABLE (account text, given bigint, balance bigint, held bigint) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM gateway g WHERE g.id = _gateway FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the gateway % is not known', _gateway USING ERRCODE = 'TG001';
  END IF;
  PERFORM 1 FROM account a WHERE a.id = ANY(_account) ORDER BY a.id FOR UPDATE;
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
END $$;

-- Gives back parts of leases. Of a lease that is smaller than thought, or has ended, nothing is given back.
CREATE FUNCTION tg_give_back_1(_gateway text, _account text[], _credits bigint[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account a WHERE a.id = ANY(_account) ORDER BY a.id FOR UPDATE;
  WITH given AS (UPDATE lease l SET credits = l.credits - t.credits
      FROM unnest(_account, _credits) AS t(account, credits)
      WHERE l.gateway = _gateway AND l.account = t.account AND l.credits >= t.credits
      RETURNING l.account, t.credits)
  UPDATE account a SET held = a.held - g.credits FROM given g WHERE a.id = g.account;
END $$;

-- Ends all leases of a gateway, and forgets it.
CREATE FUNCTION tg_end_1(_gateway text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- It leases no more from here on; what it leased before is seen below.
  PERFORM 1 FROM gateway g WHERE g.id = _gateway FOR UPDATE;
  PERFORM 1 FROM account a WHERE a.id IN (SELECT l.account FROM lease l WHERE l.gateway = _gateway)
    ORDER BY a.id FOR UPDATE;
  UPDATE account a SET held = a.held - l.credits FROM lease l WHERE l.gateway = _gateway AND a.id = l.account;
  DELETE FROM lease WHERE gateway = _gateway;
  DELETE FROM gateway WHERE id = _gateway;
END $$;

-- Ends the leases of all gateways that were not seen for so long. Anybody may, at any time.
CREATE FUNCTION tg_reap_1(_after interval) RETURNS int LANGUAGE plpgsql AS $$
DECLARE _id text; _n int := 0;
BEGIN
  FOR _id IN SELECT g.id FROM gateway g WHERE g.seen_at < clock_timestamp() - _after
    ORDER BY g.id FOR UPDATE SKIP LOCKED
  LOOP
    PERFORM tg_end_1(_id);
    _n := _n + 1;
  END LOOP;
  RETURN _n;
END $$;

-- Adds credits, once under one id. Tells the entry, which may be that of somebody else.
CREATE FUNCTION tg_credit_1(_id text, _account text, _kind text, _credits bigint, _at bigint)
RETURNS TABLE (account text, kind text, credits bigint, balance bigint) LANGUAGE plpgsql AS $$
DECLARE _balance bigint;
BEGIN
  INSERT INTO account (id) VALUES (_account) ON CONFLICT DO NOTHING;
  SELECT a.balance INTO _balance FROM account a WHERE a.id = _account FOR UPDATE;
  RETURN QUERY SELECT e.account, e.kind, e.credits, _balance FROM entry e WHERE e.id = _id;
  IF FOUND THEN RETURN; END IF;
  UPDATE account a SET balance = a.balance + _credits WHERE a.id = _account;
  INSERT INTO entry (id, account, kind, credits, balance_after, at)
    VALUES (_id, _account, _kind, _credits, _balance + _credits, _at);
  RETURN QUERY SELECT _account, _kind, _credits, _balance + _credits;
END $$;

-- Closes the id of a call whose caller was told that nothing is charged: refunds it if it was charged; else writes an
-- entry of 0 credits, so that nothing that comes late can charge it.
CREATE FUNCTION tg_close_1(_id text, _account text, _request text, _slug text, _at bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE _balance bigint; _charged bigint;
BEGIN
  INSERT INTO account (id) VALUES (_account) ON CONFLICT DO NOTHING;
  SELECT a.balance INTO _balance FROM account a WHERE a.id = _account FOR UPDATE;
  SELECT -e.credits INTO _charged FROM entry e WHERE e.id = _id AND e.account = _account;
  IF _charged IS NULL THEN
    INSERT INTO entry (id, account, kind, credits, balance_after, request_id, slug, at)
      VALUES (_id, _account, 'charge', 0, _balance, _request, _slug, _at) ON CONFLICT (id) DO NOTHING;
  ELSIF _charged > 0 AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.id = _id || ':refund') THEN
    UPDATE account a SET balance = a.balance + _charged WHERE a.id = _account;
    INSERT INTO entry (id, account, kind, credits, balance_after, request_id, slug, at)
      VALUES (_id || ':refund', _account, 'refund', _charged, _balance + _charged, _request, _slug, _at);
  END IF;
END $$;
`
