import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { drawIcon, ICONS } from '../../build/icons.mjs'
import { lockedPackages } from '../../build/package/lock-file.ts'
import { nativeFolders } from '../../build/package/natives.ts'
import { DEEP_LINK_SCHEME } from '../../src-main/desktop/deep-link.ts'
import { ROOT } from '../support/sources/source-files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const config = parse(read('build/electron-builder.yml'))
const patterns: string[] = config.files.filter((each: unknown) => typeof each === 'string')
const manifest = JSON.parse(read('package.json'))
const entry = read('src-main/desktop.ts')

/** The options that we use, each found in the schema of electron-builder 26.17.0, which ignores no misspelt one. */
const OPTIONS: Record<string, string> = {
  '': `appId asar asarUnpack copyright deb directories dmg electronFuses extraMetadata files linux mac nodeGypRebuild
    npmRebuild nsis productName protocols publish win`,
  extraMetadata: 'homepage',
  directories: 'buildResources output',
  electronFuses: `enableCookieEncryption enableEmbeddedAsarIntegrityValidation enableNodeCliInspectArguments
    enableNodeOptionsEnvironmentVariable grantFileProtocolExtraPrivileges loadBrowserProcessSpecificV8Snapshot
    onlyLoadAppFromAsar runAsNode`,
  linux: 'category icon maintainer synopsis target',
  deb: 'packageCategory priority',
  mac: 'category entitlements entitlementsInherit gatekeeperAssess hardenedRuntime icon target',
  dmg: 'sign',
  win: 'icon target',
  nsis: 'allowToChangeInstallationDirectory deleteAppDataOnUninstall oneClick perMachine',
}

describe('the configuration of electron-builder', () => {
  it.each(Object.entries(OPTIONS))('spells its options as electron-builder does: %s', (part, options) => {
    const keys = Object.keys(part === '' ? config : config[part])
    expect(keys.sort()).toEqual(options.split(/\s+/))
  })

  it('names only files that exist', () => {
    const icons = [config.linux.icon, config.mac.icon, config.win.icon]
    const named = [...icons, config.mac.entitlements, config.mac.entitlementsInherit]
    const packed = patterns.filter((pattern) => !/[*!]/.test(pattern))
    expect([...named, ...packed].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(config.directories.buildResources).toBe('build')
  })

  it('packs every file that the desktop opens besides the built ones', () => {
    const opened = [...entry.matchAll(/built\('\.\.\/\.\.\/([^']+)'\)/g)].map(([, path]) => path)
    expect(opened.length).toBeGreaterThan(0)
    expect(opened.filter((path) => !config.files.includes(path))).toEqual([])
  })

  it('packs the packages with machine code and what they need, and none of those inside of the build', () => {
    const chosen = patterns.filter((pattern) => pattern.startsWith('node_modules/'))
    const needed = nativeFolders(lockedPackages())
    const isChosen = (folder: string): boolean =>
      chosen.some((pattern) => matchesGlob(`${folder}/index.js`, pattern))
    expect(patterns.indexOf('!node_modules/**')).toBeLessThan(patterns.indexOf(chosen[0]!))
    expect(needed.filter((folder) => !isChosen(folder))).toEqual([])
    const others = Object.keys(manifest.dependencies).filter(
      (name) => !needed.includes(`node_modules/${name}`),
    )
    expect(others.filter((name) => isChosen(`node_modules/${name}`))).toEqual([])
  })

  it('unpacks machine code so that the system can load it', () => {
    expect(config.asarUnpack).toEqual(['**/*.node', '**/node_modules/@img/**'])
    expect(config.npmRebuild).toBe(false)
  })

  it('closes the program to inspection and to another application', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: true,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
    expect(config.asar).toBe(true)
  })

  it('registers the deep-link scheme that the desktop reads, and packs for every system', () => {
    expect(config.protocols).toEqual([{ name: 'Toolgate', schemes: [DEEP_LINK_SCHEME] }])
    expect(config.appId).toMatch(/^[a-z]+(\.[a-z]+){2}$/)
    expect([...config.linux.target, ...config.mac.target, ...config.win.target]).toEqual(
      expect.arrayContaining(['AppImage', 'deb', 'dmg', 'nsis']),
    )
  })

  it('looks for updates only at an address that nobody can own', () => {
    const hosts = config.publish.map(({ url }: { url: string }) => new URL(url).hostname)
    expect(hosts.filter((host: string) => !host.endsWith('.invalid'))).toEqual([])
  })
})

describe('the icons', () => {
  it.each(ICONS.map((icon) => [icon.file, icon] as const))(
    'match their drawing, which node build/icons.mjs writes: %s',
    async (file, icon) => {
      const pixels = async (png: Buffer | string) => sharp(png).ensureAlpha().raw().toBuffer()
      const [drawn, kept] = [await pixels(await drawIcon(icon)), await pixels(join(ROOT, file))]
      expect(kept.length).toBe(icon.size * icon.size * 4)
      // Another processor may round a pixel's edge otherwise.
      const off = drawn.reduce((sum, value, at) => sum + Math.abs(value - kept[at]!), 0) / drawn.length
      expect(off).toBeLessThan(0.5)
    },
  )

  it('are exactly those that build/icons.mjs draws', () => {
    const kept = readdirSync(join(ROOT, 'build/icons'), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(ROOT.length).replaceAll('\\', '/'))
    expect(kept.sort()).toEqual(ICONS.map((icon) => icon.file).sort())
  })

  it('include a colourless shape for the menu bar of a Mac, which colours it itself', async () => {
    const { channels } = await sharp(join(ROOT, 'build/icons/tray-template.png')).stats()
    expect(channels.slice(0, -1).map((channel) => channel.max)).toEqual([0, 0, 0])
    expect(channels.at(-1)!.max).toBe(255)
  })
})
