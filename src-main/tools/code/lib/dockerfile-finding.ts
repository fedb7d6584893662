export interface DockerfileFinding {
  readonly level: 'error' | 'warning' | 'info' | 'hint'
  readonly line: number
  readonly column: number
  readonly message: string
  readonly rule: string
}

/** Reports a finding on the instruction at hand. */
export type Report = (rule: string, level: DockerfileFinding['level'], message: string) => void
