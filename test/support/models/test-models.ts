import { openProviders, type ProviderServices } from '../../../src-main/providers/open-providers.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import type { LanguageModel } from '../../../src-main/tool-kit/tool-context.ts'

/** The real providers over a database of their own; there are none until some are added. */
export function testProviders(): ProviderServices {
  const db = openDatabase(':memory:')
  return openProviders({ db, commits: new GroupCommit(db), dataDir: ':memory:' }, {})
}

/** What a tool is given when nobody waits for its tokens. */
export function testModels({ models, access }: ProviderServices = testProviders()): LanguageModel {
  const { signal } = new AbortController()
  const ignore = (): void => undefined
  return models.forCall({
    signal,
    token: ignore,
    answered: ignore,
    fellBack: ignore,
    leaving: () => Promise.resolve(),
    providers: () => access.usable(),
    count: () => Promise.resolve({ ended: ignore }),
  })
}
