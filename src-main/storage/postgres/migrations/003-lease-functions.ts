/**
 * What gateways do with leases. All lock the gateway first, if at all, and then accounts in the order of their ids. Old
 * and new gateways run side by side for a while, so a function that changes gets another number.
 */
export const leaseFunctions = `
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
`
