/** Accounts and their entries, the running gateways, and what each may spend without asking. */
export const ledger = `
CREATE TABLE account (
  id text PRIMARY KEY,
  balance bigint NOT NULL DEFAULT 0 CHECK (balance BETWEEN 0 AND 9007199254740991),
  -- The sum of the leases.
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  CHECK (held <= balance)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);

CREATE TABLE entry (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  account text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('grant', 'purchase', 'charge', 'refund')),
  credits bigint NOT NULL CHECK (CASE kind WHEN 'charge' THEN credits <= 0 ELSE credits >= 0 END),
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  request_id text,
  slug text,
  engine text,
  unanswered text,
  at bigint NOT NULL,
  -- Over all accounts seq is not the order of commits.
  tx xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX entry_by_account ON entry (account, seq);

CREATE FUNCTION entry_is_never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are never updated or deleted';
END $$;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
  FOR EACH STATEMENT EXECUTE FUNCTION entry_is_never_changed();

-- A gateway that was taken for dead comes back under another id: what it sent under the old one may still arrive.
CREATE TABLE gateway (
  id text PRIMARY KEY,
  name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE lease (
  gateway text REFERENCES gateway ON DELETE RESTRICT,
  account text REFERENCES account,
  credits bigint NOT NULL CHECK (credits >= 0),
  PRIMARY KEY (gateway, account)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX lease_by_account ON lease (account);
`
