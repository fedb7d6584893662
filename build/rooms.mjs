/**
 * The rooms of src-main and what each may import besides itself and src-shared. The linter and test/tidy.test.ts
 * read this one table; docs/architecture.md says what each room is for.
 */

const BELOW_TOOLS = ['inference', 'json-schema', 'tokens', 'tool-kit']
const BELOW_PIPELINE = [
  'accounts',
  'cluster',
  'data-folder',
  'files',
  'hub',
  'ledger',
  'memory',
  'outbound',
  'providers',
  'receipts',
  'secrets',
  'shares',
  'storage',
]
const RUNS_CALLS = [
  'pipeline',
  'extensions',
  'guards',
  'registry',
  'tools',
  'workers',
  ...BELOW_TOOLS,
  ...BELOW_PIPELINE,
]
const LISTENERS = ['activity', 'telemetry']

/** @type {Readonly<Record<string, readonly string[]>>} */
export const ROOMS = {
  desktop: ['instance', 'gateway', 'mcp', 'evidence', ...LISTENERS, ...RUNS_CALLS],
  'command-line': ['instance', 'gateway', 'mcp', 'evidence', ...LISTENERS, ...RUNS_CALLS],
  instance: ['gateway', 'mcp', 'evidence', ...LISTENERS, ...RUNS_CALLS],
  gateway: ['mcp', 'evidence', ...LISTENERS, ...RUNS_CALLS],
  mcp: RUNS_CALLS,
  activity: ['pipeline', 'storage'],
  telemetry: ['pipeline', 'providers', 'shares'],
  pipeline: ['extensions', 'guards', 'registry', 'tools', 'workers', ...BELOW_TOOLS, ...BELOW_PIPELINE],
  extensions: ['registry', 'tools', ...BELOW_TOOLS, 'data-folder', 'outbound', 'secrets', 'storage'],
  registry: ['tools', ...BELOW_TOOLS, 'storage'],
  guards: ['tools', ...BELOW_TOOLS],
  workers: ['extensions', 'guards', 'registry', 'shares', 'tools', ...BELOW_TOOLS],
  tools: BELOW_TOOLS,
  inference: [],
  tokens: [],
  'json-schema': ['tool-kit'],
  'tool-kit': [],
  cluster: ['ledger', 'storage'],
  evidence: ['accounts', 'data-folder', 'ledger', 'receipts', 'storage'],
  accounts: ['data-folder', 'ledger', 'shares', 'storage'],
  ledger: ['data-folder', 'storage'],
  files: ['memory', 'shares', 'storage', 'tool-kit'],
  hub: ['ledger', 'providers', 'secrets', 'storage'],
  memory: ['storage', 'tool-kit'],
  outbound: ['shares', 'storage', 'tool-kit'],
  providers: ['data-folder', 'outbound', 'secrets', 'shares', 'storage', 'tokens', 'tool-kit'],
  receipts: ['data-folder', 'storage'],
  secrets: ['data-folder'],
  shares: [],
  storage: ['data-folder'],
  'data-folder': [],
}

/**
 * Why a file of one room must not import from another, and what to do instead.
 * @param {string} from
 * @param {string} to
 */
export function importAdvice(from, to) {
  if (to === 'desktop')
    return 'Only src-main/desktop.ts starts the desktop; pass in what you need as a parameter.'
  const way = ROOMS[from]?.length
    ? `${from} may import ${ROOMS[from].join(', ')}`
    : `${from} imports no room`
  return (
    `${way}, not ${to}. Move what both need down to the lowest room that owns the idea (or to src-shared), ` +
    'or take it as a parameter.'
  )
}
