/** The first line that a script's process gets. */
export interface ScriptStart {
  /** Where the file is. */
  readonly url: string
  /** What was approved, without types. */
  readonly code: string
}

/** A call of a script. */
export interface ScriptCall {
  readonly id: number
  readonly input: unknown
}

/**
 * What a script's process says. `ready`: its code was loaded; `unusable`: it was not; `answer` and `failed`: of a
 * call.
 */
export type ScriptLine =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unusable'; readonly message: string }
  | { readonly kind: 'answer'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
