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
})

/** POST /app/recompute: runs a call again without a charge, if its output depends only on its input. */
export const recomputeCall = defineRoute({
  method: 'POST',
  path: '/app/recompute',
  access: 'session',
  handle: async ({ event, account, context }) => {
    const { slug, input, tool_version: version = null } = await readBody(event, fields)
    const { registry, workers } = context.services
    const tool = (await registry.find(slug)?.load()) ?? null
    const sent = { account, fields: withoutGatewayFields(input), caller: callerOf(event) }
    const { fields: whole } = tool ? await withFileContents(sent, tool, context.services) : sent
    const past = { slug, version, fields: whole }
    const again = await recomputePast(past, tool, () => workers, sharerOf(account))
    return jsonReply(200, { ok: true, ...toWire(again) })
  },
})

function toWire(again: Recomputed) {
  if (again.kind !== 'done') return again
  return { kind: again.kind, output_hash: again.outputHash, chars: again.dataJson.length }
}
