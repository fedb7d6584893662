/** What an owner has said of the folder of scripts. */
export interface FolderSettings {
  /** Whether a saved file is served without being looked at first. */
  readonly isEditedHere: boolean
}

/** A script as it was read. */
export interface ScriptPlan {
  /** The file, byte for byte; its hash stands for the tool. */
  readonly text: string
  /** The file without types, each line where it was. */
  readonly code: string
  /** Whether its answer depends on its input alone. */
  readonly isPure: boolean
  /** The name of the file. */
  readonly file: string
  /** The price that the file names. */
  readonly credits?: number
}

/** The folder of scripts, in the data folder. */
export const SCRIPT_FOLDER = 'tools'

/** Limits of scripts. Counts, bytes and milliseconds as the names say. */
export const FOLDER_LIMITS = {
  files: 200,
  fileBytes: 256 * 1024,
  restMs: 100,
  processes: 8,
  waiting: 64,
  idleMs: 5 * 60_000,
  heapMb: 256,
  startMs: 15_000,
} as const
