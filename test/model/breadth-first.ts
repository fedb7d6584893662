/** What a search over the states of a model has found. */
export interface Found {
  /** Different states that were reached. */
  readonly states: number
  /** The first state that is wrong: why, and the steps to it; null when none is. */
  readonly fault: { readonly why: string; readonly steps: readonly string[] } | null
}

/** A protocol as a model: plain data, and what can happen next. */
export interface Model<State> {
  readonly start: State
  /** Everything that can happen in a state, by name. Each gets a copy of its own, which it may change. */
  readonly steps: (state: State) => readonly (readonly [name: string, step: (copy: State) => void])[]
  /** Why a state must never be; null for one that may. */
  readonly wrong: (state: State) => string | null
}

/** Reaches every state of a model, those that need few steps first, until one is wrong. */
export function searchAll<State>({ start, steps, wrong }: Model<State>): Found {
  const first = JSON.stringify(start)
  const cameFrom = new Map<string, readonly [before: string, step: string] | null>([[first, null]])
  // A map keeps the order in which its members came, and goes on to those that come meanwhile.
  for (const text of cameFrom.keys()) {
    const read = (): State => JSON.parse(text) as State // what was written above
    const state = read()
    const why = wrong(state)
    if (why !== null) return { states: cameFrom.size, fault: { why, steps: wayTo(text, cameFrom) } }
    for (const [name, step] of steps(state)) {
      const next = read()
      step(next)
      const key = JSON.stringify(next)
      if (!cameFrom.has(key)) cameFrom.set(key, [text, name])
    }
  }
  return { states: cameFrom.size, fault: null }
}

function wayTo(
  text: string,
  cameFrom: ReadonlyMap<string, readonly [before: string, step: string] | null>,
): string[] {
  const names: string[] = []
  for (let from = cameFrom.get(text); from; from = cameFrom.get(from[0])) names.unshift(from[1])
  return names
}
