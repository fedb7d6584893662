/** What gateways need of a database that have no data folder: signing keys, secrets, the demo key, epochs. */
export const ownParts = `
-- A chain for each signing key, and so for each gateway's name. A place is the order over all chains.
ALTER TABLE receipt DROP CONSTRAINT receipt_pkey;
ALTER TABLE receipt
  ADD COLUMN place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ADD COLUMN key_id text NOT NULL,
  ADD UNIQUE (key_id, seq);
DROP INDEX receipt_by_account;
CREATE INDEX receipt_by_account ON receipt (account, place) WHERE account IS NOT NULL;

CREATE TABLE epoch (
  number bigint PRIMARY KEY CHECK (number >= 1),
  id text NOT NULL UNIQUE,
  begun_at bigint NOT NULL,
  cause text NOT NULL CHECK (cause IN ('first', 'restore', 'mismatch')),
  detail text,
  has_head bigint NOT NULL DEFAULT 0 CHECK (has_head IN (0, 1))
);
INSERT INTO epoch (number, id, begun_at, cause)
  VALUES (1, replace(gen_random_uuid()::text, '-', ''), 0, 'first');

CREATE TABLE model_use (
  day bigint NOT NULL,
  key_id text NOT NULL,
  questions bigint NOT NULL DEFAULT 0 CHECK (questions >= 0),
  tokens bigint NOT NULL DEFAULT 0 CHECK (tokens >= 0),
  unpaid bigint NOT NULL DEFAULT 0 CHECK (unpaid >= 0),
  unpaid_at bigint,
  PRIMARY KEY (day, key_id)
);

-- What tells whether a passphrase is the one that everything below was sealed with.
CREATE TABLE seal (only_row int PRIMARY KEY CHECK (only_row = 1), salt text NOT NULL, proof text NOT NULL);
CREATE TABLE secret (id text PRIMARY KEY, sealed text NOT NULL);
CREATE TABLE signing_key (
  name text PRIMARY KEY,
  key_id text NOT NULL UNIQUE,
  public_key text NOT NULL,
  sealed text NOT NULL
);
CREATE TABLE demo_key (only_row int PRIMARY KEY CHECK (only_row = 1), key text NOT NULL);
`
