import { existsSync, readFileSync } from 'node:fs'
import type { Machine } from './machine.ts'
import { setupIn, type ServiceSetup } from './service-setup.ts'
import type { ServiceSystem } from './service-system.ts'

/** A service that was installed. */
export interface FoundService {
  readonly file: string
  /** Null when it was not written by `toolgate service install`. */
  readonly setup: ServiceSetup | null
  /** The first program it starts that is no longer there. */
  readonly missing: string | null
}

/** The service of this user; null when there is none. */
export function findService(system: ServiceSystem, machine: Machine): FoundService | null {
  const file = system.file(machine)
  if (!existsSync(file)) return null
  const setup = setupIn(readFileSync(file, system.encoding))
  const missing = setup && [setup.node, setup.entry].find((path) => !existsSync(path))
  return { file, setup, missing: missing ?? null }
}
