/** Options of a call besides its input. */
export interface CallModes {
  readonly agent: boolean
  readonly trace: boolean
}

const NO_MODES: CallModes = { agent: false, trace: false }

/** The body of `POST /v1/{slug}`, as the page sends it and every snippet shows it. */
export function callBodyOf(
  input: Readonly<Record<string, unknown>>,
  { agent, trace }: CallModes = NO_MODES,
) {
  return { ...input, ...(agent ? { mode: 'agent' } : {}), ...(trace ? { trace: true } : {}) }
}
