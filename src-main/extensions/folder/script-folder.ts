import { hash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { ProcessStart } from '../processes/stdio-process.ts'
import { SCRIPT_FOLDER, type FolderSettings } from './folder-settings.ts'
import type { ReadFile } from './script-thread.ts'

/** What scripts are read and run with. */
export interface FolderParts {
  /** Null for an instance that keeps nothing on disk. */
  readonly dataDir: string | null
  /** Reads what a file says of its tool, in a worker; runs none of it. */
  readonly read: (name: string, file: string, text: string) => Promise<ReadFile>
  /** How a process is started that runs one script. */
  readonly start: (folder: string) => ProcessStart
}

/** Everything that a person must have seen before the folder is switched on. */
export interface FolderConsent {
  readonly settings: FolderSettings
  readonly path: string
  readonly warnings: readonly string[]
  /** Stands for all of this. */
  readonly hash: string
}

/** The folder of scripts of an instance. */
export class ScriptFolder {
  readonly #parts: FolderParts

  constructor(parts: FolderParts) {
    this.#parts = parts
  }

  /** Where it is. @throws GatewayError for an instance that keeps nothing on disk */
  get path(): string {
    const { dataDir } = this.#parts
    if (dataDir !== null) return join(dataDir, SCRIPT_FOLDER)
    throw new GatewayError('validation_error', 'This Toolgate keeps nothing on disk, so it has no folder.')
  }

  /** Reads what a file says of its tool. */
  read(name: string, file: string, text: string): Promise<ReadFile> {
    return this.#parts.read(name, file, text)
  }

  /** How a process is started that runs one script. */
  start(): ProcessStart {
    return this.#parts.start(this.path)
  }

  /** Makes the folder, for this user alone, if it is missing. */
  make(): void {
    if (!lstatSync(this.path, { throwIfNoEntry: false })) mkdirSync(this.path, { mode: 0o700 })
  }

  /** What switching it on would allow. */
  consentTo({ isEditedHere }: FolderSettings): FolderConsent {
    const { path } = this
    const settings = { isEditedHere }
    const warnings = isEditedHere
      ? ['Whatever is saved in this folder runs without being looked at first, by whomever it was saved.']
      : []
    return { settings, path, warnings, hash: hash('sha256', canonicalJson({ ...settings, path })) }
  }
}
