import { z } from 'zod'
import {
  APPROVED_TOOLS,
  LIMIT_SPANS,
  type ToolLimit,
  type ToolLimits,
} from '../../../src-shared/rules/key-rules.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { numbered } from '../client/key-scopes.ts'
import { print, printJson } from '../terminal/terminal.ts'
import { readGuards } from './read-guards.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** The options that lay down rules. */
export const RULE_ARGS = {
  limits: {
    type: 'string',
    description: 'Such as net-dns-lookup=5/minute,webhook-send=20/day: all limits of tools, or none',
  },
  approval: {
    type: 'string',
    description: `Which tools wait for approval: ${APPROVED_TOOLS.join(', ')}, or none`,
  },
  wait: { type: 'string', description: 'How many seconds a call waits for approval at most (120)' },
  guard: {
    type: 'string',
    description:
      'Such as "pii=redact results email,iban; order=refuse arguments /ORD-[0-9]+/": all guards, or none',
  },
} as const

type RuleArgs = Readonly<Partial<Record<keyof typeof RULE_ARGS, string | undefined>>>

const answer = z.looseObject({
  rules: z.looseObject({
    tool_limits: z.record(z.string(), z.unknown()).nullable(),
    approval: z.looseObject({ tools: z.string(), wait_seconds: z.number() }).nullable(),
    guards: z.array(z.looseObject({ name: z.string(), on: z.string(), action: z.string() })).nullish(),
  }),
})

/** `toolgate keys rules`: lays down what holds for the calls of a key. */
export const rules = defineClientCommand({
  name: 'rules',
  description:
    'Lays down how often a key may call tools, which calls wait for your approval, and what guards refuse or redact',
  args: { id: { type: 'positional', required: true, description: 'The id of the key' }, ...RULE_ARGS },
  run: async (client, { id, json, ...args }) => {
    const sent = rulesIn(args)
    if (Object.keys(sent).length === 0)
      throw new UsageError('Name what to lay down, such as --limits net-dns-lookup=5/minute.')
    const done = await client.post('/v1/enterprise/key-rules', { key_id: id, ...sent })
    if (json) return printJson(done)
    const { tool_limits, approval: held, guards } = answer.parse(done).rules
    print(
      tool_limits === null
        ? `No tool is limited for ${id}.`
        : `${id} has limits for ${Object.keys(tool_limits).join(', ')}.`,
    )
    if (held) print(`Its calls wait up to ${held.wait_seconds} s for approval (${held.tools}).`)
    for (const { name, action, on } of guards ?? []) print(`The guard ${name} will ${action} in ${on}.`)
  },
})

/** The rules that options name, as the gateway takes them; empty for none. @throws UsageError */
export function rulesIn({ limits, approval, wait, guard }: RuleArgs): object {
  return {
    ...(limits === undefined ? {} : { tool_limits: readLimits(limits) }),
    ...(approval === undefined ? {} : { approval: readApproval(approval, wait) }),
    ...(guard === undefined ? {} : { guards: readGuards(guard) }),
  }
}

function readApproval(tools: string, wait: string | undefined): object | null {
  if (tools === 'none') return null
  return { tools, ...numbered('wait_seconds', wait) }
}

/** Reads `net-dns-lookup=5/minute,net-dns-lookup=50/day`. @returns null for `none` @throws UsageError */
export function readLimits(text: string): ToolLimits | null {
  if (text === 'none') return null
  const limits: Record<string, ToolLimit> = {}
  for (const part of text.split(',')) {
    const [, slug, calls, span] = /^\s*([\w-]+)=(\d{1,9})\/(minute|hour|day)\s*$/.exec(part) ?? []
    if (slug === undefined)
      throw new UsageError(
        `--limits takes parts such as net-dns-lookup=5/minute, with ${Object.keys(LIMIT_SPANS)
          .map((name) => name.slice(4))
          .join(', ')}; not ${JSON.stringify(part)}.`,
      )
    limits[slug] = { ...limits[slug], [`per_${span}`]: Number(calls) }
  }
  return limits
}
