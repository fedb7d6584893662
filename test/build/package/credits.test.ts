import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asksForCredit, credits } from '../../../build/package/credits.ts'
import { licenceFault } from '../../../build/package/licence-gate.ts'
import { lockedPackages, nameOf } from '../../../build/package/lock-file.ts'
import { PACKAGES_OF_PAGE } from '../../../build/package/places.ts'
import { startGateway } from '../../../src-main/instance/start-gateway.ts'
import { CREDITS_PATH } from '../../../src-shared/settings.ts'
import { TEST_FILES } from '../../support/gateway/test-gateway.ts'
import { ROOT } from '../../support/sources/source-files.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const listed = credits()
const locked = lockedPackages()

describe('the credits', () => {
  it('name the designer of every avatar style whose licence is not a waiver', () => {
    const owed = Object.keys(locked)
      .filter((folder) => folder.startsWith('node_modules/@dicebear/'))
      .map((folder) => readFileSync(join(ROOT, folder, 'LICENSE'), 'utf8'))
      .filter((text) => /^License: (?!CC0)/m.test(text))
      .map((text) => /^Designer: (.+) \(http/m.exec(text)![1]!)
    expect(owed.length).toBeGreaterThan(12)
    const named = new Set(listed.map(({ by }) => by))
    expect(owed.filter((designer) => !named.has(designer))).toEqual([])
  })

  it.each(['date-holidays', 'libvips', 'Lightning CSS', 'passphrases', 'Inter', 'JetBrains Mono'])(
    'name %s, with its licence and two addresses',
    (work) => {
      const credit = listed.find((each) => each.work.includes(work))
      expect(credit?.licence).toMatch(/^(CC BY|LGPL|MPL|OFL)/)
      for (const url of [credit!.url, credit!.licence_url]) expect(new URL(url).protocol).toBe('https:')
    },
  )

  // Catches: a font or library of the page, or a package of the gateway, that comes with an update and must be named.
  it('know every package of the page whose licence asks for it', () => {
    const ofPage = JSON.parse(readFileSync(PACKAGES_OF_PAGE, 'utf8')) as string[]
    const asking = ofPage.filter((folder) =>
      asksForCredit(nameOf(folder, locked[folder]!), locked[folder]!),
    )
    const without = asking.filter(
      (folder) => credits({ [folder]: { ...locked[folder]!, dev: false } }).length === 0,
    )
    expect(asking.length).toBeGreaterThan(1)
    expect(without).toEqual([])
    expect(existsSync(join(ROOT, 'out/renderer/credits.json'))).toBe(true)
    expect(JSON.parse(readFileSync(join(ROOT, 'out/renderer/credits.json'), 'utf8'))).toEqual(listed)
  })

  // Catches: a file of the page that was built and is not served.
  it('are what the gateway gives to the page that asks for them', async () => {
    const gateway = await startGateway({
      ...TEST_FILES,
      dataDir: makeTempDir(),
      port: 0,
      hostname: '127.0.0.1',
    })
    onTestFinished(() => gateway.close())
    expect(await (await fetch(`${gateway.url}${CREDITS_PATH}`)).json()).toEqual(listed)
  })

  it('stop the build for a package whose makers nobody has written down', () => {
    const another = { 'node_modules/another': { version: '1.0.0', license: 'CC-BY-4.0' } }
    expect(() => credits(another)).toThrow('another asks to name its makers')
    expect(credits({ 'node_modules/another': { version: '1.0.0', license: 'MIT or MPL-2.0' } })).toEqual([])
  })

  it('are asked for by every licence that is shipped by way of exception, but for a plain BSD one', () => {
    const exceptions = Object.entries(locked)
      .filter(([, { dev }]) => dev !== true)
      .map(([folder, each]) => ({ name: nameOf(folder, each), ...each }))
      .filter(({ license = '' }) => licenceFault('another', license) !== null && license !== 'BSD')
    expect(exceptions.length).toBeGreaterThan(20)
    expect(exceptions.filter((each) => !asksForCredit(each.name, each))).toEqual([])
  })
})
