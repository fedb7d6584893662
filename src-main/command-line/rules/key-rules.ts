import { z } from 'zod'
import { LIMIT_SPANS, type ToolLimit, type ToolLimits } from '../../../src-shared/rules/key-rules.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { print, printJson } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

const answer = z.looseObject({
  rules: z.looseObject({ tool_limits: z.record(z.string(), z.unknown()).nullable() }),
})

/** `toolgate keys rules`: lays down what holds for the calls of a key. */
export const rules = defineClientCommand({
  name: 'rules',
  description: 'Lays down what holds for the calls of a key: how often it may call a tool',
  args: {
    id: { type: 'positional', required: true, description: 'The id of the key' },
    limits: {
      type: 'string',
      description: 'Such as net-dns-lookup=5/minute,webhook-send=20/day: all limits of tools, or none',
    },
  },
  run: async (client, { id, limits, json }) => {
    if (limits === undefined)
      throw new UsageError('Name what to lay down, such as --limits net-dns-lookup=5/minute.')
    const sent = { key_id: id, tool_limits: readLimits(limits) }
    const done = await client.post('/v1/enterprise/key-rules', sent)
    if (json) return printJson(done)
    const { tool_limits } = answer.parse(done).rules
    print(
      tool_limits === null
        ? `No tool is limited for ${id}.`
        : `${id} has limits for ${Object.keys(tool_limits).join(', ')}.`,
    )
  },
})

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
