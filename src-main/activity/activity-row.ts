import {
  REFUSED_STATUS,
  type ActivityEntry,
  type CallClient,
  type CallForm,
} from '../../src-shared/activity.ts'
import { ERROR_STATUS } from '../../src-shared/errors.ts'

/** The record's one table. The bodies come last, so that a list need not load them. */
export const ACTIVITY_LAYOUT = `
DROP TABLE IF EXISTS call;
CREATE TABLE call (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  slug TEXT NOT NULL,
  client TEXT NOT NULL,
  form TEXT NOT NULL,
  code TEXT,
  engine TEXT NOT NULL,
  cache TEXT NOT NULL,
  credits INTEGER NOT NULL,
  ms REAL NOT NULL,
  output_hash TEXT,
  bytes INTEGER NOT NULL,
  cut INTEGER NOT NULL,
  gist TEXT NOT NULL,
  agent TEXT NOT NULL DEFAULT '',
  session TEXT NOT NULL DEFAULT '',
  input TEXT,
  output TEXT
) STRICT;
`

/** By place and not by name, which takes a third less time for a row of so many columns. */
export const INSERT_CALL = `
INSERT INTO call (seq, at, request_id, key_id, slug, client, form, code, engine, cache, credits, ms,
  output_hash, bytes, cut, gist, agent, session, input, output)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
`
/** Bits of the column `cut`. */
export const INPUT_CUT = 1
export const OUTPUT_CUT = 2

const LIST_COLUMNS =
  'seq, at, request_id, key_id, slug, client, form, code, engine, cache, credits, ms, output_hash, gist, agent, session'

/** A call as a list reads it. Times are milliseconds since 1970. */
export interface ActivityListRow {
  readonly seq: number
  readonly at: number
  readonly request_id: string
  readonly key_id: string
  readonly slug: string
  readonly client: CallClient
  readonly form: CallForm
  /** The error code; null for a call that succeeded. */
  readonly code: ActivityEntry['code']
  readonly engine: ActivityEntry['engine']
  readonly cache: ActivityEntry['cache']
  readonly credits: number
  readonly ms: number
  readonly output_hash: string | null
  readonly gist: string
  /** What the client calls itself; empty if it did not say. */
  readonly agent: string
  /** The session that it named, or that of its MCP connection; empty if there is none. */
  readonly session: string
}

/** A call as it is stored. */
export interface ActivityRow extends ActivityListRow {
  /** Length of both bodies. */
  readonly bytes: number
  readonly cut: number
  readonly input: string | null
  readonly output: string | null
}

/** Which calls to list. */
export interface ActivityFilter {
  readonly slug?: string | undefined
  readonly key_id?: string | undefined
  readonly ok?: boolean | undefined
  readonly code?: string | undefined
  readonly client?: string | undefined
  readonly agent?: string | undefined
  readonly session?: string | undefined
  /** Only calls that ended before then. */
  readonly until?: number | undefined
  /** Only calls that ended then or later, in milliseconds since 1970. */
  readonly since?: number | undefined
  /** Only calls after this place. */
  readonly after?: number | undefined
}

const SEARCHED = ['slug', 'request_id', 'key_id', 'code', 'output_hash', 'input', 'output']

/** The statement of one page, without a search. */
export function listSql(filter: ActivityFilter): string {
  const where = ['seq < @before', ...conditionsOf(filter)].join(' AND ')
  return `SELECT ${LIST_COLUMNS} FROM call WHERE ${where} ORDER BY seq DESC LIMIT @limit`
}

/** The statement that searches a stretch of the record. */
export function searchSql(filter: ActivityFilter): string {
  const holds = SEARCHED.map((column) => `${column} LIKE @pattern ESCAPE '\\'`).join(' OR ')
  const where = ['seq >= @from', 'seq < @upTo', ...conditionsOf(filter), `(${holds})`].join(' AND ')
  return `SELECT ${LIST_COLUMNS} FROM call WHERE ${where} ORDER BY seq DESC LIMIT @limit`
}

