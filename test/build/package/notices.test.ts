import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { billOfMaterials } from '../../../build/package/bill-of-materials.ts'
import { installedPackage } from '../../../build/package/installed-package.ts'
import { packageFolderOf } from '../../../build/package/list-packages.ts'
import { lockedPackages } from '../../../build/package/lock-file.ts'
import { noticesText } from '../../../build/package/notices.ts'
import { ROOT } from '../../support/sources/source-files.ts'

const packages = Object.entries(lockedPackages())
  .filter(([folder, { dev }]) => dev !== true && existsSync(join(ROOT, folder)))
  .map(([folder]) => installedPackage(folder))
const text = noticesText(packages)

describe('the notices', () => {
  it('name every package with its version and licence, and have a text for each', () => {
    expect(packages.length).toBeGreaterThan(400)
    const lines = new Set(text.split('\n'))
    const named = ({ name, version, licence }: (typeof packages)[number]) =>
      [...lines].some((line) => line.startsWith(`${name} ${version} (${licence})`))
    expect(packages.filter((each) => !named(each))).toEqual([])
  })

  it('name the designers of the avatars, the sources of holidays, and the address of libvips', () => {
    for (const owed of ['Lisa Wischofsky', 'Pablo Stanley', 'CC BY 4.0', 'CC BY-SA 3.0', 'www.libvips.org'])
      expect(text).toContain(owed)
  })

  it('are refused for a licence without a text', () => {
    const nameless = { ...packages[0]!, folder: 'docs', licence: 'Secret-1.0' }
    expect(() => noticesText([nameless])).toThrow('Secret-1.0')
  })
})

describe('the bill of materials', () => {
  it('names each package once, with its licence and the hash of its archive', () => {
    const { components } = billOfMaterials({ name: 'toolgate', version: '1.0.0' }, packages) as {
      components: { purl: string; hashes: { content: string }[]; licenses: object[] }[]
    }
    const purls = components.map(({ purl }) => purl)
    expect(new Set(purls).size).toBe(purls.length)
    expect(components.find(({ purl }) => purl.startsWith('pkg:npm/%40dicebear/core@'))).toMatchObject({
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ content: expect.stringMatching(/^[\da-f]{128}$/) as string }],
    })
  })
})

describe('the package that a module belongs to', () => {
  it.each([
    [join(ROOT, 'node_modules/zod/index.js'), 'node_modules/zod'],
    [join(ROOT, 'node_modules/@dicebear/core/lib/index.js?commonjs'), 'node_modules/@dicebear/core'],
    ['../node_modules/vue/dist/vue.js', 'node_modules/vue'],
    // Its own code has a folder of that name.
    [join(ROOT, 'node_modules/feedsmith/dist/node_modules/x/y.js'), 'node_modules/feedsmith'],
    [join(ROOT, 'src-main/cli.ts'), null],
  ])('%s', (id, folder) => {
    expect(packageFolderOf(id)).toBe(folder)
  })
})
