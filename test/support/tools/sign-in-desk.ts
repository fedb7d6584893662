import { expect, onTestFinished } from 'vitest'
import { liftRateLimit } from '../gateway/lift-rate-limit.ts'
import { TestGateway, type Json, type TestAnswer } from '../gateway/test-gateway.ts'
import { signInServer, type SignInServer } from '../network/sign-in-server.ts'
import { makeTempDir } from '../temp-dir.ts'
import { approveAll } from './source-desk.ts'

/** A gateway and a server of MCP that answers only to those who have signed in. */
export class SignInDesk {
  readonly server: SignInServer
  readonly dataDir: string
  gateway: TestGateway

  private constructor(server: SignInServer, dataDir: string, gateway: TestGateway) {
    this.server = server
    this.dataDir = dataDir
    this.gateway = gateway
  }

  /** @param now milliseconds since 1970 */
  static async open(now = Date.now): Promise<SignInDesk> {
    const dataDir = makeTempDir()
    const desk = new SignInDesk(await signInServer(), dataDir, await start(dataDir, now))
    onTestFinished(() => desk.gateway.close())
    return desk
  }

  /** Ends the gateway and starts it again. */
  async restart(): Promise<void> {
    await this.gateway.close()
    this.gateway = await start(this.dataDir)
  }

  /** Adds the server as its owner does. */
  async add(more: object = {}, secrets: Record<string, string> = {}): Promise<Json> {
    const body = { kind: 'mcp-http', id: 'web', url: this.server.url, ...more }
    const names = { secret_names: Object.keys(secrets) }
    const preview = await this.gateway.asOwner('/app/sources/preview', { body: { ...body, ...names } })
    const { hash } = preview.json.consent
    const added = await this.gateway.asOwner('/app/sources', { body: { ...body, secrets, consent: hash } })
    expect(added.status).toBe(201)
    return added.json.source
  }

  async begin(): Promise<TestAnswer> {
    return await this.gateway.asOwner('/app/sources/web/sign-in', { method: 'POST' })
  }

  async shown(): Promise<Json> {
    return (await this.gateway.asOwner('/app/sources/web')).json.source
  }

  /** Comes back as a browser does: from another site, with no session and no key. */
  async comeBack(to: URL): Promise<TestAnswer> {
    const headers = {
      ...{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    }
    return await this.gateway.send(to.pathname + to.search, { key: null, headers })
  }

  /** Signs in as a person does. */
  async signIn(): Promise<TestAnswer> {
    const begun = await this.begin()
    expect([begun.status, begun.text]).toEqual([200, expect.any(String)])
    return await this.comeBack(await this.server.agree(begun.json.url))
  }

  /** Adds the server, signs in and opens its tools. */
  async addSignedIn(): Promise<void> {
    await this.add()
    expect((await this.signIn()).status).toBe(200)
    await approveAll(this.gateway, 'web')
  }

  /** What the owner has. */
  async balance(): Promise<number> {
    return (await this.gateway.instance.services.ledger.balanceOf(this.gateway.ownerId)).balance
  }
}

async function start(dataDir: string, now = Date.now): Promise<TestGateway> {
  const gateway = await TestGateway.create({ dataDir, now })
  await liftRateLimit(gateway)
  return gateway
}
