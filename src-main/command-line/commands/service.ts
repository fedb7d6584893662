import { defineCommand } from 'citty'
import { fileURLToPath } from 'node:url'
import { DATA_DIR_ARG, dataDirOf } from '../client/data-dir.ts'
import { findOwnGateway } from '../client/find-gateway.ts'
import type { ProgramFiles } from '../serve/program-files.ts'
import { readServeOptions } from '../serve/serve-options.ts'
import { findService } from '../service/find-service.ts'
import { installService, planOf, removeService, type ServicePlan } from '../service/install-service.ts'
import { thisMachine, type Machine } from '../service/machine.ts'
import { refuseRoot, refuseService } from '../service/refuse-service.ts'
import { commandLineOf } from '../service/service-setup.ts'
import type { ServiceSystem } from '../service/service-system.ts'
import { serviceSystemOf } from '../service/system-of.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { JSON_ARG, print, printJson } from '../terminal/terminal.ts'

const NONE = 'This user has no service. toolgate service install makes one.'

const install = ({ headless }: ProgramFiles) =>
  defineCommand({
    meta: {
      name: 'install',
      description:
        'Lets the system start the gateway at login and again when it fails; run it again after an update',
    },
    args: {
      'data-dir': DATA_DIR_ARG,
      port: { type: 'string', description: 'The port to listen on (4777)' },
      'dry-run': { type: 'boolean', description: 'Shows what would be written and run, and does neither' },
      json: JSON_ARG,
    },
    run: async ({ args }) => {
      const { machine, system } = here()
      const given = args.port === undefined ? [] : ['--port', args.port]
      const { port } = readServeOptions(given, process.env)
      const setup = {
        node: process.execPath,
        entry: fileURLToPath(headless),
        dataDir: dataDirOf(args['data-dir'], process.env),
        port: args.port === undefined ? null : port,
      }
      refuseService(setup, system, machine, process.versions['electron'])
      const plan = planOf(setup, system, machine)
      if (args['dry-run'] === true) return showPlan(plan, args.json === true)
      const url = await installService(setup, system, machine)
      if (args.json === true) return printJson({ installed: true, file: plan.file, url })
      print(`Toolgate answers at ${url}/v1, and starts at login as ${system.what}: ${plan.file}`)
      for (const line of [...system.advice(machine), 'To take it away:  toolgate service remove'])
        print(line)
    },
  })

function showPlan(plan: ServicePlan, json: boolean): void {
  if (json) return printJson({ installed: false, ...plan })
  print(`Would write ${plan.file}:\n\n${plan.text}\nand run:\n`)
  for (const command of plan.commands) print(`  ${command}`)
}

const remove = defineCommand({
  meta: { name: 'remove', description: 'Stops the service and removes it; the data folder stays' },
  args: { json: JSON_ARG },
  run: ({ args }) => {
    const { machine, system } = here()
    refuseRoot(machine)
    const setup = findService(system, machine)?.setup
    const file = removeService(system, machine)
    if (args.json === true) return printJson({ removed: file !== null, file })
    if (file === null) return print(NONE)
    print(`Removed ${file}. The data stays in ${setup?.dataDir ?? 'its folder'}.`)
  },
})

const status = defineCommand({
  meta: {
    name: 'status',
    description:
      'Says what the service starts and whether it answers: exit code 0, 4 when it is silent, 8 without one',
  },
  args: { json: JSON_ARG },
  run: async ({ args }) => {
    const { machine, system } = here()
    const found = findService(system, machine)
    if (found === null) {
      if (args.json !== true) throw new CommandFailed(NONE, EXIT.notFound)
      process.exitCode = EXIT.notFound
      return printJson({ installed: false })
    }
    const { file, setup, missing } = found
    const url = setup && (await findOwnGateway(setup.dataDir))
    const starts = setup && commandLineOf(setup)
    process.exitCode = url === null ? EXIT.unreachable : EXIT.done
    if (args.json === true)
      return printJson({ installed: true, file, starts, missing, data_dir: setup?.dataDir ?? null, url })
    print(`Service  ${file}`)
    print(`Starts   ${starts?.join(' ') ?? 'something that toolgate service install did not write'}`)
    if (missing !== null) print(`Missing  ${missing}; toolgate service install writes the service again`)
    print(`Gateway  ${url ?? 'does not answer'}`)
  },
})

function here(): { readonly machine: Machine; readonly system: ServiceSystem } {
  const machine = thisMachine(process.env)
  return { machine, system: serviceSystemOf(machine) }
}

/** `toolgate service`: a gateway that the system starts for this user. */
export const service = (files: ProgramFiles) =>
  defineCommand({ subCommands: { install: install(files), remove, status } })
