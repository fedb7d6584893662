import { OWNER_RATE_LIMIT } from '../../src-shared/limits.ts'
import { DEMO_GRANT_CREDITS, SIGNUP_GRANT_CREDITS } from '../../src-shared/prices.ts'
import { readInstanceFile, writeInstanceFile } from '../data-folder/instance-file.ts'
import { readPrivateFile, writePrivateFile } from '../data-folder/private-file.ts'
import { StartupError } from '../storage/startup-error.ts'
import type { Account } from './account.ts'
import { isOwnerKeyShape, makeApiKey } from './api-key.ts'
import type { KeyStore } from './key-store.ts'
import { ownerKeyFile } from './owner-key-file.ts'

export interface BootstrapOptions {
  readonly keys: KeyStore
  /** The data folder, or `:memory:` to keep nothing. */
  readonly dataDir: string
  /** The owner key of a new instance; without it one is generated and kept in a file. */
  readonly ownerKey?: string | undefined
}

export interface BootstrapKeys {
  /** The demo key, which is public and shown to callers without a key. */
  readonly demoKey: string
  readonly owner: Account
  /** The owner key itself, when this start made the instance. */
  readonly newOwnerKey: string | null
}

/**
 * Makes the demo key and the owner key of a new instance, and finds them again later. A key's file is
 * written before its row, so that a crash between the two leaves a key that the next start completes.
 * @throws StartupError when the given owner key is too short, malformed or was used before
 */
export async function bootstrapKeys(options: BootstrapOptions): Promise<BootstrapKeys> {
  const [demoKey, owner] = await Promise.all([bootstrapDemoKey(options), bootstrapOwner(options)])
  return { demoKey, ...owner }
}

async function bootstrapDemoKey({ keys, dataDir }: BootstrapOptions): Promise<string> {
  const inMemory = dataDir === ':memory:'
  const kept = inMemory ? null : (readInstanceFile(dataDir)?.demoKey ?? null)
  if (kept !== null && keys.findAny(kept)) return kept

  const demoKey = kept ?? makeApiKey('demo')
  if (!inMemory) writeInstanceFile(dataDir, { demoKey })
  // A demo key whose text was lost cannot be shown to callers any more.
  for (const { id, kind, revokedAt } of keys.list())
    if (kind === 'demo' && revokedAt === null) await keys.revoke(id)
  await keys.create({ kind: 'demo', name: 'Demo', key: demoKey, grant: DEMO_GRANT_CREDITS })
  return demoKey
}

async function bootstrapOwner(options: BootstrapOptions): Promise<Omit<BootstrapKeys, 'demoKey'>> {
  const { keys } = options
  const known = keys.owner()
  if (known) return { owner: known, newOwnerKey: null }

  const made = await keys.create({
    kind: 'personal',
    name: 'Owner',
    permissions: ['admin'],
    rateLimit: OWNER_RATE_LIMIT,
    key: ownerKeyOf(options),
    grant: SIGNUP_GRANT_CREDITS,
  })
  return { owner: made.account, newOwnerKey: made.key }
}

function ownerKeyOf({ keys, dataDir, ownerKey }: BootstrapOptions): string {
  if (ownerKey !== undefined) {
    if (isOwnerKeyShape(ownerKey) && !keys.findAny(ownerKey)) return ownerKey
    throw new StartupError(
      'TOOLGATE_OWNER_KEY must be "sk-toolgate-" and at least 24 more letters, digits, "-" or "_" ' +
        '(48 random hex digits are best), and must not have been used before. Leave it out to have one generated.',
    )
  }
  if (dataDir === ':memory:') return makeApiKey('personal')
  const file = ownerKeyFile(dataDir)
  const kept = readPrivateFile(file)?.trim()
  if (kept && isOwnerKeyShape(kept) && !keys.findAny(kept)) return kept
  const made = makeApiKey('personal')
  writePrivateFile(file, `${made}\n`)
  return made
}
