import type { ProgramFile } from '../program-file.ts'

/** A field of a command: what a caller may put in place of its name in braces. */
export interface CommandField {
  readonly type: 'string' | 'integer' | 'number'
  readonly description?: string | undefined
  /** The only texts that it may be. */
  readonly choices?: readonly string[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  /** In characters. */
  readonly max_length?: number | undefined
  /** What is used where a caller leaves it out; without it a caller must send it. */
  readonly default?: string | number | undefined
  /** Whether a value may begin with `-`, which most programs read as an option. */
  readonly may_be_option?: boolean | undefined
}

/** A command as its owner writes it. */
export interface AskedCommandTool {
  readonly name: string
  readonly title?: string | undefined
  readonly summary: string
  /** The program and its arguments; one that is a name in braces is that field. */
  readonly argv: readonly string[]
  /** What it reads on stdin: a text, or a field in braces. */
  readonly stdin?: string | undefined
  readonly output: 'text' | 'json' | 'lines'
  readonly fields: Readonly<Record<string, CommandField>>
  /** How it may end when all is well. */
  readonly exit_codes: readonly number[]
  readonly read_only: boolean
}

/** A command as it was agreed to, with the program that was found. */
export interface CommandTool extends AskedCommandTool {
  readonly program: ProgramFile
}

/** Commands of the owner's, which share a folder and variables. */
export interface CommandSettings {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The names of its secret variables. */
  readonly secrets: readonly string[]
  readonly commands: readonly CommandTool[]
}

/** How a call of a command becomes a process; pinned with its definition. */
export type CommandPlan = Pick<CommandTool, 'argv' | 'stdin' | 'output' | 'fields' | 'exit_codes'>
