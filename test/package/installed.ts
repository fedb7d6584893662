import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npmCommand } from '../../build/npm-command.mjs'
import { packageManifest } from '../../build/package/manifest.ts'
import { DIST } from '../../build/package/places.ts'
import type { Program } from '../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../support/gateway/test-gateway.ts'

export const MANIFEST = packageManifest()
export const TARBALL = join(DIST, `toolgate-${MANIFEST.version}.tgz`)
/** What npm needs to reach a registry. */
const NETWORK =
  /^(https?_proxy|no_proxy|npm_config_(registry|cache|proxy|https_proxy|cafile)|node_extra_ca_certs)$/i

/** A package in a prefix of its own, with the environment of somebody who has Node and nothing else. */
export interface Installed {
  /** The folder of it all. */
  readonly root: string
  readonly prefix: string
  /** The command, as npm has linked it. */
  readonly toolgate: string
  readonly env: Readonly<Record<string, string>>
}

/** Installs the package into a new prefix, with an empty home folder and no compiler on the path. */
export function installPackage(): Installed {
  const root = mkdtempSync(join(tmpdir(), 'toolgate-package-'))
  const inside = (name: string): string => join(root, name)
  for (const name of ['prefix', 'home', 'path']) mkdirSync(inside(name))
  symlinkSync(process.execPath, inside('path/node'))
  // npx starts what it has installed through it.
  symlinkSync('/bin/sh', inside('path/sh'))
  const installed = {
    root,
    prefix: inside('prefix'),
    toolgate: inside('prefix/bin/toolgate'),
    env: { PATH: inside('path'), HOME: inside('home') },
  }
  npm(['install', '--global', TARBALL], installed)
  return installed
}

/** What npm prints in an installation. @throws Error with that when it fails */
export function npm(args: readonly string[], { prefix, env }: Pick<Installed, 'prefix' | 'env'>): string {
  const { program, args: all, shell } = npmCommand(['--prefix', prefix, '--prefer-offline', ...args])
  const network = Object.entries(process.env).filter(([name]) => NETWORK.test(name))
  const { status, stdout, stderr } = spawnSync(program, all, {
    encoding: 'utf8',
    shell,
    env: {
      ...Object.fromEntries(network),
      ...env,
      ...(program === 'npm' ? { PATH: process.env['PATH'] } : {}),
    },
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stdout}${stderr}`)
  return stdout
}

/** How to start the gateway of an installation. */
export function gatewayOf({ toolgate, env }: Installed): Program {
  return { command: toolgate, args: ['serve'], env }
}

/** What a gateway answered. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Sends a request with the owner's key. */
export async function post(url: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}
