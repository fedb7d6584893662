import { isBuilt, sourcesFingerprint } from '../../../build/built.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DatabaseOptions } from '../../../src-main/instance/foundation/on-postgres.ts'
import { createInstance, type Instance } from '../../../src-main/instance/create-instance.ts'
import type { InstanceOptions } from '../../../src-main/instance/instance-options.ts'

/** A valid owner key that tests may know. */
export const OWNER_KEY = `sk-toolgate-${'0123456789abcdef'.repeat(3)}`

const ROOT = join(import.meta.dirname, '../../..')
const START_OF_TIME = Date.UTC(2026, 0, 1)

const IS_BUILT = isBuilt(ROOT, sourcesFingerprint(ROOT))

/**
 * The file of a program: the built one, which starts in a third of the time; where that is not of these very
 * sources, the source itself.
 * @param source its path in src-main
 */
export function programFile(name: string, source = name): string {
  return join(ROOT, IS_BUILT ? `out/main/${name}.js` : `src-main/${source}.ts`)
}

export const TEST_FILES = {
  // Paths, since in the page's tests a module's address is not a file's.
  pageDir: join(import.meta.dirname, '../../../out/renderer'),
  workerUrl: pathToFileURL(programFile('tool-worker', 'workers/tool-worker')),
  version: '0.0.0-test',
}

/** Whether test gateways that keep nothing on disk have a schema of a PostgreSQL each. */
export const ON_POSTGRES = process.env['TOOLGATE_TEST_POSTGRES'] === '1'

/** A machine without other programs. */
export const NOWHERE = { platform: 'linux', home: '/nowhere', env: {} } as const

/** What a call may take in a worker where its answer is what counts: a busy machine is slow, and not wrong. */
export const PATIENT_MS = 20_000

export interface TestCall {
  readonly method?: string
  readonly key?: string | null
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Aborted when the client leaves. */
  readonly signal?: AbortSignal
}

export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  /** The body read as JSON; null where it is not JSON. */
  readonly json: Json
  readonly text: string
}

/** A JSON value that tests look into without declaring its shape first. */
export type Json = ReturnType<typeof JSON.parse>

/** A fresh gateway with the real database in memory, without a socket; every request passes the front door. */
export class TestGateway {
  readonly instance: Instance
  readonly bugs: unknown[]
  readonly #clock: { now: number }
  /** A personal key with 500 credits, made for this gateway. */
  readonly key: string
  readonly keyId: string

  constructor(
    instance: Instance,
    bugs: unknown[],
    clock: { now: number },
    made: { readonly key: string; readonly keyId: string },
  ) {
    this.instance = instance
    this.bugs = bugs
    this.#clock = clock
    this.key = made.key
    this.keyId = made.keyId
  }

  static async create(options: Partial<InstanceOptions> = {}): Promise<TestGateway> {
    const clock = { now: START_OF_TIME }
    const bugs: unknown[] = []
    const database = await databaseOfTest(options)
    const instance = await createInstance({
      ...TEST_FILES,
      ...(database ? { database } : {}),
      dataDir: ':memory:',
      ownerKey: OWNER_KEY,
      now: () => clock.now,
      reportBug: (error) => bugs.push(error),
      workerDeadlineMs: PATIENT_MS,
      here: NOWHERE,
      ...options,
    })
    const { account, key } = await instance.services.keys.create({
      kind: 'personal',
      name: 'Test',
      grant: 500,
    })
    return new TestGateway(instance, bugs, clock, { key, keyId: account.id })
  }

  /** The id of the owner's key. */
  get ownerId(): string {
    const owner = this.instance.services.keys.owner()
    if (owner === null) throw new Error('A gateway has an owner from its first start on')
    return owner.id
  }

  /** Lets time pass for the gateway. */
  advance(ms: number): void {
    this.#clock.now += ms
  }

  /** Sends a request: with the test key unless told otherwise, POST when there is a body. */
  async send(path: string, call: TestCall = {}): Promise<TestAnswer> {
    const response = await this.open(path, call)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: toJson(text) }
  }

  /** Sends a request with the owner's key. */
  async asOwner(path: string, call: Omit<TestCall, 'key'> = {}): Promise<TestAnswer> {
    return await this.send(path, { ...call, key: OWNER_KEY })
  }

  /** Sends a request and leaves the body unread, for streams. */
  async open(
    path: string,
    { method, key = this.key, body, headers = {}, signal }: TestCall = {},
  ): Promise<Response> {
    const request = new Request(`http://127.0.0.1:4777${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return await this.instance.app.fetch(request)
  }

  /** Calls a tool. */
  async call(slug: string, input: object, call: TestCall = {}): Promise<TestAnswer> {
    return await this.send(`/v1/${slug}`, { ...call, body: input })
  }

  /** What the test key holds. */
  balance(): number {
    return this.instance.services.ledger.lastKnown(this.keyId).balance
  }

  async close(): Promise<void> {
    await this.instance.close()
  }
}

/** With TOOLGATE_TEST_POSTGRES a gateway that keeps nothing on disk has a schema of its own instead. */
async function databaseOfTest(options: Partial<InstanceOptions>): Promise<DatabaseOptions | null> {
  if (!ON_POSTGRES || options.dataDir !== undefined) return null
  const { makeSchema } = await import('../postgres/test-postgres.ts')
  return { place: await makeSchema(), name: 'test', passphrase: 'of the test' }
}

function toJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    // Not every answer is JSON: pages, streams and empty answers are not.
    return null
  }
}
