import { describe, expect, it } from 'vitest'
import type { Account, Permission, Scopes } from '../../../src-main/accounts/account.ts'
import { boundByMaker } from '../../../src-main/accounts/key-bounds.ts'
import { toNewAccount } from '../../../src-main/accounts/new-key.ts'
import { isInScope } from '../../../src-main/accounts/scopes.ts'

const keyWith = (scopes?: Scopes, permissions: readonly Permission[] = []): Account =>
  toNewAccount({ kind: 'team', name: 'Key', scopes, permissions }, 'sk-toolgate-team-0000', 0, 60)

describe('a new key', () => {
  const USUAL = { rate: { limit: 60, windowSeconds: 60 }, budget: { questions: 10, tokens: 10 } }
  const madeBy = (account: Account, scopes?: Scopes): Scopes | undefined =>
    boundByMaker({ kind: 'team', name: 'New', scopes }, { account, isOwner: false }, USUAL).scopes

  it('gets a source only from a key that has it', () => {
    const sources = ['files']
    expect(madeBy(keyWith({ sources }), { sources })).toEqual({ sources })
    expect(madeBy(keyWith(undefined, ['admin']), { sources })).toEqual({ sources })
    for (const maker of [keyWith(), keyWith({ sources: ['mail'] }), keyWith({ slugs: ['math-evaluate'] })])
      expect(() => madeBy(maker, { sources })).toThrow('A key cannot grant more than it has (sources)')
  })

  // Catches: a grant that is passed on by leaving it out, as the other scopes are.
  it('gets no source that nobody has named', () => {
    const maker = keyWith({ sources: ['files'], tiers: ['network'] })
    expect(madeBy(maker)).toEqual({ tiers: ['network'] })
  })
})

describe('the scopes of a key', () => {
  const own = { slug: 'math-evaluate', category: 'Math', tier: 'compute', source: null }
  const read = { slug: 'files__read', category: 'files', tier: 'network', source: { id: 'files' } }

  it.each<[Scopes | undefined, readonly Permission[], boolean, boolean]>([
    [undefined, [], true, false],
    [undefined, ['admin'], true, true],
    [{ slugs: ['math-evaluate'] }, ['admin'], true, false],
    [{ slugs: ['math-evaluate'], sources: ['files'] }, [], true, true],
    [{ slugs: ['files__read'] }, [], false, true],
    [{ sources: ['files'] }, [], true, true],
    [{ sources: ['mail'] }, [], true, false],
    [{ categories: ['Math'] }, ['admin'], true, false],
    [{ sources: ['files'], tiers: ['compute'] }, [], true, false],
  ])(
    '%j with the permissions %j include a tool of this build: %s, of a source: %s',
    (scopes, may, a, b) => {
      const account = keyWith(scopes, may)
      expect([isInScope(account, own), isInScope(account, read)]).toEqual([a, b])
    },
  )
})
