/** The hubs whose credits a gateway spends. */
export const hubs = `
CREATE TABLE hub_link (
  id text PRIMARY KEY COLLATE "C",
  url text NOT NULL,
  name text NOT NULL,
  payer text NOT NULL,
  lease_credits bigint NOT NULL CHECK (lease_credits >= 1),
  secret_id text NOT NULL,
  secret_place text NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'leaving', 'ended', 'closed')),
  number bigint NOT NULL DEFAULT 0,
  sent_seq bigint NOT NULL DEFAULT 0,
  connected_at bigint NOT NULL,
  contact_at bigint
);
CREATE UNIQUE INDEX hub_link_active ON hub_link (state) WHERE state = 'active';
`
