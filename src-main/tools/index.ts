import type { ToolDefinition } from './define-tool.ts'

type ToolModule = { readonly default: unknown }

/** One line a tool, sorted by slug; a test holds it against the files beside it. */
export const TOOL_MODULES: Readonly<Record<string, () => Promise<ToolModule>>> = {
  'code-json-to-typescript': () => import('./code/code-json-to-typescript.ts'),
  'code-json-to-zod': () => import('./code/code-json-to-zod.ts'),
  'counter-get': () => import('./memory/counter-get.ts'),
  'counter-increment': () => import('./memory/counter-increment.ts'),
  'crypto-hash-sha256': () => import('./crypto/crypto-hash-sha256.ts'),
  'date-timezone-convert': () => import('./date/date-timezone-convert.ts'),
  'diff-patch-apply': () => import('./text/diff-patch-apply.ts'),
  'doc-docx-to-markdown': () => import('./document/doc-docx-to-markdown.ts'),
  'doc-pdf-to-text': () => import('./document/doc-pdf-to-text.ts'),
  'doc-xlsx-to-json': () => import('./document/doc-xlsx-to-json.ts'),
  'fuzzy-match': () => import('./text/fuzzy-match.ts'),
  'html-to-markdown': () => import('./document/html-to-markdown.ts'),
  'kv-get': () => import('./agent/kv-get.ts'),
  'kv-list': () => import('./agent/kv-list.ts'),
  'kv-set': () => import('./agent/kv-set.ts'),
  'llm-summarize': () => import('./ai/llm-summarize.ts'),
  'math-evaluate': () => import('./math/math-evaluate.ts'),
  'memory-delete': () => import('./memory/memory-delete.ts'),
  'memory-export': () => import('./memory/memory-export.ts'),
  'memory-get': () => import('./memory/memory-get.ts'),
  'memory-history': () => import('./memory/memory-history.ts'),
  'memory-import': () => import('./memory/memory-import.ts'),
  'memory-increment': () => import('./memory/memory-increment.ts'),
  'memory-list': () => import('./memory/memory-list.ts'),
  'memory-namespace-list': () => import('./memory/memory-namespace-list.ts'),
  'memory-search': () => import('./memory/memory-search.ts'),
  'memory-set': () => import('./memory/memory-set.ts'),
  'queue-pop': () => import('./memory/queue-pop.ts'),
  'queue-push': () => import('./memory/queue-push.ts'),
  'text-case-convert': () => import('./text/text-case-convert.ts'),
  'text-chunk': () => import('./text/text-chunk.ts'),
  'text-compare-similarity': () => import('./text/text-compare-similarity.ts'),
  'text-csv-to-json': () => import('./text/text-csv-to-json.ts'),
  'text-diff': () => import('./text/text-diff.ts'),
  'text-diff-unified': () => import('./text/text-diff-unified.ts'),
  'text-extract-emails': () => import('./text/text-extract-emails.ts'),
  'text-extract-phones': () => import('./text/text-extract-phones.ts'),
  'text-extract-urls': () => import('./text/text-extract-urls.ts'),
  'text-html-to-text': () => import('./text/text-html-to-text.ts'),
  'text-json-schema-generate': () => import('./text/text-json-schema-generate.ts'),
  'text-language-detect': () => import('./text/text-language-detect.ts'),
  'text-markdown-to-html': () => import('./document/text-markdown-to-html.ts'),
  'text-redact-pii': () => import('./text/text-redact-pii.ts'),
  'text-regex-replace': () => import('./text/text-regex-replace.ts'),
  'text-regex-test': () => import('./text/text-regex-test.ts'),
  'text-slugify': () => import('./text/text-slugify.ts'),
  'text-template': () => import('./text/text-template.ts'),
  'text-token-count': () => import('./text/text-token-count.ts'),
  'text-word-count': () => import('./text/text-word-count.ts'),
  'webhook-send': () => import('./agent/webhook-send.ts'),
}

/** Imports one tool's definition. */
export async function loadTool(slug: string): Promise<ToolDefinition | null> {
  const load = Object.hasOwn(TOOL_MODULES, slug) ? TOOL_MODULES[slug] : undefined
  // Each module's default export is checked against ToolDefinition where it is declared, by defineTool.
  return load ? ((await load()).default as ToolDefinition) : null
}
