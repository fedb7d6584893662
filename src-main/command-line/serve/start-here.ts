import { readRuntimeFile } from '../../data-folder/runtime-file.ts'
import { dataDirOf } from '../client/data-dir.ts'
import { findGateway, namedGateway } from '../client/find-gateway.ts'
import { GatewayClient } from '../client/gateway-client.ts'
import { openPage, signInAddress } from '../client/page-address.ts'
import { hasDisplay } from '../terminal/open-file.ts'
import { reporting } from '../terminal/reporting.ts'
import { print, say } from '../terminal/terminal.ts'
import { serve, type BuiltFiles } from './serve.ts'

/** `toolgate` alone on a terminal: finds the running gateway or starts one, opens the page and says how to stop. */
export async function startHere(files: BuiltFiles): Promise<void> {
  const { env } = process
  const dataDir = dataDirOf(undefined, env)
  if ((await findGateway(dataDir, env)) === null && namedGateway(env) === null)
    return await serve(hasDisplay(env) ? ['--open'] : [], files)
  process.exitCode = await reporting(false, async () => {
    const client = await GatewayClient.find({})
    const pid = namedGateway(env) === null ? readRuntimeFile(dataDir)?.pid : undefined
    say(`Toolgate answers at ${client.url}/v1 already.`)
    if (pid !== undefined) say(`Stop it with Ctrl-C in its terminal, or by ending process ${pid}.`)
    if (hasDisplay(env)) return await openPage(client)
    say('Open this address; it signs a browser in once:')
    print((await signInAddress(client, false)).page_url)
  })
}
