import { expect, it } from 'vitest'
import { useSources } from '../../../src-renderer/sources/sources.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const COMMANDS = [{ name: 'say', summary: 'Says a word.', argv: [process.execPath, '--version'] }]

it('a source is shown as it is, even when an older answer arrives after a newer one', async () => {
  const { gateway, net, visitor } = await openPageStores()
  const body = { kind: 'command', id: 'own', commands: COMMANDS, cwd: makeTempDir() }
  const preview = await gateway.asOwner('/app/sources/preview', { body })
  await gateway.asOwner('/app/sources', { body: { ...body, consent: preview.json.consent.hash } })
  const sources = useSources()

  // The gateway answers the first question at once, and the network brings that answer last.
  const [answered, mayArrive] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  net.meddle = (path, init) => {
    if (path !== '/app/sources/own' || !isFirst) return null
    isFirst = false
    return visitor.fetch(path, init).then(async (response) => {
      answered.resolve()
      await mayArrive.promise
      return response
    })
  }
  const older = sources.show('own')
  await answered.promise
  await sources.set('own', { title: 'Renamed' })
  mayArrive.resolve()
  await older
  expect(sources.open?.title).toBe('Renamed')
})
