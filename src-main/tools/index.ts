import type { ToolDefinition } from './define-tool.ts'

type ToolModule = { readonly default: unknown }

/** One line a tool, sorted by slug; a test holds it against the files beside it. */
export const TOOL_MODULES: Readonly<Record<string, () => Promise<ToolModule>>> = {
  'code-json-to-typescript': () => import('./code/code-json-to-typescript.ts'),
  'code-json-to-zod': () => import('./code/code-json-to-zod.ts'),
  'crypto-hash-sha256': () => import('./crypto/crypto-hash-sha256.ts'),
  'date-timezone-convert': () => import('./date/date-timezone-convert.ts'),
  'llm-classify': () => import('./ai/llm-classify.ts'),
  'llm-code-generate': () => import('./ai/llm-code-generate.ts'),
  'llm-code-review': () => import('./ai/llm-code-review.ts'),
  'llm-code-test-generate': () => import('./ai/llm-code-test-generate.ts'),
  'llm-commit-message': () => import('./ai/llm-commit-message.ts'),
  'llm-data-extract': () => import('./ai/llm-data-extract.ts'),
  'llm-email-draft': () => import('./ai/llm-email-draft.ts'),
  'llm-explain-code': () => import('./ai/llm-explain-code.ts'),
  'llm-extract-action-items': () => import('./ai/llm-extract-action-items.ts'),
  'llm-extract-entities': () => import('./ai/llm-extract-entities.ts'),
  'llm-release-notes': () => import('./ai/llm-release-notes.ts'),
  'llm-rewrite': () => import('./ai/llm-rewrite.ts'),
  'llm-sql-generate': () => import('./ai/llm-sql-generate.ts'),
  'llm-summarize': () => import('./ai/llm-summarize.ts'),
  'llm-translate': () => import('./ai/llm-translate.ts'),
  'math-evaluate': () => import('./math/math-evaluate.ts'),
  'memory-delete': () => import('./memory/memory-delete.ts'),
  'memory-get': () => import('./memory/memory-get.ts'),
  'memory-list': () => import('./memory/memory-list.ts'),
  'memory-search': () => import('./memory/memory-search.ts'),
  'memory-set': () => import('./memory/memory-set.ts'),
  'text-csv-to-json': () => import('./text/text-csv-to-json.ts'),
  'text-diff': () => import('./text/text-diff.ts'),
  'text-json-schema-generate': () => import('./text/text-json-schema-generate.ts'),
  'webhook-send': () => import('./agent/webhook-send.ts'),
}

/** Imports one tool's definition. */
export async function loadTool(slug: string): Promise<ToolDefinition | null> {
  const load = Object.hasOwn(TOOL_MODULES, slug) ? TOOL_MODULES[slug] : undefined
  // Each module's default export is checked against ToolDefinition where it is declared, by defineTool.
  return load ? ((await load()).default as ToolDefinition) : null
}
