import { parseJson } from '../../src-shared/parse-json.ts'
import type { Rerun } from '../../src-shared/check-answer.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { CallError } from '../gateway/gateway-types.ts'

type Recomputed = {
  readonly kind: 'done' | 'failed' | 'unknown'
  readonly output_hash?: string
  readonly chars?: number
  readonly output?: string
  readonly reason?: string
}

type Again = Awaited<ReturnType<Rerun>> & { readonly output?: unknown }

/**
 * Runs past calls again on the page's own gateway, for 0 credits.
 * @param shows whether the output is wanted, not only its hash
 */
export function createRerun(json: GatewayClient['json'], shows = false) {
  return async (...[slug, version, fields, definition]: Parameters<Rerun>): Promise<Again> => {
    const body = {
      slug,
      input: fields,
      ...(version === null ? {} : { tool_version: version }),
      ...(definition === null ? {} : { definition }),
      ...(shows ? { with_output: true } : {}),
    }
    try {
      const again = (await json<Recomputed>('POST', '/app/recompute', body)).body
      if (again.kind === 'done')
        return {
          kind: 'done',
          outputHash: again.output_hash ?? '',
          chars: again.chars ?? 0,
          ...(again.output === undefined ? {} : { output: parseJson(again.output) }),
        }
      return { kind: again.kind, reason: again.reason ?? '' }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const reason = error.status === 0 ? 'Toolgate is not responding' : 'the page is not signed in'
      return { kind: 'unknown', reason: `It could not be run again: ${reason}.` }
    }
  }
}
