import { describe, expect, it } from 'vitest'
import { useSources } from '../../../src-renderer/sources/sources.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const COMMANDS = [{ name: 'say', summary: 'Says a word.', argv: [process.execPath, '--version'] }]
async function openSource() {
  const page = await openPageStores()
  const sources = useSources()
  const command = { kind: 'command' as const, id: 'own', commands: COMMANDS, cwd: makeTempDir() }
  const wanted = { ...command, env: {}, secrets: {} }
  const add = async () => sources.add(wanted, (await sources.preview(wanted)).hash)
  const stateNow = async () => (await page.gateway.asOwner('/app/sources/own')).json.source?.state
  const listed = () => sources.sources.map(({ id }) => id)
  await add()
  return { ...page, sources, add, stateNow, listed }
}

describe('a source that is removed', () => {
  it('is stopped and not listed at once, and comes back as it was', async () => {
    const { sources, stateNow, listed } = await openSource()
    const before = await stateNow()
    await sources.remove(sources.sources[0]!)
    expect([listed(), await stateNow()]).toEqual([[], 'off'])
    await sources.bringBack('own')
    expect([listed(), await stateNow()]).toEqual([['own'], before])
    await sources.act('own', 'stop')
    await sources.remove(sources.sources[0]!)
    await sources.bringBack('own')
    expect([listed(), await stateNow()]).toEqual([['own'], 'off'])
  })

  it('is gone for good before its name is given to another', async () => {
    const { sources, add, stateNow, listed } = await openSource()
    await sources.decide('own', [{ name: 'say', hash: sources.open!.tools[0]!.hash, state: 'on' }])
    await sources.remove(sources.sources[0]!)
    await add()
    expect([listed(), await stateNow()]).toEqual([['own'], 'reviewing'])
    await sources.bringBack('own')
    expect(await stateNow()).toBe('reviewing')
  })

  it('is listed again, with the reason, where it cannot be deleted', async () => {
    const { net, sources, listed } = await openSource()
    await sources.remove(sources.sources[0]!)
    net.meddle = (path, init) =>
      path === '/app/sources/own' && init?.method === 'DELETE'
        ? Promise.reject(new TypeError('gone'))
        : null
    await sources.finishAll()
    expect(listed()).toEqual(['own'])
    expect(sources.notRemoved).not.toBe('')
  })
})
