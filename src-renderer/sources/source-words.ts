import { memoryWords } from '../../src-shared/sources/memory-words.ts'
import type { Source } from './source-types.ts'

/** What a source wants of its owner, in a word; null for nothing. */
export function actionWord({ state, last_error: why, tool_counts: counts }: Source): string | null {
  if (state === 'needs_sign_in') return 'Sign in'
  if (state === 'off') return 'Start'
  if (state === 'broken' || (state === 'reviewing' && why !== null)) return 'See why'
  return counts.changed + counts.new > 0 ? 'Review' : null
}

/** The state of a source in a word, its colour, and whether its dot is filled: it runs or wants its owner. */
export function stateWords({ state, last_error: why, memory_bytes: bytes }: Source): {
  readonly word: string
  readonly tone: string
  readonly isFilled: boolean
} {
  switch (state) {
    case 'running':
      return {
        word: bytes > 0 ? `running, ${memoryWords(bytes)}` : 'running',
        tone: 'text-real',
        isFilled: true,
      }
    case 'broken':
      return { word: 'ended 3 times', tone: 'text-err', isFilled: true }
    case 'reviewing':
      return why === null
        ? { word: 'waits for you', tone: 'text-key', isFilled: true }
        : { word: 'could not be read', tone: 'text-err', isFilled: true }
    case 'needs_sign_in':
      return { word: 'needs sign-in', tone: 'text-key', isFilled: true }
    case 'off':
      return { word: 'off', tone: 'text-ink-3', isFilled: false }
    case 'ready':
      return { word: 'ready', tone: 'text-ink-3', isFilled: false }
  }
}
