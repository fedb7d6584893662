import { readRuntimeFile } from '../../data-folder/runtime-file.ts'
import { findGateway } from '../client/find-gateway.ts'
import { GatewayClient } from '../client/gateway-client.ts'
import { placeOf } from '../client/gateway-place.ts'
import { openPage, signInAddress } from '../client/page-address.ts'
import { hasDisplay } from '../terminal/open-file.ts'
import { print, say } from '../terminal/terminal.ts'
import type { ProgramFiles } from './program-files.ts'
import { serve } from './serve.ts'

/**
 * `toolgate` alone on a terminal: finds the running gateway or starts one, opens the page and says how to stop.
 * @throws UsageError for an invalid address in the environment; CommandFailed when the gateway that it names is silent
 */
export async function startHere(files: ProgramFiles): Promise<void> {
  const { env } = process
  const { dataDir, named } = placeOf({}, env)
  const isHere = named === null
  if (isHere && (await findGateway(placeOf({}, env))) === null)
    return await serve(hasDisplay(env) ? ['--open'] : [], files)
  const client = await GatewayClient.find({})
  const pid = isHere ? readRuntimeFile(dataDir)?.pid : undefined
  say(`Toolgate answers at ${client.url}/v1 already.`)
  if (pid !== undefined) say(`Stop it with Ctrl-C in its terminal, or by ending process ${pid}.`)
  if (hasDisplay(env)) return await openPage(client)
  say('Open this address; it signs a browser in once:')
  print((await signInAddress(client, false)).page_url)
}
