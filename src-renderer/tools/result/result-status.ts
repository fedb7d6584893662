import type { Engine } from '../../../src-shared/engines.ts'
import type { HashCheck } from './read-result.ts'
import type { RunState } from './run-state.ts'
import type { BadgeTone } from '../../ui/marks/badge-tone.ts'

export interface StatusBadge {
  readonly text: string
  readonly tone: BadgeTone
}

/** The badge for the outcome of a call and of the check of its hash; null without a call, or while it is running. */
export function statusOf(state: RunState, hash?: HashCheck['state']): StatusBadge | null {
  if (state.kind === 'preview') return { text: 'Dry run', tone: 'accent' }
  if (state.kind === 'done') {
    // Nobody may rely on it, whatever its status says.
    if (hash === 'different') return { text: 'Hash differs', tone: 'err' }
    const needsKey = state.result.meta.engine === 'needs_key'
    return needsKey
      ? { text: `${state.result.status} needs_key`, tone: 'key' }
      : { text: `${state.result.status} OK`, tone: 'real' }
  }
  if (state.kind !== 'failed') return null
  const { status, code } = state.error
  if (status === 0) return { text: code === 'stopped' ? 'Stopped' : 'No answer', tone: 'key' }
  return { text: `${status} ${code}`, tone: status === 402 || status === 429 ? 'key' : 'err' }
}

/** The colour of an engine: green is real, violet a language model, blue another program, orange a missing key. */
export function engineToneOf(engine: Engine): BadgeTone {
  return ({ real: 'real', llm: 'llm', external: 'accent', needs_key: 'key', error: 'err' } as const)[engine]
}
