/** Which engine handled a call, and how far its output can be trusted (spec, "Engine values"). */
export const ENGINE_CONFIDENCE = {
  real: 0.99,
  llm: 0.85,
  needs_key: 0,
  error: 0,
  // Somebody else's answer, which nothing here can check.
  external: 0.5,
} as const

export type Engine = keyof typeof ENGINE_CONFIDENCE

/** The engines of the tools of this build. */
export const OWN_ENGINES = ['real', 'llm', 'needs_key', 'error'] as const satisfies readonly Engine[]

/** The engine that handles the calls of a tool of this build of this tier. */
export function engineOfTier(tier: string): 'llm' | 'real' {
  return tier === 'llm' ? 'llm' : 'real'
}

/** Whether a text names an engine. */
export function isEngine(name: string | undefined): name is Engine {
  return name !== undefined && Object.hasOwn(ENGINE_CONFIDENCE, name)
}