/** The statement of one part of an export, the oldest first, with the bodies. */
export function exportSql(filter: ActivityFilter): string {
  const where = ['seq <= @upTo', ...conditionsOf(filter)].join(' AND ')
  return `SELECT * FROM call WHERE ${where} ORDER BY seq LIMIT @limit`
}

/** The values of `exportSql`. */
export function toExportParameters(
  filter: ActivityFilter,
  place: { readonly upTo: number; readonly limit: number },
): object {
  return { ...filterParameters(filter), ...place }
}

/** The values of `listSql`. @param place `before` is a place that the page ends before */
export function toListParameters(
  filter: ActivityFilter,
  place: { readonly before: number; readonly limit: number },
): object {
  return { ...filterParameters(filter), ...place }
}

/** The values of `searchSql`. The search is for literal text, so wildcards in it are escaped. */
export function toSearchParameters(
  { q, ...filter }: ActivityFilter & { readonly q: string },
  place: { readonly from: number; readonly upTo: number; readonly limit: number },
): object {
  const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  return { ...filterParameters(filter), ...place, pattern }
}

function conditionsOf(filter: ActivityFilter): string[] {
  const { slug, key_id, ok, code, since, until, after, client, agent, session } = filter
  return [
    ...(client === undefined ? [] : ['client = @client']),
    ...(agent === undefined ? [] : ['agent = @agent']),
    ...(session === undefined ? [] : ['session = @session']),
    ...(until === undefined ? [] : ['at < @until']),
    ...(slug === undefined ? [] : ['slug = @slug']),
    ...(key_id === undefined ? [] : ['key_id = @key_id']),
    ...(ok === undefined ? [] : [ok ? 'code IS NULL' : 'code IS NOT NULL']),
    ...(code === undefined ? [] : ['code = @code']),
    ...(since === undefined ? [] : ['at >= @since']),
    ...(after === undefined ? [] : ['seq > @after']),
  ]
}

function filterParameters({ ok: _, ...parameters }: ActivityFilter): object {
  return parameters
}

/** Calls of one session, or without one those of a client on one day, as they are added up. */
export interface SessionRow {
  readonly client: CallClient
  readonly agent: string
  readonly key_id: string
  readonly session: string
  readonly calls: number
  readonly refused: number
  readonly failed: number
  readonly credits: number
  /** Calls in the minute with the most of them. */
  readonly busiest_minute: number
  readonly first_at: number
  readonly last_at: number
}

const REFUSALS = Object.entries(ERROR_STATUS)
  .filter(([, status]) => REFUSED_STATUS.includes(status))
  .map(([code]) => `'${code}'`)
  .join(', ')

/** Calls without a session are told apart by their agent and day. */
const SESSION_PARTS = `client, key_id, session, CASE session WHEN '' THEN agent END, CASE session WHEN '' THEN at / 86400000 END`

/**
 * The statement that adds up the sessions since a time, the latest first: minute by minute, then all minutes. A
 * refusal may know its client less well.
 */
export const SESSIONS_SQL = `
WITH minutes (client, key_id, session, one, day, minute, known, agent, calls, refused, failed, credits, first_at, last_at) AS (
  SELECT ${SESSION_PARTS}, at / 60000, max(CASE WHEN code IS NULL THEN agent END), max(agent),
    count(*), count(*) FILTER (WHERE code IN (${REFUSALS})), count(code), sum(credits), min(at), max(at)
  FROM call WHERE at >= ? GROUP BY 1, 2, 3, 4, 5, 6
)
SELECT client, coalesce(max(known), max(agent)) AS agent, key_id, session, sum(calls) AS calls,
  sum(refused) AS refused, sum(failed) AS failed, sum(credits) AS credits, max(calls) AS busiest_minute,
  min(first_at) AS first_at, max(last_at) AS last_at
FROM minutes GROUP BY client, key_id, session, one, day ORDER BY last_at DESC LIMIT ?
`
