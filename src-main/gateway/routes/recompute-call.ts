import { z } from 'zod'
import { withoutGatewayFields } from '../../../src-shared/gateway-fields.ts'
import { sharerOf } from '../../accounts/account.ts'
import { withFileContents } from '../../pipeline/checks/with-file-contents.ts'
import { recomputePast, type Recomputed } from '../../pipeline/recompute.ts'
import { callerOf } from '../calls/read-tool-call.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

const fields = z.strictObject({
  slug: z.string().max(100),
  input: z.record(z.string(), z.unknown()),
  tool_version: z.int().optional(),
  definition: z.string().max(64).optional().describe('Of a tool of a source, as its receipt names it'),
  with_output: z.boolean().optional(),
})

/** Longer outputs are not sent along. */
const MAX_OUTPUT_CHARS = 1_000_000

/** POST /app/recompute: runs a call again without a charge, if its output depends only on its input. */
export const recomputeCall = defineRoute({
  method: 'POST',
  path: '/app/recompute',
  access: 'session',
  handle: async ({ event, account, context }) => {
    const {
      slug,
      input,
      tool_version: version = null,
      definition = null,
      with_output: shows = false,
    } = await readBody(event, fields)
    const { registry, workers } = context.services
    const tool = (await registry.find(slug)?.load()) ?? null
    const sent = { account, fields: withoutGatewayFields(input), caller: callerOf(event) }
    const { fields: whole } = tool ? await withFileContents(sent, tool, context.services) : sent
    const past = { slug, version, definition, fields: whole }
    const again = await recomputePast(past, tool, () => workers, sharerOf(account))
    return jsonReply(200, { ok: true, ...toWire(again, shows) })
  },
})

function toWire(again: Recomputed, shows: boolean) {
  if (again.kind !== 'done') return again
  const { kind, outputHash, dataJson } = again
  const sent = shows && dataJson.length <= MAX_OUTPUT_CHARS ? { output: dataJson } : {}
  return { kind, output_hash: outputHash, chars: dataJson.length, ...sent }
}
