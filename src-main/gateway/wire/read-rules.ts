import type { z } from 'zod'
import { GatewayError, type Issue } from '../../../src-shared/errors.ts'
import {
  RULE_LIMITS,
  type KeyRules,
  type ToolLimit,
  type ToolLimits,
} from '../../../src-shared/rules/key-rules.ts'
import type { Guard } from '../../../src-shared/rules/guard.ts'
import { faultOfPattern } from '../../guards/own-patterns.ts'
import type { Tools } from '../../registry/tool-list.ts'
import type { ruleFields } from './rule-fields.ts'

type Sent = { readonly [Part in keyof typeof ruleFields]?: z.output<(typeof ruleFields)[Part]> }

/**
 * The rules of a key after a change.
 * @param known its rules so far
 * @returns null when nothing is left
 * @throws GatewayError validation_error naming every unknown tool
 */
export function readRules(sent: Sent, known: KeyRules | null, tools: Tools): KeyRules | null {
  const limits = sent.tool_limits === undefined ? known?.tool_limits : readLimits(sent.tool_limits, tools)
  const approval = sent.approval === undefined ? known?.approval : (sent.approval ?? undefined)
  const guards = sent.guards === undefined ? known?.guards : guardsIn(sent.guards)
  const paused = sent.paused === undefined ? known?.paused : (sent.paused ?? undefined)
  const rules: KeyRules = {
    ...(limits === undefined ? {} : { tool_limits: limits }),
    ...(approval === undefined ? {} : { approval }),
    ...(guards === undefined ? {} : { guards }),
    ...(paused === undefined ? {} : { paused }),
  }
  return Object.keys(rules).length === 0 ? null : rules
}

function readLimits(sent: ToolLimits | null, tools: Tools): ToolLimits | undefined {
  const entries = Object.entries(sent ?? {})
  if (entries.length > RULE_LIMITS.tools)
    throw refused([{ path: 'tool_limits', message: `It may name at most ${RULE_LIMITS.tools} tools` }])
  const unknown = entries.filter(([slug]) => !tools.find(slug))
  if (unknown.length > 0)
    throw refused(unknown.map(([slug]) => ({ path: `tool_limits.${slug}`, message: 'is unknown here' })))
  // An alias is stored as its slug, because calls are counted by slugs.
  const named: Record<string, ToolLimit> = {}
  for (const [slug, limit] of entries) named[tools.find(slug)?.slug ?? slug] = limit
  return entries.length === 0 ? undefined : named
}

function guardsIn(sent: readonly Guard[] | null): readonly Guard[] | undefined {
  return sent === null || sent.length === 0 ? undefined : sent
}

/** Refuses guards that cannot be run. @throws GatewayError validation_error naming every such pattern */
export async function checkGuards(sent: readonly Guard[] | null | undefined): Promise<void> {
  const issues: Issue[] = []
  for (const [at, { patterns = [] }] of (sent ?? []).entries())
    for (const [index, pattern] of patterns.entries()) {
      const fault = await faultOfPattern(pattern)
      if (fault !== null) issues.push({ path: `guards.${at}.patterns.${index}`, message: fault })
    }
  if (issues.length > 0) throw refused(issues)
}

function refused(issues: readonly Issue[]): GatewayError {
  const detail = issues.map(({ path, message }) => `${path} ${message}`).join('; ')
  return new GatewayError('validation_error', `The rules are not valid: ${detail}.`, {
    issues,
    missing_fields: [],
  })
}
