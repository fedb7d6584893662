/**
 * The tools that a client sees unless it asks for others: at most 30, because models choose worse from long lists
 * and some clients cut them off. A test checks each against the registry.
 */
export const CORE_TOOLS: readonly string[] = [
  'code-format',
  'code-json-to-typescript',
  'crypto-hash-sha256',
  'crypto-uuid',
  'date-add',
  'date-parse',
  'date-timezone-convert',
  'exec-javascript',
  'exec-jq',
  'exec-sql-on-json',
  'html-to-markdown',
  'json-schema-validate',
  'llm-summarize',
  'math-evaluate',
  'math-statistics',
  'memory-get',
  'memory-list',
  'memory-search',
  'memory-set',
  'net-http-get',
  'sense-url-content',
  'text-chunk',
  'text-csv-to-json',
  'text-diff',
  'text-json-path',
  'text-regex-replace',
  'text-token-count',
  'webhook-send',
]
