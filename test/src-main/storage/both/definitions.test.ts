import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toSeen } from '../../../../src-main/extensions/packed-definition.ts'
import { SourceStore } from '../../../../src-main/extensions/source-store.ts'
import type { Definition, Source, SourceTool } from '../../../../src-main/extensions/source.ts'
import { LAID_OUT, type LaidOut } from '../../../support/postgres/laid-out.ts'

const SOURCE: Source = {
  ...{ id: 'weather', kind: 'mcp-http', title: 'Weather', state: 'ready', credits: 1, callSeconds: null },
  settings: { url: 'https://weather.example/mcp', headers: {}, secrets: [] } as never,
  ...{ keepRunning: false, revision: 0, serverName: null, serverVersion: null, addedBy: 'key_a' },
  ...{ addedAt: 1, lookedAt: null },
}
const definition = (description: string): Definition => ({
  ...{ name: 'rain', description, inputSchema: { type: 'object', properties: {} } },
})

/** A tool as it was listed with a description. */
function listed(description: string, approvedHash: string | null): { tool: SourceTool; seen: Buffer } {
  const { hash: seenHash, facts, packed: seen } = toSeen(definition(description))
  const own = { credits: null, readOnly: false, repeatable: false }
  const state = approvedHash === null ? 'new' : 'changed'
  const names = { source: 'weather', original: 'rain', slug: 'weather__rain' }
  return { tool: { ...names, ...own, facts, state, approvedHash, seenHash }, seen }
}

describe.each(LAID_OUT)('the definitions of tools on %s', (_name, open) => {
  let laidOut: LaidOut
  beforeAll(async () => {
    laidOut = await open()
  })
  afterAll(() => laidOut.close())

  // Catches: a tool that is served in a form that nobody has approved.
  it('stay as they were approved until what was listed since is approved, too', async () => {
    const [engine, other] = laidOut.engines
    const [store, elsewhere] = [new SourceStore(engine), new SourceStore(other)]
    const both = async (): Promise<(string | undefined)[]> => {
      const which = ['approved', 'seen'] as const
      const found = await Promise.all(which.map((one) => elsewhere.definition('weather', 'rain', one)))
      return found.map((one) => one?.description)
    }
    const first = listed('Tells rain', null)
    await engine.write('sources', () => store.put(SOURCE))
    expect(await both()).toEqual([undefined, undefined])
    await engine.write('sources', () => store.putTools([first]))
    expect(await both()).toEqual([undefined, 'Tells rain'])
    await engine.write('sources', () => store.approve([first.tool]))
    expect(await both()).toEqual(['Tells rain', 'Tells rain'])
    const changed = listed('Tells more', first.tool.seenHash)
    await engine.write('sources', () => store.putTools([changed]))
    expect(await both()).toEqual(['Tells rain', 'Tells more'])
    // Written once more without its definition, as when the owner sets a price.
    await engine.write('sources', () => store.putTools([{ tool: changed.tool, seen: null }]))
    expect(await both()).toEqual(['Tells rain', 'Tells more'])
    const stored = await other.read(() => elsewhere.all())
    expect(stored).toMatchObject({ sources: [SOURCE], tools: [changed.tool], secrets: [] })
    await engine.write('sources', () => store.approve([changed.tool]))
    expect(await both()).toEqual(['Tells more', 'Tells more'])
    await engine.write('sources', () => store.remove('weather'))
    expect(await both()).toEqual([undefined, undefined])
  })
})
