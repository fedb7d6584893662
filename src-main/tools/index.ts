import type { ToolDefinition } from './define-tool.ts'

type ToolModule = { readonly default: unknown }

/** One line a tool, sorted by slug; a test holds it against the files beside it. */
export const TOOL_MODULES: Readonly<Record<string, () => Promise<ToolModule>>> = {
  'code-json-to-typescript': () => import('./code/code-json-to-typescript.ts'),
  'code-json-to-zod': () => import('./code/code-json-to-zod.ts'),
  'comm-ical-create': () => import('./date/comm-ical-create.ts'),
  'crypto-cert-parse': () => import('./crypto/crypto-cert-parse.ts'),
  'crypto-checksum': () => import('./crypto/crypto-checksum.ts'),
  'crypto-decrypt-aes': () => import('./crypto/crypto-decrypt-aes.ts'),
  'crypto-encrypt-aes': () => import('./crypto/crypto-encrypt-aes.ts'),
  'crypto-hash-sha256': () => import('./crypto/crypto-hash-sha256.ts'),
  'crypto-hash-sha512': () => import('./crypto/crypto-hash-sha512.ts'),
  'crypto-hmac': () => import('./crypto/crypto-hmac.ts'),
  'crypto-jwt-decode': () => import('./crypto/crypto-jwt-decode.ts'),
  'crypto-jwt-sign': () => import('./crypto/crypto-jwt-sign.ts'),
  'crypto-jwt-verify': () => import('./crypto/crypto-jwt-verify.ts'),
  'crypto-keypair-generate': () => import('./crypto/crypto-keypair-generate.ts'),
  'crypto-nanoid': () => import('./crypto/crypto-nanoid.ts'),
  'crypto-password-generate': () => import('./crypto/crypto-password-generate.ts'),
  'crypto-password-hash': () => import('./crypto/crypto-password-hash.ts'),
  'crypto-password-verify': () => import('./crypto/crypto-password-verify.ts'),
  'crypto-random-bytes': () => import('./crypto/crypto-random-bytes.ts'),
  'crypto-random-int': () => import('./crypto/crypto-random-int.ts'),
  'crypto-totp-generate': () => import('./crypto/crypto-totp-generate.ts'),
  'crypto-totp-verify': () => import('./crypto/crypto-totp-verify.ts'),
  'crypto-uuid': () => import('./crypto/crypto-uuid.ts'),
  'date-add': () => import('./date/date-add.ts'),
  'date-business-days-between': () => import('./date/date-business-days-between.ts'),
  'date-cron-next': () => import('./date/date-cron-next.ts'),
  'date-diff': () => import('./date/date-diff.ts'),
  'date-format': () => import('./date/date-format.ts'),
  'date-holidays': () => import('./date/date-holidays.ts'),
  'date-iso-to-unix': () => import('./date/date-iso-to-unix.ts'),
  'date-parse': () => import('./date/date-parse.ts'),
  'date-rrule-expand': () => import('./date/date-rrule-expand.ts'),
  'date-timezone-convert': () => import('./date/date-timezone-convert.ts'),
  'date-unix-to-iso': () => import('./date/date-unix-to-iso.ts'),
  'id-ulid': () => import('./crypto/id-ulid.ts'),
  'json-schema-validate': () => import('./validation/json-schema-validate.ts'),
  'llm-summarize': () => import('./ai/llm-summarize.ts'),
  'math-evaluate': () => import('./math/math-evaluate.ts'),
  'memory-delete': () => import('./memory/memory-delete.ts'),
  'memory-get': () => import('./memory/memory-get.ts'),
  'memory-list': () => import('./memory/memory-list.ts'),
  'memory-search': () => import('./memory/memory-search.ts'),
  'memory-set': () => import('./memory/memory-set.ts'),
  'text-csv-to-json': () => import('./text/text-csv-to-json.ts'),
  'text-diff': () => import('./text/text-diff.ts'),
  'text-json-schema-generate': () => import('./text/text-json-schema-generate.ts'),
  'validate-credit-card': () => import('./validation/validate-credit-card.ts'),
  'validate-email': () => import('./validation/validate-email.ts'),
  'validate-iban': () => import('./validation/validate-iban.ts'),
  'validate-ip': () => import('./validation/validate-ip.ts'),
  'validate-phone': () => import('./validation/validate-phone.ts'),
  'validate-url': () => import('./validation/validate-url.ts'),
  'webhook-payload-verify': () => import('./crypto/webhook-payload-verify.ts'),
  'webhook-send': () => import('./agent/webhook-send.ts'),
}

/** Imports one tool's definition. */
export async function loadTool(slug: string): Promise<ToolDefinition | null> {
  const load = Object.hasOwn(TOOL_MODULES, slug) ? TOOL_MODULES[slug] : undefined
  // Each module's default export is checked against ToolDefinition where it is declared, by defineTool.
  return load ? ((await load()).default as ToolDefinition) : null
}
