import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { LaunchOptions } from 'playwright-core'
import packageJson from '../../../package.json' with { type: 'json' }
import { ROOT } from '../sources/source-files.ts'

/** How to launch a browser here, or why none can be: a test that needs one puts the reason into its name. */
export type Chromium =
  | { readonly launch: LaunchOptions; readonly reason: '' }
  | { readonly launch: null; readonly reason: string }

const run = promisify(execFile)

const INSTALLED: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) => [
    `/usr/bin/${name}`,
    `/snap/bin/${name}`,
  ]),
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: [
    process.env['ProgramFiles'],
    process.env['ProgramFiles(x86)'],
    process.env['LOCALAPPDATA'],
  ].flatMap((folder) => [
    `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
    `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`,
  ]),
}

// The sandbox cannot start as root or in most containers, and the tests open nothing but our own page.
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']

// Looked for once in each worker.
let found: Promise<Chromium> | undefined

/**
 * Finds a browser for the tests: the one that TOOLGATE_CHROMIUM names, the one that the development dependency
 * @sparticuz/chromium carries, which has no window and takes a third less of the processor, or one that is installed.
 * @throws when TOOLGATE_CHROMIUM names a missing file
 */
export async function findChromium(): Promise<Chromium> {
  return await (found ??= lookForChromium())
}

async function lookForChromium(): Promise<Chromium> {
  const named = process.env['TOOLGATE_CHROMIUM']
  if (named && !existsSync(named))
    throw new Error(`TOOLGATE_CHROMIUM names ${named}, which does not exist.`)
  if (named) return { launch: { executablePath: named, args: ARGS }, reason: '' }
  const isPackaged = process.platform === 'linux' && process.arch === 'x64'
  const packaged = isPackaged ? await launchPackaged(await unpackOnce()) : null
  if (packaged?.launch) return packaged
  const installed = INSTALLED[process.platform]?.find((path) => existsSync(path))
  if (installed) return { launch: { executablePath: installed, args: ARGS }, reason: '' }
  return packaged ?? { launch: null, reason: 'no Chrome or Chromium found; set TOOLGATE_CHROMIUM to one' }
}

/** Unpacks the packaged browser into node_modules/.cache, where the next `npm ci` clears it away. */
async function unpackOnce(): Promise<string> {
  const cache = join(ROOT, 'node_modules/.cache')
  const folder = join(cache, `chromium-${packageJson.devDependencies['@sparticuz/chromium']}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'chromium-unpacking-'))
  // The package unpacks into the system's temporary folder, and its spare libraries only on the machines of one
  // provider; a process of its own is told that both are so.
  const script = "await (await import('@sparticuz/chromium')).default.executablePath()"
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
  await writeFile(join(fresh, 'fonts.conf'), fontsConfig(folder))
  // Several test files may unpack at once: the first to finish gives the folder its name.
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}

function fontsConfig(folder: string): string {
  const places = ['/usr/share/fonts', join(folder, 'fonts')].map((place) => `<dir>${place}</dir>`)
  return `<?xml version="1.0"?><fontconfig>${places.join('')}<cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`
}

async function launchPackaged(folder: string): Promise<Chromium> {
  const executablePath = join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const spareLibraries = { LD_LIBRARY_PATH: join(folder, 'al2023/lib') }
  let failure: unknown
  // The machine's own libraries are tried first: the spare ones are older than the browser.
  for (const extra of [fonts, { ...fonts, ...spareLibraries }]) {
    const env = { ...definedOf(process.env), ...extra }
    try {
      await run(executablePath, ['--version'], { env })
      return { launch: { executablePath, args: [...ARGS, '--no-zygote'], env }, reason: '' }
    } catch (error) {
      failure = error
    }
  }
  const said =
    failure instanceof Error ? failure.message.split('\n').slice(0, 2).join(' ') : String(failure)
  return { launch: null, reason: `the packaged Chromium does not start here: ${said}` }
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
