import { toldTable } from './020-changes.ts'

/** Sessions of the page and one-time codes for it, each by the hash of its secret, so that any gateway takes them. */
export const pageSessions = `
CREATE TABLE page_session (
  token text PRIMARY KEY,
  pass text NOT NULL,
  issuer text,
  ends_at bigint NOT NULL
);
CREATE TABLE page_code (
  code text PRIMARY KEY,
  issuer text,
  expires_at bigint NOT NULL
);
${toldTable('page_session')}`
