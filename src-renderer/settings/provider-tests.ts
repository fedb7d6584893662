import { shallowReactive } from 'vue'
import type { ProviderTest } from '../gateway/owner-types.ts'

/** What a test of a provider came to, and when. */
export type Tested = ProviderTest & { readonly at: number }

/** The last test of each provider. @param ask has the gateway test one */
export function createProviderTests(ask: (id: string) => Promise<ProviderTest>) {
  const tests = shallowReactive(new Map<string, Tested | 'running'>())

  async function test(id: string): Promise<void> {
    tests.set(id, 'running')
    try {
      tests.set(id, { ...(await ask(id)), at: Date.now() })
    } catch (error) {
      tests.delete(id)
      throw error
    }
  }

  return { tests, test }
}
