import { UsageError } from '../terminal/usage-error.ts'

/** The options that limit a new key. */
export const SCOPE_ARGS = {
  slugs: { type: 'string', description: 'The tools it may call, separated by commas' },
  categories: { type: 'string', description: 'The categories it may call' },
  tiers: { type: 'string', description: 'The tiers it may call' },
  toolset: {
    type: 'string',
    description: 'The saved toolset whose tools it calls alone, with their presets',
  },
  source: { type: 'string', description: 'The sources whose tools it may call, separated by commas' },
  'credit-limit': { type: 'string', description: 'The most credits that it may spend in total' },
} as const

/** The same as the gateway takes them. @throws UsageError for a limit that is not a number */
export function scopesOf(
  args: Readonly<Partial<Record<keyof typeof SCOPE_ARGS, string | undefined>>>,
): object {
  return {
    ...listed('slugs', args.slugs),
    ...listed('categories', args.categories),
    ...listed('tiers', args.tiers),
    ...(args.toolset === undefined ? {} : { toolset: args.toolset }),
    ...listed('sources', args.source),
    ...numbered('credit_limit', args['credit-limit']),
  }
}

/** A number among the fields of a request; nothing for an option that was left out. @throws UsageError */
export function numbered(name: string, text: string | undefined): Record<string, number> {
  if (text === undefined) return {}
  const value = Number(text)
  if (text.trim() === '' || Number.isNaN(value))
    throw new UsageError(`${name.replaceAll('_', '-')} takes a number, not ${JSON.stringify(text)}.`)
  return { [name]: value }
}

function listed(name: string, text: string | undefined): Record<string, string[]> {
  return text === undefined ? {} : { [name]: text.split(',').map((item) => item.trim()) }
}
