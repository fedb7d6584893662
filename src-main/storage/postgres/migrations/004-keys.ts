/** Keys, what they are told apart by, and what the owner has set up. */
export const keys = `
CREATE TABLE api_key (
  id text PRIMARY KEY COLLATE "C",
  hash text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('demo', 'personal', 'team')),
  name text NOT NULL,
  email text,
  email_key text UNIQUE,
  permissions text NOT NULL CHECK (permissions::json IS NOT NULL),
  rate_limit bigint NOT NULL CHECK (rate_limit > 0),
  window_seconds bigint NOT NULL CHECK (window_seconds > 0),
  scopes text CHECK (scopes IS NULL OR scopes::json IS NOT NULL),
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint,
  last4 text NOT NULL,
  model_questions bigint CHECK (model_questions > 0),
  model_tokens bigint CHECK (model_tokens > 0),
  suspended_at bigint,
  made_by text,
  ends_with text,
  rules text
);
CREATE INDEX api_key_by_sign_up ON api_key (created_at) WHERE email_key IS NOT NULL;

CREATE TABLE setting (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE allowed_origin (origin text PRIMARY KEY, added_at bigint NOT NULL);
CREATE TABLE key_folder (key_id text NOT NULL, path text NOT NULL, PRIMARY KEY (key_id, path));

CREATE TABLE toolset (
  name text PRIMARY KEY,
  version bigint NOT NULL CHECK (version >= 1),
  content text NOT NULL,
  updated_at bigint NOT NULL
);
CREATE TABLE recipe (
  slug text PRIMARY KEY COLLATE "C",
  version bigint NOT NULL CHECK (version >= 1),
  content text NOT NULL CHECK (content::json IS NOT NULL),
  saved_at bigint NOT NULL
);
CREATE TABLE provider (
  id text PRIMARY KEY COLLATE "C",
  kind text NOT NULL,
  name text NOT NULL,
  base_url text,
  model text,
  enabled bigint NOT NULL CHECK (enabled IN (0, 1)),
  position bigint NOT NULL,
  secret_place text,
  secret_hint text,
  CHECK (secret_hint IS NULL OR secret_place IS NOT NULL)
);

CREATE TABLE source (
  id text PRIMARY KEY COLLATE "C",
  kind text NOT NULL,
  title text NOT NULL,
  settings text NOT NULL CHECK (settings::json IS NOT NULL),
  state text NOT NULL CHECK (state IN ('reviewing', 'ready', 'broken', 'off')),
  credits bigint NOT NULL CHECK (credits >= 0),
  call_seconds bigint CHECK (call_seconds BETWEEN 1 AND 600),
  keep_running bigint NOT NULL CHECK (keep_running IN (0, 1)),
  revision bigint NOT NULL CHECK (revision >= 0),
  server_name text,
  server_version text,
  added_by text NOT NULL,
  added_at bigint NOT NULL,
  looked_at bigint
);
CREATE TABLE source_tool (
  source text COLLATE "C" NOT NULL REFERENCES source ON DELETE CASCADE,
  original text COLLATE "C" NOT NULL,
  slug text NOT NULL UNIQUE,
  facts text NOT NULL CHECK (facts::json IS NOT NULL),
  approved bytea,
  approved_hash text,
  seen bytea,
  seen_hash text NOT NULL,
  state text NOT NULL CHECK (state IN ('on', 'off', 'new', 'changed', 'gone')),
  credits bigint CHECK (credits >= 0),
  read_only bigint NOT NULL CHECK (read_only IN (0, 1)),
  repeatable bigint NOT NULL CHECK (repeatable IN (0, 1)),
  PRIMARY KEY (source, original)
);
CREATE TABLE source_secret (
  source text COLLATE "C" NOT NULL REFERENCES source ON DELETE CASCADE,
  name text NOT NULL,
  place text NOT NULL,
  PRIMARY KEY (source, name)
);

CREATE TABLE page_document (
  key_id text NOT NULL,
  name text COLLATE "C" NOT NULL,
  value text NOT NULL CHECK (value::json IS NOT NULL),
  updated_at bigint NOT NULL,
  PRIMARY KEY (key_id, name)
);
CREATE INDEX page_document_by_age ON page_document (key_id, updated_at);

CREATE TABLE purchase (
  id text PRIMARY KEY COLLATE "C",
  account text NOT NULL,
  credits bigint NOT NULL CHECK (credits > 0),
  status text NOT NULL CHECK (status IN ('paying', 'pending', 'completed', 'declined', 'failed')),
  approval text NOT NULL CHECK (approval IN ('allowance', 'owner')),
  provider text NOT NULL,
  reference text,
  created_at bigint NOT NULL,
  closed_at bigint,
  automatic bigint NOT NULL DEFAULT 0 CHECK (automatic IN (0, 1))
);
CREATE INDEX purchase_by_account ON purchase (account, created_at);
CREATE INDEX purchase_open ON purchase (status) WHERE status IN ('paying', 'pending');
-- At most one at a time for each account, whatever the gateways believe.
CREATE UNIQUE INDEX purchase_automatic ON purchase (account)
  WHERE automatic = 1 AND status IN ('paying', 'pending');
CREATE TABLE auto_reload (
  account text PRIMARY KEY,
  threshold bigint NOT NULL CHECK (threshold >= 0),
  credits bigint NOT NULL CHECK (credits > 0),
  enabled bigint NOT NULL CHECK (enabled IN (0, 1))
);
`
