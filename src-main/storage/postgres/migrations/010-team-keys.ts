/** Team keys and their leases, calls that have left for other machines, and what other machines hold of keys here. */
export const teamKeys = `
CREATE TABLE sub_account (
  id text PRIMARY KEY,
  -- Never changes, and has credits of its own.
  payer text NOT NULL CHECK (payer <> id),
  credit_limit bigint CHECK (credit_limit BETWEEN 0 AND 9007199254740991),
  spent bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
  -- As in account, of what is left of the limit. One without a limit is not leased.
  held bigint NOT NULL DEFAULT 0,
  lent bigint NOT NULL DEFAULT 0 CHECK (lent >= 0),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  CHECK (held >= lent),
  CHECK (CASE WHEN credit_limit IS NULL THEN held = 0 ELSE spent + held <= credit_limit END)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX sub_account_by_seq ON sub_account (seq);

-- What machines with a ledger of their own hold of it; held is the sum of that and of the leases.
ALTER TABLE account ADD COLUMN lent bigint NOT NULL DEFAULT 0 CHECK (lent >= 0);
ALTER TABLE account ADD CHECK (held >= lent);

-- The key that spent the credits of entry.account, and what it has spent with this entry.
ALTER TABLE entry ADD COLUMN spender text;
ALTER TABLE entry ADD COLUMN spent_after bigint;
ALTER TABLE entry ADD CHECK ((spent_after IS NULL) = (spender IS NULL));
CREATE INDEX entry_by_spender ON entry (spender, seq) WHERE spender IS NOT NULL;

CREATE TABLE sub_lease (
  gateway text REFERENCES gateway ON DELETE RESTRICT,
  sub text REFERENCES sub_account,
  credits bigint NOT NULL CHECK (credits >= 0),
  PRIMARY KEY (gateway, sub)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX sub_lease_by_sub ON sub_lease (sub);

-- Calls that have sent something to another machine and have not ended. Whoever ends their gateway charges them.
CREATE TABLE departure (
  gateway text REFERENCES gateway ON DELETE RESTRICT,
  charge_id text,
  account text NOT NULL,
  spender text,
  credits bigint NOT NULL CHECK (credits >= 0),
  slug text NOT NULL,
  request_id text NOT NULL,
  engine text,
  at bigint NOT NULL,
  PRIMARY KEY (gateway, charge_id)
);

CREATE TABLE instance (
  id text PRIMARY KEY,
  key_id text NOT NULL,
  name text NOT NULL,
  -- The last lease: its number, and its credits, which a repeated request gets again.
  number bigint NOT NULL CHECK (number >= 1),
  last_given bigint NOT NULL CHECK (last_given >= 1),
  -- What it holds is given - spent - freed.
  given bigint NOT NULL CHECK (given BETWEEN 1 AND 9007199254740991),
  spent bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
  freed bigint NOT NULL DEFAULT 0 CHECK (freed >= 0),
  late_charges bigint NOT NULL DEFAULT 0,
  late_credits bigint NOT NULL DEFAULT 0,
  first_at bigint NOT NULL,
  seen_at bigint NOT NULL,
  ended_at bigint,
  CHECK (CASE WHEN ended_at IS NULL THEN freed = 0 AND spent <= given ELSE spent + freed = given END)
);
CREATE INDEX instance_by_key ON instance (key_id);
CREATE TABLE late_charge (
  instance text NOT NULL,
  id text NOT NULL,
  credits bigint NOT NULL CHECK (credits >= 0),
  slug text NOT NULL,
  request_id text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (instance, id)
);

CREATE INDEX idempotency_by_charge ON idempotency (charge_id);
`
