import { defineCommand } from 'citty'
import { keySource } from '../client/command-key.ts'
import { DATA_DIR_ARG } from '../client/data-dir.ts'
import { findGateway } from '../client/find-gateway.ts'
import { placeOf, URL_ARG } from '../client/gateway-place.ts'
import { JSON_ARG, print, printJson } from '../terminal/terminal.ts'

/** `toolgate config`: where commands look, and what they find there. Never a key itself. */
export const config = defineCommand({
  args: {
    json: JSON_ARG,
    url: URL_ARG,
    'data-dir': DATA_DIR_ARG,
  },
  run: async ({ args }) => {
    const place = placeOf(args, process.env)
    const { dataDir, named, namedBy } = place
    const found = {
      data_dir: dataDir,
      gateway: (await findGateway(place))?.url ?? null,
      key_from: keySource(dataDir, process.env),
    }
    if (args.json === true) return printJson(found)
    print(`Data     ${found.data_dir}`)
    print(
      `Gateway  ${found.gateway ?? (named === null ? 'not running' : `${named} (${namedBy}) does not answer`)}`,
    )
    print(`Key      ${found.key_from ?? 'none; set TOOLGATE_KEY'}`)
  },
})
