import type { Command, Machine } from './machine.ts'
import type { ServiceSetup } from './service-setup.ts'

/** How a system starts programs of a user, and keeps them running. */
export interface ServiceSystem {
  /** What the file is, in the words of a sentence. */
  readonly what: string
  readonly encoding: 'utf8' | 'utf16le'
  readonly file: (machine: Machine) => string
  /** Files that the service itself writes, besides those in the data folder. */
  readonly leaves: (machine: Machine) => readonly string[]
  readonly text: (setup: ServiceSetup, machine: Machine) => string
  /** Why a command line cannot be written into such a file, as the start of a sentence; null when it can. */
  readonly unwritable: (words: readonly [string, ...string[]]) => string | null
  /** Makes a written file known, and starts the service. */
  readonly start: (machine: Machine) => readonly Command[]
  /** Stops the service, before its file is removed. */
  readonly stop: (machine: Machine) => readonly Command[]
  /** Makes it known that the file is gone. */
  readonly forget: (machine: Machine) => readonly Command[]
  /** Lines about what to do next. */
  readonly advice: (machine: Machine) => readonly string[]
}
