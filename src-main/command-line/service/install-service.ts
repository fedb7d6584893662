import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findOwnGateway } from '../client/find-gateway.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { findService } from './find-service.ts'
import { shownCommand, type Command, type Machine } from './machine.ts'
import type { ServiceSetup } from './service-setup.ts'
import type { ServiceSystem } from './service-system.ts'

/** How long a started service may take until its gateway answers. */
const START_MS = 60_000
const LOOK_MS = 200

/** What an installation writes and runs. */
export interface ServicePlan {
  readonly file: string
  readonly text: string
  readonly commands: readonly string[]
}

/** What `installService` would do. */
export function planOf(setup: ServiceSetup, system: ServiceSystem, machine: Machine): ServicePlan {
  return {
    file: system.file(machine),
    text: system.text(setup, machine).replace(/^\uFEFF/, ''),
    commands: system.start(machine).map(shownCommand),
  }
}

/**
 * Writes the service, starts it, and waits until its gateway answers. A service that was there is written again and
 * started again. When the system refuses it, the file is as it was before.
 * @returns the address of the gateway, without a trailing slash
 * @throws CommandFailed saying what went wrong
 */
export async function installService(
  setup: ServiceSetup,
  system: ServiceSystem,
  machine: Machine,
): Promise<string> {
  const file = system.file(machine)
  await refuseSecondGateway(setup, system, machine)
  const before = existsSync(file) ? readFileSync(file) : null
  write(file, system.text(setup, machine), system.encoding)
  try {
    runAll(system.start(machine), machine)
  } catch (error) {
    if (before === null) rmSync(file, { force: true })
    else writeFileSync(file, before)
    throw error
  }
  return await answering(setup, system, machine)
}

/**
 * Stops the service and removes what it has written, but for the data folder.
 * @returns its file; null when there was none
 * @throws CommandFailed when the system did not take it away; its file is gone then too
 */
export function removeService(system: ServiceSystem, machine: Machine): string | null {
  const service = findService(system, machine)
  if (service === null) return null
  try {
    runAll(system.stop(machine), machine)
  } finally {
    for (const path of [service.file, ...system.leaves(machine)]) rmSync(path, { force: true })
  }
  runAll(system.forget(machine), machine)
  return service.file
}

async function refuseSecondGateway(
  { dataDir }: ServiceSetup,
  system: ServiceSystem,
  machine: Machine,
): Promise<void> {
  if (findService(system, machine) !== null) return
  const url = await findOwnGateway(dataDir)
  if (url !== null)
    throw new CommandFailed(
      `A gateway already runs on ${dataDir}, at ${url}. Stop it, so that the service can take its place.`,
      EXIT.failed,
    )
}

async function answering(setup: ServiceSetup, system: ServiceSystem, machine: Machine): Promise<string> {
  const end = Date.now() + START_MS
  while (Date.now() < end) {
    const url = await findOwnGateway(setup.dataDir)
    if (url !== null) return url
    await pause(LOOK_MS)
  }
  throw new CommandFailed(
    `The service is installed, but its gateway does not answer. ${system.advice(machine)[0]}`,
    EXIT.unreachable,
  )
}

function write(file: string, text: string, encoding: BufferEncoding): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { encoding, mode: 0o600 })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailed(`${file} cannot be written: ${reason}.`, EXIT.failed)
  }
}

/** @throws CommandFailed for the first command that fails and may not */
function runAll(commands: readonly Command[], machine: Machine): void {
  for (const command of commands) {
    const fault = machine.run(command)
    if (fault !== null && command.mayFail !== true)
      throw new CommandFailed(
        `${shownCommand(command)} failed: ${fault} Without a service, toolgate serve starts a gateway.`,
        EXIT.failed,
      )
  }
}
