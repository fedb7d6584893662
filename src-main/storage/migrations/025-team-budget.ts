/**
 * Team budgets. At a hub: the gateways that hold a part of a key's credits, and what they spent after their lease had
 * ended. At a gateway: the hubs whose credits it spends.
 */
export const teamBudget = `
CREATE TABLE instance (
  id TEXT PRIMARY KEY,
  key_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- The last lease: its number, and its credits, which a repeated request gets again.
  number INTEGER NOT NULL CHECK (number >= 1),
  last_given INTEGER NOT NULL CHECK (last_given >= 1),
  -- What it holds is given - spent - freed.
  given INTEGER NOT NULL CHECK (given BETWEEN 1 AND 9007199254740991),
  spent INTEGER NOT NULL DEFAULT 0 CHECK (spent >= 0),
  freed INTEGER NOT NULL DEFAULT 0 CHECK (freed >= 0),
  late_charges INTEGER NOT NULL DEFAULT 0,
  late_credits INTEGER NOT NULL DEFAULT 0,
  first_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  ended_at INTEGER,
  CHECK (CASE WHEN ended_at IS NULL THEN freed = 0 AND spent <= given ELSE spent + freed = given END)
) STRICT, WITHOUT ROWID;
CREATE INDEX instance_by_key ON instance (key_id);

CREATE TABLE late_charge (
  instance TEXT NOT NULL,
  id TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits >= 0),
  slug TEXT NOT NULL,
  request_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (instance, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE hub_link (
  -- The name of this gateway at the hub, and of the account here that has the leased credits.
  id TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  name TEXT NOT NULL,
  -- The account that spends them instead of its own.
  payer TEXT NOT NULL,
  lease_credits INTEGER NOT NULL CHECK (lease_credits >= 1),
  secret_id TEXT NOT NULL,
  secret_place TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'leaving', 'ended', 'closed')),
  -- The last lease that has arrived, and the last ledger entry that the hub has.
  number INTEGER NOT NULL DEFAULT 0,
  sent_seq INTEGER NOT NULL DEFAULT 0,
  connected_at INTEGER NOT NULL,
  contact_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX hub_link_active ON hub_link (state) WHERE state = 'active';
`
