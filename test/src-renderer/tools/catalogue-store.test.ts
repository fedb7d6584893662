import { expect, it } from 'vitest'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

// Catches: a tool that was removed and brought back is missing, since the list without it came last.
it('keeps the list that was asked for last, in whatever order the lists arrive', async () => {
  const { net } = await openPageStores()
  const catalogue = useCatalogue()
  const known = catalogue.tools.length
  const late = Promise.withResolvers<Response>()
  let lists = 0
  net.meddle = (path) => (path.startsWith('/v1/tools') && ++lists === 1 ? late.promise : null)
  const first = catalogue.load()
  await catalogue.load()
  late.resolve(Response.json({ ok: true, total: 0, tools: [] }))
  await first
  expect([lists, catalogue.tools.length, catalogue.state]).toEqual([2, known, 'ready'])
})
