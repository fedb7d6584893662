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
import { UsageError } from '../terminal/usage-error.ts'

const answer = z.looseObject({
  rules: z.looseObject({
    tool_limits: z.record(z.string(), z.unknown()).nullable(),
    approval: z.looseObject({ tools: z.string(), wait_seconds: z.number() }).nullable(),
  }),
})

/** `toolgate keys rules`: lays down what holds for the calls of a key. */
export const rules = defineClientCommand({
  name: 'rules',
  description: 'Lays down how often a key may call tools, and which calls wait for your approval',
  args: {
    id: { type: 'positional', required: true, description: 'The id of the key' },
    limits: {
      type: 'string',
      description: 'Such as net-dns-lookup=5/minute,webhook-send=20/day: all limits of tools, or none',
    },
    approval: {
      type: 'string',
      description: `Which tools wait for approval: ${APPROVED_TOOLS.join(', ')}, or none`,
    },
    wait: { type: 'string', description: 'How many seconds a call waits for approval at most (120)' },
  },
  run: async (client, { id, limits, approval, wait, json }) => {
    const sent = {
      ...(limits === undefined ? {} : { tool_limits: readLimits(limits) }),
      ...(approval === undefined ? {} : { approval: readApproval(approval, wait) }),
    }
    if (Object.keys(sent).length === 0)
      throw new UsageError('Name what to lay down, such as --limits net-dns-lookup=5/minute.')
    const done = await client.post('/v1/enterprise/key-rules', { key_id: id, ...sent })
    if (json) return printJson(done)
    const { tool_limits, approval: held } = answer.parse(done).rules
    print(
      tool_limits === null
        ? `No tool is limited for ${id}.`
        : `${id} has limits for ${Object.keys(tool_limits).join(', ')}.`,
    )
    if (held) print(`Its calls wait up to ${held.wait_seconds} s for approval (${held.tools}).`)
  },
})

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
