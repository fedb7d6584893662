import type { ToolDefinition } from './define-tool.ts'

type ToolModule = { readonly default: unknown }

/** One line a tool, sorted by slug; a test holds it against the files beside it. */
export const TOOL_MODULES: Readonly<Record<string, () => Promise<ToolModule>>> = {
  'api-curl-parse': () => import('./http/api-curl-parse.ts'),
  'code-complexity-score': () => import('./code/code-complexity-score.ts'),
  'code-cron-explain': () => import('./code/code-cron-explain.ts'),
  'code-css-minify': () => import('./code/code-css-minify.ts'),
  'code-dockerfile-lint': () => import('./code/code-dockerfile-lint.ts'),
  'code-env-parse': () => import('./code/code-env-parse.ts'),
  'code-format': () => import('./code/code-format.ts'),
  'code-js-minify': () => import('./code/code-js-minify.ts'),
  'code-json-to-go-struct': () => import('./code/code-json-to-go-struct.ts'),
  'code-json-to-python-class': () => import('./code/code-json-to-python-class.ts'),
  'code-json-to-types': () => import('./code/code-json-to-types.ts'),
  'code-json-to-typescript': () => import('./code/code-json-to-typescript.ts'),
  'code-json-to-zod': () => import('./code/code-json-to-zod.ts'),
  'code-openapi-validate': () => import('./code/code-openapi-validate.ts'),
  'code-regex-explain': () => import('./code/code-regex-explain.ts'),
  'code-semver-bump': () => import('./code/code-semver-bump.ts'),
  'code-semver-compare': () => import('./code/code-semver-compare.ts'),
  'code-sql-format': () => import('./code/code-sql-format.ts'),
  'code-sql-parse': () => import('./code/code-sql-parse.ts'),
  'crypto-hash-sha256': () => import('./crypto/crypto-hash-sha256.ts'),
  'date-timezone-convert': () => import('./date/date-timezone-convert.ts'),
  'enrich-http-status-explain': () => import('./http/enrich-http-status-explain.ts'),
  'enrich-useragent-parse': () => import('./http/enrich-useragent-parse.ts'),
  'exec-javascript': () => import('./execute/exec-javascript.ts'),
  'exec-jq': () => import('./execute/exec-jq.ts'),
  'exec-sql-on-json': () => import('./execute/exec-sql-on-json.ts'),
  'llm-output-extract-json': () => import('./agent/llm-output-extract-json.ts'),
  'llm-output-fix-json': () => import('./agent/llm-output-fix-json.ts'),
  'llm-output-validate': () => import('./agent/llm-output-validate.ts'),
  'llm-summarize': () => import('./ai/llm-summarize.ts'),
  'math-evaluate': () => import('./math/math-evaluate.ts'),
  'memory-delete': () => import('./memory/memory-delete.ts'),
  'memory-get': () => import('./memory/memory-get.ts'),
  'memory-list': () => import('./memory/memory-list.ts'),
  'memory-search': () => import('./memory/memory-search.ts'),
  'memory-set': () => import('./memory/memory-set.ts'),
  'openapi-to-tools': () => import('./code/openapi-to-tools.ts'),
  'prompt-template-render': () => import('./agent/prompt-template-render.ts'),
  'security-header-audit': () => import('./http/security-header-audit.ts'),
  'semver-range-resolve': () => import('./code/semver-range-resolve.ts'),
  'text-csv-to-json': () => import('./text/text-csv-to-json.ts'),
  'text-diff': () => import('./text/text-diff.ts'),
  'text-json-schema-generate': () => import('./text/text-json-schema-generate.ts'),
  'text-token-estimate-cost': () => import('./agent/text-token-estimate-cost.ts'),
  'tools-search': () => import('./agent/tools-search.ts'),
  'webhook-send': () => import('./agent/webhook-send.ts'),
}

/** Imports one tool's definition. */
export async function loadTool(slug: string): Promise<ToolDefinition | null> {
  const load = Object.hasOwn(TOOL_MODULES, slug) ? TOOL_MODULES[slug] : undefined
  // Each module's default export is checked against ToolDefinition where it is declared, by defineTool.
  return load ? ((await load()).default as ToolDefinition) : null
}
