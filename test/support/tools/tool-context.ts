import { createHash } from 'node:crypto'
import type { LanguageModel, SessionMemory, ToolContext } from '../../../src-main/tool-kit/tool-context.ts'
import { testMemory } from './test-memory.ts'
import { testModels } from '../models/test-models.ts'
import { testOutbound } from '../network/test-outbound.ts'

/** The moment that the clock of every test context shows. */
export const TEST_NOW = new Date('2026-03-01T12:00:00.000Z')

/** A context as the pipeline hands it to a handler: a clock that does not move, the real outbound. */
export function toolContext(parts: Partial<ToolContext> = {}): ToolContext {
  let memory: SessionMemory | undefined
  let models: LanguageModel | undefined
  const whole: ToolContext = {
    signal: new AbortController().signal,
    now: () => TEST_NOW,
    random: countedBytes(),
    // Made on first use: most tools remember nothing.
    get memory() {
      return (memory ??= testMemory(() => TEST_NOW.getTime()))
    },
    outbound: testOutbound(),
    get catalogue(): never {
      throw new Error('A catalogue has a gateway around it; use TestGateway')
    },
    compute: () => Promise.reject(new Error('runTool gives a tool its own compute')),
    // No provider is set up, as in a new instance.
    get models() {
      return (models ??= testModels())
    },
    progress: () => {},
    token: () => {},
    spent: () => {},
  }
  // Spreading would call the getter.
  return Object.defineProperties(whole, Object.getOwnPropertyDescriptors(parts))
}

// SHA-256 of a counter: other bytes at every call, the same ones in every run.
function countedBytes(): ToolContext['random'] {
  let count = 0
  return (bytes) => {
    const blocks = Array.from({ length: Math.ceil(bytes / 32) }, () =>
      createHash('sha256').update(String(count++)).digest(),
    )
    return Buffer.concat(blocks).subarray(0, bytes)
  }
}
