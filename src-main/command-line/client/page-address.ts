import { z } from 'zod'
import { openFile } from '../terminal/open-file.ts'
import { print, say } from '../terminal/terminal.ts'
import type { GatewayClient } from './gateway-client.ts'

const issued = z.looseObject({ page_url: z.string(), page_file: z.string().nullish() })

/**
 * A fresh one-time address that signs a browser in as the owner.
 * @param withFile asks for a private file too, which takes a browser there
 */
export async function signInAddress(
  client: GatewayClient,
  withFile: boolean,
): Promise<z.infer<typeof issued>> {
  return issued.parse(await client.post(withFile ? '/app/session-code?file=1' : '/app/session-code'))
}

/** Opens the page in the browser of this machine, signed in, or prints its address where none can be opened. */
export async function openPage(client: GatewayClient): Promise<void> {
  const { page_url: url, page_file: file } = await signInAddress(client, true)
  if (typeof file === 'string' && (await openFile(file))) return say('The page opens in the browser.')
  say('No browser could be opened here. Open this address; it signs a browser in once:')
  print(url)
}
