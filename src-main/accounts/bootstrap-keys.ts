import { OWNER_RATE_LIMIT } from '../../src-shared/limits.ts'
import { DEMO_GRANT_CREDITS, SIGNUP_GRANT_CREDITS } from '../../src-shared/prices.ts'
import { StartupError } from '../storage/startup-error.ts'
import type { Account } from './account.ts'
import { isOwnerKeyShape, makeApiKey } from './api-key.ts'
import type { AuditTrail } from './audit-trail.ts'
import type { KeyStore, WithinTransaction } from './key-store.ts'
import type { KeptKeys } from './kept-keys.ts'

export interface BootstrapOptions {
  readonly keys: KeyStore
  /** Where the texts of both are kept. */
  readonly kept: KeptKeys
  /** The owner key of a new instance; without it one is generated and kept. */
  readonly ownerKey?: string | undefined
  readonly audit: AuditTrail
}

export interface BootstrapKeys {
  /** The demo key, which is public and shown to callers without a key. */
  readonly demoKey: string
  readonly owner: Account
  /** The owner key itself, when this start made the instance. */
  readonly newOwnerKey: string | null
}

/**
 * Makes the demo key and the owner key of a new instance, and finds them again later. A key's text is
 * kept before its row, so that a crash between the two leaves a key that the next start completes.
 * @throws StartupError when the given owner key is too short, malformed or was used before
 */
export async function bootstrapKeys(options: BootstrapOptions): Promise<BootstrapKeys> {
  // The first keys of an instance are older than what could have made them.
  const isFirst = options.keys.list().length === 0
  const [demoKey, owner] = await Promise.all([
    bootstrapDemoKey(options, isFirst),
    bootstrapOwner(options, isFirst),
  ])
  return { demoKey, ...owner }
}

async function bootstrapDemoKey(
  { keys, kept, audit }: BootstrapOptions,
  isFirst: boolean,
): Promise<string> {
  const known = await kept.demoKey()
  if (known !== null && keys.findAny(known)) return known

  const demoKey = known ?? makeApiKey('demo')
  await kept.keepDemoKey(demoKey)
  // A demo key whose text was lost cannot be shown to callers any more.
  for (const { id, kind, revokedAt } of keys.list())
    if (kind === 'demo' && revokedAt === null) await keys.revoke(id, recorded(audit, 'key.revoked'))
  const wanted = { kind: 'demo', name: 'Demo', key: demoKey, grant: DEMO_GRANT_CREDITS } as const
  await keys.create(wanted, isFirst ? undefined : recorded(audit, 'key.created'))
  return demoKey
}

async function bootstrapOwner(
  options: BootstrapOptions,
  isFirst: boolean,
): Promise<Omit<BootstrapKeys, 'demoKey'>> {
  const { keys } = options
  const known = keys.owner()
  if (known) return { owner: known, newOwnerKey: null }

  const wanted = {
    kind: 'personal',
    name: 'Owner',
    permissions: ['admin'],
    rateLimit: OWNER_RATE_LIMIT,
    key: ownerKeyOf(options),
    grant: SIGNUP_GRANT_CREDITS,
  } as const
  const made = await keys.create(wanted, isFirst ? undefined : recorded(options.audit, 'key.created'))
  return { owner: made.account, newOwnerKey: made.key }
}

// Later ones are recorded, because the signed head would take a key that nobody made for a planted one.
function recorded(audit: AuditTrail, action: 'key.created' | 'key.revoked'): WithinTransaction {
  return ({ id: target }) =>
    audit.write({ action, actor: null, target, address: null, requestId: null, detail: { by: 'start' } })
}

function ownerKeyOf({ keys, kept, ownerKey }: BootstrapOptions): string {
  if (ownerKey !== undefined) {
    if (isOwnerKeyShape(ownerKey) && !keys.findAny(ownerKey)) return ownerKey
    throw new StartupError(
      'TOOLGATE_OWNER_KEY must be "sk-toolgate-" and at least 24 more letters, digits, "-" or "_" ' +
        '(48 random hex digits are best), and must not have been used before. Leave it out to have one generated.',
    )
  }
  const known = kept.ownerKey()
  if (known && isOwnerKeyShape(known) && !keys.findAny(known)) return known
  const made = makeApiKey('personal')
  kept.keepOwnerKey(made)
  return made
}
