import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { manPages } from '../docs/man-pages.ts'
import { npmCommand } from '../npm-command.mjs'
import { nodeProgram, ROOT } from '../paths.mjs'
import { makeArchive, makeDeb } from './archive.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { packageManifest, packageShrinkwrap } from './manifest.ts'
import { copyInside } from './natives.ts'
import { noticesText } from './notices.ts'
import { DIST, PACKAGED, PACKAGED_PAGE, PACKAGES_OF_GATEWAY } from './places.ts'
import { shippedPackages } from './shipped-packages.ts'

// `npm run package`: makes the npm package, dist/toolgate-VERSION.tgz, and its bill of materials beside it. With
// `--archive` and `--deb` it makes an archive with Node inside and a Debian package too, for this system. With
// `--check`, the tests of test/package/ install and run all of them. The last lines on stdout are the paths.

const manifest = packageManifest()
const tarball = join(DIST, `${manifest.name}-${manifest.version}.tgz`)

rmSync(PACKAGED, { recursive: true, force: true })
rmSync(tarball, { force: true })
mkdirSync(PACKAGED, { recursive: true })
run(nodeProgram(), [
  'node_modules/electron-vite/bin/electron-vite.js',
  ...['build', '--config', 'build/package/bundle.config.ts', '--logLevel', 'warn'],
])
cpSync(join(ROOT, 'out/renderer'), PACKAGED_PAGE, { recursive: true })
for (const [from, to] of [
  ['LICENSE', 'LICENSE'],
  ['build/package/package-readme.md', 'README.md'],
] as const)
  cpSync(join(ROOT, from), join(PACKAGED, to))

copyInside(PACKAGED)
await writeManPages()
const packages = shippedPackages(PACKAGES_OF_GATEWAY)
write('THIRD-PARTY-NOTICES.txt', noticesText(packages))
write('package.json', toJson(manifest))
write('npm-shrinkwrap.json', toJson(packageShrinkwrap(manifest)))
writeFileSync(tarball.replace(/\.tgz$/, '.cdx.json'), toJson(billOfMaterials(manifest, packages)))

const npm = npmCommand(['pack', '--silent', '--pack-destination', DIST])
run(npm.program, npm.args, { cwd: PACKAGED, shell: npm.shell })
if (!existsSync(tarball)) throw new Error(`npm made no ${tarball}`)
const checks = process.argv.includes('--check')
const made = [
  ...(checks || process.argv.includes('--archive') ? [await makeArchive(manifest)] : []),
  ...(process.argv.includes('--deb') || (checks && process.platform === 'linux')
    ? [await makeDeb(manifest)]
    : []),
  tarball,
]
if (checks)
  run(nodeProgram(), ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/package/vitest.config.ts'])
console.log(made.join('\n'))

/** `man` reads compressed pages, which are less than half as large. */
async function writeManPages(): Promise<void> {
  mkdirSync(join(PACKAGED, 'man'))
  for (const [name, page] of await manPages(manifest.version))
    writeFileSync(join(PACKAGED, 'man', `${name}.gz`), gzipSync(page, { level: 9 }))
}

function write(name: string, text: string): void {
  writeFileSync(join(PACKAGED, name), text)
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Runs a program to its end, with its output on stderr. @throws Error when it fails */
function run(program: string, args: readonly string[], { cwd = ROOT, shell = false } = {}): void {
  const { status, error } = spawnSync(program, args, { cwd, shell, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} failed`, { cause: error })
}
