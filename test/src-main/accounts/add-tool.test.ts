import { describe, expect, it } from 'vitest'
import { withTool } from '../../../src-main/accounts/add-tool.ts'
import type { Account, Scopes } from '../../../src-main/accounts/account.ts'
import { isInScope } from '../../../src-main/accounts/scopes.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

const tool = (slug: string, category: string, source: string | null = null) => ({
  slug,
  category,
  tier: source === null ? 'compute' : 'network',
  source: source === null ? null : { id: source },
})
const [hash, sum, mean] = [tool('hash', 'Crypto'), tool('sum', 'Math'), tool('mean', 'Math')]
const [issues, mail] = [tool('issues', 'forge', 'forge'), tool('mail', 'post', 'post')]
const ALL = [hash, sum, mean, issues, mail]

describe('the scopes of a key that gets a tool', async () => {
  const gateway = await TestGateway.create()
  const owner = gateway.instance.services.keys.findAnyById(gateway.keyId)
  await gateway.close()
  if (!owner) throw new Error('The gateway has no key')
  const account = (scopes: Scopes | null): Account => ({ ...owner, permissions: new Set(), scopes })
  const allowed = (scopes: Scopes) =>
    ALL.filter((one) => isInScope(account(scopes), one)).map(({ slug }) => slug)

  it.each<[string, Scopes, readonly string[]]>([
    ['a list', { slugs: ['hash'] }, ['hash', 'sum']],
    ['a category', { categories: ['Crypto'] }, ['hash', 'sum']],
    [
      'a list of which a category leaves some out',
      { slugs: ['hash', 'mean'], categories: ['Crypto'] },
      ['hash', 'sum'],
    ],
    ['a list and a source', { slugs: ['hash'], sources: ['forge'] }, ['hash', 'sum', 'issues']],
  ])('name it besides what they named before: %s', (_name, scopes, names) => {
    expect(allowed(withTool(account(scopes), sum, ALL))).toEqual(names)
  })

  it('name a tool of a source that no other tool comes with', () => {
    expect(allowed(withTool(account({ slugs: ['hash'] }), mail, ALL))).toEqual(['hash', 'mail'])
  })

  // Catches: a key of one category that gets all tools of a source, which the category kept out.
  it('are refused where more than the one tool would come', () => {
    const held = account({ categories: ['Crypto'], sources: ['forge'] })
    expect(() => withTool(held, sum, ALL)).toThrow('could call issues, too')
  })
})
