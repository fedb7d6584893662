import { describe, expect, it } from 'vitest'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { useDraft } from '../../../src-renderer/tools/call/draft.ts'
import { useToasts } from '../../../src-renderer/ui/kept/toasts.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const HASH = 'crypto-hash-sha256'
const MATHS = 'math-evaluate'

async function opened() {
  const stores = await openPageStores()
  const catalogue = useCatalogue()
  const tool = (slug: string) => catalogue.bySlug.get(slug)!
  const draft = useDraft()
  const open = (slug: string) => {
    catalogue.openSlug = slug
    draft.begin(tool(slug))
  }
  open(HASH)
  return { ...stores, draft, tool, open }
}

describe('the drafts', () => {
  it('begin with the first example of a tool, which is not kept', async () => {
    const { draft, tool, sent, open } = await opened()
    expect(draft.read.input).toEqual(tool(HASH).examples?.[0]?.input)
    expect(draft.inputOf(tool(MATHS))).toEqual(tool(MATHS).examples?.[0]?.input)
    // A change made later is kept later, so whatever was to be kept before has been sent by then.
    open(MATHS)
    draft.show('json')
    draft.setJson('{"expression": "1"}')
    const kept = () =>
      sent.filter(({ path, init }) => path.startsWith('/app/drafts') && init.method === 'PUT')
    await expect.poll(() => kept().map(({ path }) => path)).toEqual([`/app/drafts/${MATHS}`])
  })

  it('stay while another tool is open', async () => {
    const { draft, tool, open } = await opened()
    draft.setField('text', 'mine')
    open(MATHS)
    draft.setField('expression', '1 + 1')
    open(HASH)
    expect(draft.read.input).toMatchObject({ text: 'mine' })
    expect(draft.inputOf(tool(MATHS))).toMatchObject({ expression: '1 + 1' })
  })

  it('name the required fields that are still empty', async () => {
    const { draft } = await opened()
    expect(draft.missing).toEqual([])
    draft.setField('text', '')
    expect(draft.missing).toEqual(['text'])
    draft.show('json')
    expect(draft.missing).toEqual([])
  })

  it('keep their view when an example or an earlier call is opened', async () => {
    const { draft, tool } = await opened()
    draft.show('json')
    draft.useExample(tool(HASH), { title: 'Mine', input: { text: 'example' } })
    expect([draft.current?.view, draft.read.input]).toEqual(['json', { text: 'example' }])
    draft.useInput(tool(HASH), { text: 'earlier' })
    expect([draft.current?.view, draft.read.input]).toEqual(['json', { text: 'earlier' }])
  })

  it('come back after a reset', async () => {
    const { draft, tool } = await opened()
    draft.setField('text', 'mine')
    draft.reset(tool(HASH))
    expect(draft.read.input).toEqual(tool(HASH).examples?.[0]?.input)
    expect(useToasts().undoLast()).toBe(true)
    expect(draft.read.input).toMatchObject({ text: 'mine' })
  })

  it('change nothing while no tool is open', async () => {
    const { draft } = await opened()
    useCatalogue().openSlug = ''
    draft.setField('text', 'mine')
    draft.setJson('{}')
    draft.show('json')
    expect([draft.current, draft.fields]).toEqual([null, []])
    useCatalogue().openSlug = HASH
    expect(draft.current?.view).toBe('form')
  })
})
