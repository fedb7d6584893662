import type { Database, Statement } from 'better-sqlite3'
import { parseJson } from '../../src-shared/parse-json.ts'
import { unpacked } from './packed-definition.ts'
import type { Definition, Source, SourceSecret, SourceTool, SourceToolFacts } from './source.ts'

interface SourceRow {
  readonly id: string
  readonly kind: Source['kind']
  readonly title: string
  readonly settings: string
  readonly state: Source['state']
  readonly credits: number
  readonly call_seconds: number | null
  readonly keep_running: 0 | 1
  readonly revision: number
  readonly server_name: string | null
  readonly server_version: string | null
  readonly added_by: string
  readonly added_at: number
  readonly looked_at: number | null
}

interface ToolRow {
  readonly source: string
  readonly original: string
  readonly slug: string
  readonly facts: string
  readonly approved_hash: string | null
  readonly seen_hash: string
  readonly state: SourceTool['state']
  readonly credits: number | null
  readonly read_only: 0 | 1
  readonly repeatable: 0 | 1
}

/** Which of the definitions of a tool. */
export type Which = 'approved' | 'seen'

/** A tool to write; its definition only where it was listed for the first time, or is another. */
export interface WrittenTool {
  readonly tool: SourceTool
  /** Packed. */
  readonly seen: Buffer | null
}

/** The tables of sources. Everything that writes runs in the transaction of its caller. */
export class SourceStore {
  readonly #db: Database
  readonly #putSource: Statement<[SourceRow]>
  readonly #putTool: Statement<[ToolRow & { readonly seen: Buffer | null }]>
  readonly #approve: Statement<{ source: string; original: string }>
  readonly #definition: Statement<[string, string], { approved: Buffer | null; seen: Buffer | null }>

  constructor(db: Database) {
    this.#db = db
    this.#putSource = db.prepare(
      `INSERT INTO source VALUES (@id, @kind, @title, @settings, @state, @credits, @call_seconds, @keep_running,
         @revision, @server_name, @server_version, @added_by, @added_at, @looked_at)
       ON CONFLICT (id) DO UPDATE SET title = @title, settings = @settings, state = @state, credits = @credits,
         call_seconds = @call_seconds, keep_running = @keep_running, revision = @revision,
         server_name = @server_name, server_version = @server_version, looked_at = @looked_at`,
    )
    this.#putTool = db.prepare(
      `INSERT INTO source_tool (source, original, slug, facts, approved_hash, seen, seen_hash, state, credits,
         read_only, repeatable)
       VALUES (@source, @original, @slug, @facts, @approved_hash, @seen, @seen_hash, @state, @credits, @read_only,
         @repeatable)
       ON CONFLICT (source, original) DO UPDATE SET facts = @facts, seen_hash = @seen_hash, state = @state,
         credits = @credits, read_only = @read_only, repeatable = @repeatable,
         seen = CASE WHEN @seen_hash = approved_hash THEN NULL ELSE coalesce(@seen, seen) END`,
    )
    this.#approve = db.prepare(
      `UPDATE source_tool SET approved = coalesce(seen, approved), approved_hash = seen_hash, seen = NULL
       WHERE source = @source AND original = @original`,
    )
    this.#definition = db.prepare(
      'SELECT approved, seen FROM source_tool WHERE source = ? AND original = ?',
    )
  }

  /** All sources, in the order of their ids. */
  sources(): Source[] {
    return this.#db.prepare<[], SourceRow>('SELECT * FROM source ORDER BY id').all().map(toSource)
  }

  /** All tools of all sources, without their definitions. */
  tools(): SourceTool[] {
    return this.#db
      .prepare<[], ToolRow>(
        `SELECT source, original, slug, facts, approved_hash, seen_hash, state, credits, read_only, repeatable
         FROM source_tool ORDER BY source, original`,
      )
      .all()
      .map(toTool)
  }

  /** Where the secrets of all sources are. */
  secrets(): (SourceSecret & { readonly source: string })[] {
    return this.#db
      .prepare<[], SourceSecret & { readonly source: string }>(
        'SELECT source, name, place FROM source_secret',
      )
      .all()
  }

  put(source: Source): void {
    this.#putSource.run(toRow(source))
  }

  putSecrets(source: string, secrets: readonly SourceSecret[]): void {
    const insert = this.#db.prepare('INSERT OR REPLACE INTO source_secret VALUES (?, ?, ?)')
    for (const { name, place } of secrets) insert.run(source, name, place)
  }

  removeSecret(source: string, name: string): void {
    this.#db.prepare('DELETE FROM source_secret WHERE source = ? AND name = ?').run(source, name)
  }

  putTools(tools: readonly WrittenTool[]): void {
    for (const { tool, seen } of tools) this.#putTool.run({ ...toToolRow(tool), seen })
  }

  /** Makes the definition that was listed last the approved one. */
  approve({ source, original }: SourceTool): void {
    this.#approve.run({ source, original })
  }

  /** The definition of a tool; null when there is none, as of one that was never approved. */
  definition(source: string, original: string, which: Which): Definition | null {
    const row = this.#definition.get(source, original)
    const packed = which === 'approved' ? row?.approved : (row?.seen ?? row?.approved)
    return packed ? unpacked(packed) : null
  }

  remove(id: string): void {
    this.#db.prepare('DELETE FROM source WHERE id = ?').run(id)
  }
}

function toSource(row: SourceRow): Source {
  const {
    call_seconds,
    keep_running,
    server_name,
    server_version,
    added_by,
    added_at,
    looked_at,
    ...rest
  } = row
  const source = {
    ...rest,
    settings: parseJson(row.settings),
    callSeconds: call_seconds,
    keepRunning: keep_running === 1,
    serverName: server_name,
    serverVersion: server_version,
    addedBy: added_by,
    addedAt: added_at,
    lookedAt: looked_at,
  }
  // Only put() writes it, with the settings of its kind.
  return source as Source
}

function toRow({ id, kind, title, state, credits, revision, ...source }: Source): SourceRow {
  return {
    ...{ id, kind, title, state, credits, revision },
    settings: JSON.stringify(source.settings),
    call_seconds: source.callSeconds,
    keep_running: source.keepRunning ? 1 : 0,
    server_name: source.serverName,
    server_version: source.serverVersion,
    added_by: source.addedBy,
    added_at: source.addedAt,
    looked_at: source.lookedAt,
  }
}

function toTool({ source, original, slug, facts, state, credits, ...row }: ToolRow): SourceTool {
  return {
    ...{ source, original, slug, state, credits },
    // Only putTools() writes it.
    facts: parseJson(facts) as SourceToolFacts,
    approvedHash: row.approved_hash,
    seenHash: row.seen_hash,
    readOnly: row.read_only === 1,
    repeatable: row.repeatable === 1,
  }
}

function toToolRow({ source, original, slug, state, credits, ...tool }: SourceTool): ToolRow {
  return {
    ...{ source, original, slug, state, credits },
    facts: JSON.stringify(tool.facts),
    approved_hash: tool.approvedHash,
    seen_hash: tool.seenHash,
    read_only: tool.readOnly ? 1 : 0,
    repeatable: tool.repeatable ? 1 : 0,
  }
}
