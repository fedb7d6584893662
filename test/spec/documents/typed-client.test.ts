import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileFaults } from '../../support/sources/compile-faults.ts'
import { ROOT } from '../../support/sources/source-files.ts'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'

// Inside node_modules, so that the generated program finds its packages and no other check finds the program.
const FOLDER = join(ROOT, 'node_modules', '.cache', 'toolgate-typed-client')
const CLIENT = join(FOLDER, 'client.ts')

let gateway: StartedTestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
  const document = await (await fetch(`${gateway.url}/v1/openapi.json`)).text()
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'schema.ts'), astToString(await openapiTS(document)))
  copyFileSync(join(ROOT, 'test/fixtures/typed-client/client.ts'), CLIENT)
})
afterAll(async () => await gateway.close())

describe('a client generated from /v1/openapi.json', () => {
  it('compiles, and rejects wrong calls as it compiles', () => {
    expect(compileFaults(CLIENT)).toEqual([])
  })

  it('drives the gateway', async () => {
    const { drive } = await import(pathToFileURL(CLIENT).href)
    expect(await drive(gateway.url, gateway.ownerKey)).toEqual({
      source: 'export type Root = {\n  id: number;\n};\n',
      credits: 3,
      code: 'validation_error',
      calls: 1,
      balance: 500 - 3 - 1,
    })
  })
})
