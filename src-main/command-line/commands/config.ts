import { defineCommand } from 'citty'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dataDirOf } from '../data-dir.ts'
import { findGateway } from '../find-gateway.ts'
import { print, printJson } from '../terminal.ts'

const VARIABLES = ['TOOLGATE_KEY', 'SLOP_KEY', 'SLOPSHOP_KEY'] as const

/** `toolgate config`: where commands look, and what they find there. Never a key itself. */
export const config = defineCommand({
  meta: { name: 'config', description: 'Shows the data folder, the gateway and where the key comes from' },
  args: {
    json: { type: 'boolean', description: 'Print one JSON document' },
    'data-dir': { type: 'string', description: 'Where the instance keeps its data (TOOLGATE_HOME)' },
  },
  run: async ({ args }) => {
    const dataDir = dataDirOf(args['data-dir'], process.env)
    const found = {
      data_dir: dataDir,
      gateway: await findGateway(dataDir, process.env),
      key_from: keySource(dataDir),
    }
    if (args.json === true) return printJson(found)
    print(`Data     ${found.data_dir}`)
    print(`Gateway  ${found.gateway ?? 'none runs'}`)
    print(`Key      ${found.key_from ?? 'none; set TOOLGATE_KEY'}`)
  },
})

function keySource(dataDir: string): string | null {
  const variable = VARIABLES.find((name) => process.env[name] !== undefined)
  if (variable !== undefined) return variable
  const file = join(dataDir, 'owner.key')
  return existsSync(file) ? file : null
}
