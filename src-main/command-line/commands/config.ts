import { defineCommand } from 'citty'
import { keySource } from '../client/command-key.ts'
import { DATA_DIR_ARG, dataDirOf } from '../client/data-dir.ts'
import { findGateway } from '../client/find-gateway.ts'
import { JSON_ARG, print, printJson } from '../terminal/terminal.ts'

/** `toolgate config`: where commands look, and what they find there. Never a key itself. */
export const config = defineCommand({
  args: {
    json: JSON_ARG,
    'data-dir': DATA_DIR_ARG,
  },
  run: async ({ args }) => {
    const dataDir = dataDirOf(args['data-dir'], process.env)
    const found = {
      data_dir: dataDir,
      gateway: (await findGateway(dataDir, process.env))?.url ?? null,
      key_from: keySource(dataDir, process.env),
    }
    if (args.json === true) return printJson(found)
    print(`Data     ${found.data_dir}`)
    print(`Gateway  ${found.gateway ?? 'not running'}`)
    print(`Key      ${found.key_from ?? 'none; set TOOLGATE_KEY'}`)
  },
})
