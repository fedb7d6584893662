import {
  REFUSED_STATUS,
  type ActivityEntry,
  type ActivitySession,
  type CallClient,
} from '../../../src-shared/activity.ts'
import { ERROR_STATUS } from '../../../src-shared/errors.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const CLIENT_WORDS: Readonly<Record<CallClient, string>> = {
  page: 'This page',
  api: 'HTTP',
  cli: 'Command line',
  mcp: 'MCP',
}

/** The sessions of one client, with what they cost together. */
export interface ClientGroup {
  readonly id: string
  readonly name: string
  /** How it calls, where its name does not say it. */
  readonly by: string
  readonly credits: number
  readonly refused: number
  readonly sessions: readonly ActivitySession[]
}

/** A call on its own, or refusals of one kind that followed each other, the newest first. */
export type CallGroup = readonly [ActivityEntry, ...ActivityEntry[]]

/** Tells a session from the others; calls without one belong together for a day (UTC). */
export function idOfSession(one: ActivitySession): string {
  const day = one.session === '' ? [one.agent, dayOf(one)] : []
  return JSON.stringify([one.client, one.key_id, one.session, ...day])
}

/** The name of a session's client, as it calls itself. */
export function clientName({ agent, client }: ActivitySession): string {
  return agent || CLIENT_WORDS[client]
}

/** Puts the sessions of each client together, the one with the latest call first. */
export function groupSessions(sessions: readonly ActivitySession[]): readonly ClientGroup[] {
  const groups = new Map<string, ActivitySession[]>()
  for (const one of sessions) {
    const id = JSON.stringify([one.client, one.agent])
    groups.set(id, [...(groups.get(id) ?? []), one])
  }
  return [...groups].map(([id, own]) => ({
    id,
    name: clientName(own[0]!),
    by: own[0]!.agent === '' ? '' : CLIENT_WORDS[own[0]!.client],
    credits: sumOf(own.map(({ credits }) => credits)),
    refused: sumOf(own.map(({ refused }) => refused)),
    sessions: own,
  }))
}

/** The query of the record for the calls of a session. */
export function queryOf(one: ActivitySession): URLSearchParams {
  const { client, key_id, session, agent } = one
  const query = new URLSearchParams({ client, key_id, session })
  if (session !== '') return query
  const from = dayOf(one) * DAY_MS
  for (const [name, value] of Object.entries({ agent, since: from, until: from + DAY_MS }))
    query.set(name, String(value))
  return query
}

/** Whether a call was refused: without a key, credits or permission, or too often. */
export function isRefused({ code }: Pick<ActivityEntry, 'code'>): boolean {
  return code !== null && REFUSED_STATUS.includes(ERROR_STATUS[code])
}

/** Puts refusals together that follow each other and have the same tool and reason. */
export function groupCalls(entries: readonly ActivityEntry[]): readonly CallGroup[] {
  const groups: [ActivityEntry, ...ActivityEntry[]][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const isSame = last?.[0].slug === entry.slug && last[0].code === entry.code && isRefused(entry)
    if (last && isSame) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

function dayOf({ last_ts }: ActivitySession): number {
  return Math.floor(Date.parse(last_ts) / DAY_MS)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
