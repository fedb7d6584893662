import type { ToolDefinition } from './define-tool.ts'

type ToolModule = { readonly default: unknown }

/** One line a tool, sorted by slug; a test holds it against the files beside it. */
export const TOOL_MODULES: Readonly<Record<string, () => Promise<ToolModule>>> = {
  'code-json-to-typescript': () => import('./code/code-json-to-typescript.ts'),
  'code-json-to-zod': () => import('./code/code-json-to-zod.ts'),
  'comm-vcard-create': () => import('./generate/comm-vcard-create.ts'),
  'crypto-hash-sha256': () => import('./crypto/crypto-hash-sha256.ts'),
  'data-group-by': () => import('./data/data-group-by.ts'),
  'data-json-flatten': () => import('./data/data-json-flatten.ts'),
  'data-json-patch': () => import('./data/data-json-patch.ts'),
  'data-json-to-xml': () => import('./data/data-json-to-xml.ts'),
  'data-json-to-yaml': () => import('./data/data-json-to-yaml.ts'),
  'data-json-unflatten': () => import('./data/data-json-unflatten.ts'),
  'data-jsonata': () => import('./data/data-jsonata.ts'),
  'data-toml-to-json': () => import('./data/data-toml-to-json.ts'),
  'date-timezone-convert': () => import('./date/date-timezone-convert.ts'),
  'enrich-country-code': () => import('./geo/enrich-country-code.ts'),
  'file-magic-detect': () => import('./media/file-magic-detect.ts'),
  'finance-irr': () => import('./finance/finance-irr.ts'),
  'finance-loan-payment': () => import('./finance/finance-loan-payment.ts'),
  'finance-npv': () => import('./finance/finance-npv.ts'),
  'gen-avatar-svg': () => import('./generate/gen-avatar-svg.ts'),
  'gen-fake-user': () => import('./generate/gen-fake-user.ts'),
  'gen-lorem-ipsum': () => import('./generate/gen-lorem-ipsum.ts'),
  'gen-test-data': () => import('./generate/gen-test-data.ts'),
  'geo-coordinates-distance': () => import('./geo/geo-coordinates-distance.ts'),
  'geo-point-in-polygon': () => import('./geo/geo-point-in-polygon.ts'),
  'llm-summarize': () => import('./ai/llm-summarize.ts'),
  'math-color-convert': () => import('./math/math-color-convert.ts'),
  'math-evaluate': () => import('./math/math-evaluate.ts'),
  'math-linear-regression': () => import('./math/math-linear-regression.ts'),
  'math-statistics': () => import('./math/math-statistics.ts'),
  'math-unit-convert': () => import('./math/math-unit-convert.ts'),
  'memory-delete': () => import('./memory/memory-delete.ts'),
  'memory-get': () => import('./memory/memory-get.ts'),
  'memory-list': () => import('./memory/memory-list.ts'),
  'memory-search': () => import('./memory/memory-search.ts'),
  'memory-set': () => import('./memory/memory-set.ts'),
  'svg-generate-chart': () => import('./generate/svg-generate-chart.ts'),
  'text-base64-decode': () => import('./data/text-base64-decode.ts'),
  'text-base64-encode': () => import('./data/text-base64-encode.ts'),
  'text-csv-to-json': () => import('./data/text-csv-to-json.ts'),
  'text-diff': () => import('./text/text-diff.ts'),
  'text-json-diff': () => import('./data/text-json-diff.ts'),
  'text-json-format': () => import('./data/text-json-format.ts'),
  'text-json-merge': () => import('./data/text-json-merge.ts'),
  'text-json-path': () => import('./data/text-json-path.ts'),
  'text-json-schema-generate': () => import('./data/text-json-schema-generate.ts'),
  'text-json-to-csv': () => import('./data/text-json-to-csv.ts'),
  'text-json-validate': () => import('./data/text-json-validate.ts'),
  'text-xml-to-json': () => import('./data/text-xml-to-json.ts'),
  'text-yaml-to-json': () => import('./data/text-yaml-to-json.ts'),
  'vision-barcode-generate': () => import('./media/vision-barcode-generate.ts'),
  'vision-image-metadata': () => import('./media/vision-image-metadata.ts'),
  'vision-image-resize': () => import('./media/vision-image-resize.ts'),
  'vision-metadata-strip': () => import('./media/vision-metadata-strip.ts'),
  'vision-qr-decode': () => import('./media/vision-qr-decode.ts'),
  'vision-qr-generate': () => import('./media/vision-qr-generate.ts'),
  'webhook-send': () => import('./agent/webhook-send.ts'),
}

/** Imports one tool's definition. */
export async function loadTool(slug: string): Promise<ToolDefinition | null> {
  const load = Object.hasOwn(TOOL_MODULES, slug) ? TOOL_MODULES[slug] : undefined
  // Each module's default export is checked against ToolDefinition where it is declared, by defineTool.
  return load ? ((await load()).default as ToolDefinition) : null
}
