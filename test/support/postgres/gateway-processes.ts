import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HeadlessProcess } from '../gateway/headless-process.ts'
import { programFile } from '../gateway/test-gateway.ts'
import { CuttingLine } from './cutting-line.ts'
import { ask } from './served-gateways.ts'
import { PostgresServer } from './postgres-server.ts'

type Running = HeadlessProcess & { readonly url: string }

/** More than anything here spends. */
const CREDITS = 10_000_000

/** Several gateways over a PostgreSQL of their own, each in a process of its own. */
export class GatewayProcesses {
  readonly server: PostgresServer
  readonly schema = 'served'
  readonly #folders: readonly string[]
  readonly #running: Running[] = []
  readonly #lines: CuttingLine[] = []

  private constructor(server: PostgresServer, count: number) {
    this.server = server
    this.#folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), 'toolgate-served-')))
  }

  /**
   * Starts them; the owner has more credits than anybody could spend, and may send as much.
   * @param wanted whether the line of each to the server can be cut
   */
  static async start(count: number, { hasLines = false } = {}): Promise<GatewayProcesses> {
    const served = new GatewayProcesses(await PostgresServer.start(), count)
    if (hasLines) await served.#layLines()
    for (let index = 0; index < count; index++) served.#running[index] = await served.#start(index)
    const { json } = await ask(served.at(0), '/v1/enterprise/keys?kind=personal')
    const owner = String(json.keys[0].key_id)
    await served.sql(`SELECT tg_credit_1('for all', '${owner}', 'grant', ${CREDITS}, 0)`)
    const limit = { key_id: owner, limit: 10_000_000, window_seconds: 60 }
    await ask(served.at(0), '/v1/enterprise/rate-limits', limit)
    return served
  }

  /** One of them, the first again after the last. */
  at(index: number): Running {
    return this.#running[index % this.#folders.length]!
  }

  get all(): readonly Running[] {
    return this.#running
  }

  /** The line of one of them. */
  lineOf(index: number): CuttingLine {
    return this.#lines[index % this.#lines.length]!
  }

  /** How many commits had no answer. */
  get cuts(): number {
    return this.#lines.reduce((sum, { cuts }) => sum + cuts, 0)
  }

  /** Runs SQL in their schema. */
  sql<Row>(text: string): Promise<Row[]> {
    return this.server.run<Row>(`SET search_path = ${this.schema}; ${text}`)
  }

  /** A key that spends the owner's credits, known to all of them. */
  async newKey(fields: object = {}): Promise<{ id: string; as: Readonly<Record<string, string>> }> {
    const sent = {
      name: 'one',
      rate_limit: { limit: 10_000_000, window_seconds: 60 },
      ...fields,
    }
    const made = await ask(this.at(0), '/v1/enterprise/keys', sent)
    if (made.status !== 201) throw new Error(made.text)
    const as = { authorization: `Bearer ${made.json.key}` }
    await this.#untilKnown(as)
    return { id: String(made.json.key_id), as }
  }

  /** A key with so many credits of its own, known to all of them. */
  async personalKey(credits: number): Promise<{ id: string; as: Readonly<Record<string, string>> }> {
    const made = await ask(this.at(0), '/v1/auth/signup', {
      name: 'One',
      email: `${randomUUID()}@example.com`,
    })
    if (made.status !== 201) throw new Error(made.text)
    const { key_id: id, key, balance } = made.json
    await this.sql(`SELECT tg_credit_1('for ${id}', '${id}', 'grant', ${credits - balance}, 0)`)
    const limit = { key_id: id, limit: 10_000_000, window_seconds: 60 }
    await ask(this.at(0), '/v1/enterprise/rate-limits', limit)
    const as = { authorization: `Bearer ${key}` }
    await this.#untilKnown(as)
    return { id: String(id), as }
  }

  /** Ends one at once and starts it again, with its name and its folder. */
  async killAndRestart(index: number): Promise<void> {
    const at = index % this.#folders.length
    await this.at(at).end('SIGKILL')
    this.#running[at] = await this.#start(at)
  }

  /** Ends the gateways, and leaves the server. @returns the codes of those that did not end well */
  async end(): Promise<readonly (number | null)[]> {
    const ends = await Promise.all(this.#running.map((gateway) => gateway.end('SIGTERM')))
    return ends.map(({ code }) => code).filter((code) => code !== 0)
  }

  /** Ends everything. @returns the codes of those gateways that did not end well */
  async stop(): Promise<readonly (number | null)[]> {
    const unclean = await this.end()
    for (const line of this.#lines) line.close()
    await this.server.stop()
    for (const folder of [...this.#folders, ...this.#lines.map(({ host }) => host)])
      rmSync(folder, { recursive: true, force: true })
    return unclean
  }

  async #layLines(): Promise<void> {
    while (this.#lines.length < this.#folders.length) {
      const folder = mkdtempSync(join(tmpdir(), 'toolgate-line-'))
      chmodSync(folder, 0o700)
      this.#lines.push(await CuttingLine.open(folder, this.server))
    }
  }

  async #untilKnown(as: Readonly<Record<string, string>>): Promise<void> {
    for (const gateway of this.#running)
      while ((await ask(gateway, '/v1/tools?limit=1', undefined, as)).status === 401);
  }

  #start(index: number): Promise<Running> {
    const { host } = this.#lines[index] ?? this.server
    const url = `postgres://toolgate@/postgres?host=${encodeURIComponent(host)}`
    return HeadlessProcess.start(
      this.#folders[index]!,
      ['--database-url', url, '--database-schema', this.schema, '--instance-name', `g${index}`],
      {
        ...{ command: process.execPath, args: [programFile('headless')] },
        env: { ...process.env, TOOLGATE_SECRET: 'of the test' },
      },
    )
  }
}
