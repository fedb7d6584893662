import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TestGateway, type Json, type TestAnswer } from '../gateway/test-gateway.ts'
import { liftRateLimit } from '../gateway/lift-rate-limit.ts'
import { NpmRegistry, type Published } from '../network/npm-registry.ts'
import { makeTempDir } from '../temp-dir.ts'
import { approveAll } from './source-desk.ts'

/** The code of a server of MCP, whose first argument says how it behaves. */
export const SERVER = readFileSync(join(import.meta.dirname, '../../fixtures/upstreams/vices.mjs'), 'utf8')
/** The name of the server that is published here. */
export const NAME = '@desk/server'

/** A gateway with a data folder, and a registry of npm beside it. */
export class PackageDesk {
  readonly gateway: TestGateway
  readonly registry: NpmRegistry
  readonly dataDir: string
  /** What the install script of the server would write. */
  readonly ran: string

  private constructor(gateway: TestGateway, registry: NpmRegistry, dataDir: string, ran: string) {
    this.gateway = gateway
    this.registry = registry
    this.dataDir = dataDir
    this.ran = ran
  }

  static async open(): Promise<PackageDesk> {
    const folder = makeTempDir()
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const registry = await NpmRegistry.start()
    writeFileSync(join(folder, 'npmrc'), '')
    process.env['npm_config_registry'] = registry.url
    process.env['npm_config_cache'] = join(folder, 'cache')
    process.env['npm_config_userconfig'] = join(folder, 'npmrc')
    const gateway = await TestGateway.create({ dataDir })
    await liftRateLimit(gateway)
    const desk = new PackageDesk(gateway, registry, dataDir, join(folder, 'ran'))
    registry.publish({ name: 'helper', version: '1.0.0', files: { 'index.js': '' } })
    desk.publish('1.0.0')
    return desk
  }

  /** Publishes a version of the server. @param change what is otherwise in its code */
  publish(
    version: string,
    change: (code: string) => string = (code) => code,
    more: Partial<Published> = {},
  ): void {
    this.registry.publish({
      ...{ name: NAME, version, bin: { server: 'dist/server.mjs' } },
      files: { 'dist/server.mjs': `#!/usr/bin/env node\n${change(SERVER)}` },
      dependencies: { helper: '^1.0.0' },
      scripts: { postinstall: `node -e "require('fs').writeFileSync('${this.ran}', '')"` },
      ...more,
    })
  }

  /** Asks what a package would be. */
  async preview(spec = `${NAME}@1.0.0`, args: readonly string[] = ['rug']): Promise<TestAnswer> {
    const body = { kind: 'npm', package: spec, args }
    return await this.gateway.asOwner('/app/sources/preview', { body })
  }

  /** Adds what was shown. */
  async add(consent: string, spec = `${NAME}@1.0.0`, id = 'desk'): Promise<TestAnswer> {
    const body = { kind: 'npm', package: spec, args: ['rug'], id, consent }
    return await this.gateway.asOwner('/app/sources', { body })
  }

  /** Adds the server as an owner does, and approves its tools. */
  async openServer(): Promise<Json> {
    const shown = await this.preview()
    if (shown.status !== 200) throw new Error(shown.text)
    const added = await this.add(shown.json.consent.hash)
    if (added.status !== 201) throw new Error(added.text)
    await approveAll(this.gateway, 'desk')
    return await this.source()
  }

  async source(): Promise<Json> {
    return (await this.gateway.asOwner('/app/sources/desk')).json.source
  }

  /** Goes to another version, as an owner does who has looked at it. */
  async update(spec: string): Promise<TestAnswer> {
    const to = { package: spec }
    const shown = await this.gateway.asOwner('/app/sources/desk/preview', { body: to })
    if (shown.status !== 200) return shown
    const consent = shown.json.consent.hash
    return await this.gateway.asOwner('/app/sources/desk/start', { body: { ...to, consent } })
  }

  async close(): Promise<void> {
    await this.gateway.close()
    await this.registry.close()
  }
}
