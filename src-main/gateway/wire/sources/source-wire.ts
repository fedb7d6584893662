import { findingsOf } from '../../../extensions/change-findings.ts'
import { shown } from '../../../extensions/odd-characters.ts'
import type { SourceBook } from '../../../extensions/source-book.ts'
import { asksAgain, toOriginWire } from './source-kinds.ts'
import {
  priceOf,
  type Definition,
  type Source,
  type SourceTool,
  type ToolState,
} from '../../../extensions/source.ts'

/** A source in a list, with what its processes take. */
export async function toSourceWire(source: Source, book: SourceBook) {
  const { id, title, credits, revision } = source
  const health = book.health(id)
  const counts: Record<ToolState, number> = { on: 0, off: 0, new: 0, changed: 0, gone: 0 }
  for (const { state } of book.tools(id)) counts[state]++
  return {
    ...{ id, title, credits, revision },
    ...toOriginWire(source, book),
    state: stateOf(source, book),
    needs_sign_in: book.signIns.needs(id),
    signed_in: book.signIns.has(id),
    secrets: book.secrets(id).map(({ name, place }) => ({ name, place })),
    server_name: source.serverName,
    server_version: source.serverVersion,
    call_seconds: source.callSeconds,
    keep_running: source.keepRunning,
    added_at: timeOf(source.addedAt),
    looked_at: timeOf(source.lookedAt),
    tool_counts: counts,
    pid: health.pid,
    memory_bytes: await book.memory(id),
    starts: health.starts,
    calls: health.calls,
    unknown_outcomes: health.unknown,
    last_error: health.lastError,
    last_error_at: timeOf(health.lastErrorAt),
  }
}

function stateOf({ id, state }: Source, book: SourceBook): string {
  if (state !== 'ready' && state !== 'reviewing') return state
  if (book.signIns.needs(id) !== null) return 'needs_sign_in'
  return state === 'ready' && book.health(id).pid !== null ? 'running' : state
}

/** A source with its tools and the state of its process. */
export async function toWholeSource(source: Source, book: SourceBook) {
  const { id } = source
  return {
    ...(await toSourceWire(source, book)),
    asks_again: asksAgain(source),
    stderr: shown(book.health(id).stderr),
    problems: book.health(id).problems ?? [],
    tools: book.tools(id).map((tool) => toToolWire(tool, source)),
  }
}

function toToolWire(tool: SourceTool, source: Source) {
  const { original, slug, state, facts } = tool
  return {
    name: original,
    slug,
    state,
    title: facts.title,
    summary: facts.summary,
    fields: facts.fields,
    says_read_only: facts.saysReadOnly,
    has_odd_characters: facts.isOdd ?? false,
    chars: facts.chars ?? null,
    place: facts.place ?? null,
    deprecated: facts.isDeprecated === true,
    hash: tool.seenHash,
    approved_hash: tool.approvedHash,
    credits: priceOf(tool, source),
    read_only: tool.readOnly,
    repeatable: tool.repeatable,
  }
}

/** So many changes are told at once: each has two definitions. */
const MOST_CHANGES = 100

/** What waits for the owner: tools that are new or not as they were approved, before and now. */
export async function toChangesWire(id: string, book: SourceBook) {
  const waiting = book.tools(id).filter(isWaiting)
  const told = waiting.slice(0, MOST_CHANGES).map(async (tool) => {
    const approved = tool.approvedHash === null ? null : await book.definition(tool, 'approved')
    const seen = await book.definition(tool, 'seen')
    return {
      ...{ name: tool.original, slug: tool.slug, state: tool.state, hash: tool.seenHash },
      approved_hash: tool.approvedHash,
      findings: seen ? await findingsOf(seen, approved) : [],
      approved: approved && toDefinitionWire(approved),
      seen: seen && toDefinitionWire(seen),
    }
  })
  return { changes: await Promise.all(told), waiting: waiting.length }
}

function isWaiting({ state, seenHash, approvedHash, facts }: SourceTool): boolean {
  if (state === 'new' || state === 'changed') return true
  return state === 'off' && (approvedHash === null ? facts.isOdd === true : seenHash !== approvedHash)
}

// What nobody sees is written as code points, so that a person reads what a model would.
function toDefinitionWire({
  title,
  description = '',
  inputSchema,
  outputSchema,
  annotations,
  request,
  script,
  command,
}: Definition) {
  const json = (value: unknown): string => shown(JSON.stringify(value, null, 2))
  return {
    title: title === undefined ? null : shown(title),
    description: shown(description),
    input_schema: json(inputSchema),
    output_schema: outputSchema === undefined ? null : json(outputSchema),
    annotations: annotations === undefined ? null : json(annotations),
    request: request === undefined && command === undefined ? null : json(request ?? command),
    code: script === undefined ? null : shown(script.text),
  }
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
