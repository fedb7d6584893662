/** Who administered the gateways, and the receipts of calls. */
export const evidence = `
CREATE TABLE audit (
  seq bigint PRIMARY KEY,
  body text NOT NULL,
  hash text NOT NULL UNIQUE,
  ts text COLLATE "C" GENERATED ALWAYS AS (body::json ->> 'ts') STORED,
  action text GENERATED ALWAYS AS (body::json ->> 'action') STORED,
  actor text GENERATED ALWAYS AS (body::json -> 'actor' ->> 'key_id') STORED
);
CREATE INDEX audit_by_ts ON audit (ts);
CREATE INDEX audit_by_action ON audit (action, seq);
CREATE INDEX audit_by_actor ON audit (actor, seq);

-- The last row. Whoever appends locks it, so that the rows of several gateways are one chain.
CREATE TABLE audit_head (only_row int PRIMARY KEY CHECK (only_row = 1), seq bigint NOT NULL, hash text NOT NULL);
INSERT INTO audit_head (only_row, seq, hash) VALUES (1, 0, repeat('0', 64));
CREATE FUNCTION tg_audit_head_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audit_head h SET seq = NEW.seq, hash = NEW.hash WHERE h.seq = NEW.seq - 1;
  IF NOT FOUND THEN RAISE EXCEPTION 'row % of the audit trail does not follow the last one', NEW.seq; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_has_head AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION tg_audit_head_1();

CREATE FUNCTION rows_are_never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% rows are never updated or deleted', TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_never_changed();

CREATE TABLE receipt (
  seq bigint PRIMARY KEY,
  charge_id text NOT NULL,
  hash text NOT NULL,
  receipt text NOT NULL,
  account text
);
CREATE INDEX receipt_by_charge ON receipt (charge_id);
CREATE INDEX receipt_by_account ON receipt (account, seq) WHERE account IS NOT NULL;
CREATE TRIGGER receipt_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt
  FOR EACH STATEMENT EXECUTE FUNCTION rows_are_never_changed();
`
