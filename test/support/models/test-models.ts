import { SqliteEngine } from '../../../src-main/storage/sqlite/sqlite-engine.ts'
import { NameResolver } from '../../../src-main/outbound/names/name-resolver.ts'
import { MODELS } from '../../../src-main/providers/language-models.ts'
import {
  openProviders,
  type ProviderOptions,
  type ProviderServices,
} from '../../../src-main/providers/open-providers.ts'
import { openSecrets } from '../../../src-main/secrets/open-secrets.ts'
import { FairShare } from '../../../src-main/shares/fair-share.ts'
import type { Sharer } from '../../../src-main/shares/place.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import type { LanguageModel } from '../../../src-main/tool-kit/tool-context.ts'

/** Whoever asks in a test. */
export const TEST_KEY: Sharer = { id: 'key_test', isOwner: false }

/** The real providers over a database of their own; there are none until some are added. */
export function testProviders(options: ProviderOptions = {}): ProviderServices {
  const db = openDatabase(':memory:')
  const [share, names] = [new FairShare(MODELS), NameResolver.alone()]
  return openProviders(
    {
      engine: new SqliteEngine(db, new GroupCommit(db)),
      secrets: openSecrets(':memory:', options),
      share,
      names,
    },
    options,
  )
}

/** What a tool is given when nobody waits for its tokens. */
export function testModels({ models, access }: ProviderServices = testProviders()): LanguageModel {
  const { signal } = new AbortController()
  const leaving = (): Promise<void> => Promise.resolve()
  const ignore = (): void => undefined
  return models.forCall({
    who: TEST_KEY,
    signal,
    token: ignore,
    leaving,
    answered: ignore,
    fellBack: ignore,
    providers: () => access.usable(),
    count: () => Promise.resolve({ ended: ignore }),
  })
}
