import { copyVersion } from '../storage/engine/copy-version.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { all, one, run, statement, type Work } from '../storage/engine/work.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { unpacked } from './packed-definition.ts'
import type { Definition, Source, SourceSecret, SourceTool, SourceToolFacts } from './source.ts'

type SourceRow = {
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

type ToolRow = {
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

const SOURCES = statement<Record<never, never>, SourceRow>('SELECT * FROM source ORDER BY id')
const TOOLS = statement<Record<never, never>, ToolRow>(
  `SELECT source, original, slug, facts, approved_hash, seen_hash, state, credits, read_only, repeatable
   FROM source_tool ORDER BY source, original`,
)
const SECRETS = statement<Record<never, never>, SourceSecret & { readonly source: string }>(
  'SELECT source, name, place FROM source_secret',
)
const PUT_SOURCE = statement<SourceRow>(
  `INSERT INTO source (id, kind, title, settings, state, credits, call_seconds, keep_running, revision, server_name,
     server_version, added_by, added_at, looked_at)
   VALUES (:id, :kind, :title, :settings, :state, :credits, :call_seconds, :keep_running,
     :revision, :server_name, :server_version, :added_by, :added_at, :looked_at)
   ON CONFLICT (id) DO UPDATE SET title = :title, settings = :settings, state = :state, credits = :credits,
     call_seconds = :call_seconds, keep_running = :keep_running, revision = :revision,
     server_name = :server_name, server_version = :server_version, looked_at = :looked_at`,
)
const PUT_SECRET = statement<{ source: string; name: string; place: string }>(
  `INSERT INTO source_secret (source, name, place) VALUES (:source, :name, :place)
   ON CONFLICT (source, name) DO UPDATE SET place = excluded.place`,
)
const REMOVE_SECRET = statement<{ source: string; name: string }>(
  'DELETE FROM source_secret WHERE source = :source AND name = :name',
)
const PUT_TOOL = statement<ToolRow & { seen: Buffer | null }>(
  `INSERT INTO source_tool (source, original, slug, facts, approved_hash, seen, seen_hash, state, credits,
     read_only, repeatable)
   VALUES (:source, :original, :slug, :facts, :approved_hash, :seen, :seen_hash, :state, :credits, :read_only,
     :repeatable)
   ON CONFLICT (source, original) DO UPDATE SET facts = :facts, seen_hash = :seen_hash, state = :state,
     credits = :credits, read_only = :read_only, repeatable = :repeatable,
     seen = CASE WHEN :seen_hash = source_tool.approved_hash THEN NULL ELSE coalesce(:seen, source_tool.seen) END`,
)
const APPROVE = statement<{ source: string; original: string }>(
  `UPDATE source_tool SET approved = coalesce(seen, approved), approved_hash = seen_hash, seen = NULL
   WHERE source = :source AND original = :original`,
)
const DEFINITION = statement<
  { source: string; original: string },
  { readonly approved: Uint8Array | null; readonly seen: Uint8Array | null }
>('SELECT approved, seen FROM source_tool WHERE source = :source AND original = :original')
const FIND = statement<{ id: string }, { readonly id: string }>('SELECT id FROM source WHERE id = :id')
const REMOVE = statement<{ id: string }>('DELETE FROM source WHERE id = :id')

/** What is stored of all sources. */
export interface StoredSources {
  /** In the order of their ids. */
  readonly sources: readonly Source[]
  /** Without their definitions. */
  readonly tools: readonly SourceTool[]
  /** Where their secrets are. */
  readonly secrets: readonly (SourceSecret & { readonly source: string })[]
  /** Null where no other gateway changes them. */
  readonly version: number | null
}

/** The tables of sources. Everything that writes belongs into the transaction of its caller. */
export class SourceStore {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  *all(): Work<StoredSources> {
    const version = yield* copyVersion('source')
    const sources = (yield* all(SOURCES, {})).map(toSource)
    if (sources.length === 0) return { sources, tools: [], secrets: [], version }
    const tools = (yield* all(TOOLS, {})).map(toTool)
    return { sources, tools, secrets: yield* all(SECRETS, {}), version }
  }

  *has(id: string): Work<boolean> {
    return (yield* one(FIND, { id })) !== undefined
  }

  *put(source: Source): Work<void> {
    yield* run(PUT_SOURCE, toRow(source))
  }

  *putSecrets(source: string, secrets: readonly SourceSecret[]): Work<void> {
    for (const { name, place } of secrets) yield* run(PUT_SECRET, { source, name, place })
  }

  /** @param before where they were */
  *changeSecrets(
    source: string,
    before: readonly SourceSecret[],
    secrets: readonly SourceSecret[],
  ): Work<void> {
    for (const { name } of before)
      if (!secrets.some((one) => one.name === name)) yield* this.removeSecret(source, name)
    yield* this.putSecrets(source, secrets)
  }

  *removeSecret(source: string, name: string): Work<void> {
    yield* run(REMOVE_SECRET, { source, name })
  }

  *putTools(tools: readonly WrittenTool[]): Work<void> {
    for (const { tool, seen } of tools) yield* run(PUT_TOOL, { ...toToolRow(tool), seen })
  }

  /** Makes the definitions that were listed last the approved ones. */
  *approve(tools: readonly SourceTool[]): Work<void> {
    for (const { source, original } of tools) yield* run(APPROVE, { source, original })
  }

  /** The definition of a tool; null when there is none, as of one that was never approved. */
  async definition(source: string, original: string, which: Which): Promise<Definition | null> {
    const row = await this.#engine.read(() => one(DEFINITION, { source, original }))
    const packed = which === 'approved' ? row?.approved : (row?.seen ?? row?.approved)
    return packed ? unpacked(packed) : null
  }

  *remove(id: string): Work<void> {
    yield* run(REMOVE, { id })
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
