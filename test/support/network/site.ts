import type { Json } from '../gateway/test-gateway.ts'
import { runTool } from '../tools/run-tool.ts'
import { toolContext } from '../tools/tool-context.ts'
import { receiver } from './receiver.ts'
import { testOutbound } from './test-outbound.ts'

type Pages = Readonly<Record<string, readonly [type: string, body: string | Buffer]>>

/** A site with these pages by path, and a tool run on one of them. Its type is not sent if it is empty. */
export async function site(pages: Pages) {
  const { origin } = await receiver((request, response) => {
    const [type, body] = pages[request.url ?? ''] ?? []
    if (type === undefined) response.writeHead(404).end('gone')
    else response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(body)
  })
  const outbound = testOutbound({ allowedOrigins: new Set([origin]) })
  const run = async (slug: string, path = '/', input: object = {}): Promise<Json> =>
    await runTool(slug, { url: `${origin}${path}`, ...input }, toolContext({ outbound }))
  return { origin, run }
}
