import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { SessionMemoryStore } from '../../../src-main/memory/session-memory.ts'
import { joining } from '../gateway/at-once.ts'
import { ampleStorage } from '../gateway/open-stores.ts'
import type { SessionMemory } from '../../../src-main/tool-kit/tool-context.ts'

/** The real session memory of one key, in a database of its own that vanishes with it. */
export function testMemory(now: () => number): SessionMemory {
  const db = openDatabase(':memory:')
  return new SessionMemoryStore(joining(db), now, ampleStorage()).forKey('key_0123456789abcdef')
}
