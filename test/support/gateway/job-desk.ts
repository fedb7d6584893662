import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { receiver } from '../network/receiver.ts'
import { TestGateway, type Json, type TestAnswer, type TestCall } from './test-gateway.ts'
import { waitUntil } from '../wait-until.ts'

/** A gateway whose jobs a test submits and watches, and a receiver that lets their webhooks wait. */
export class JobDesk {
  readonly gateway: TestGateway
  readonly origin: string
  /** Requests of webhook-send that the receiver has not answered. */
  readonly held: ServerResponse[]

  private constructor(gateway: TestGateway, origin: string, held: ServerResponse[]) {
    this.gateway = gateway
    this.origin = origin
    this.held = held
  }

  /** Opened for one test, and closed when that ends. */
  static async open(): Promise<JobDesk> {
    const held: ServerResponse[] = []
    const { origin } = await receiver((_req, res) => void held.push(res))
    const gateway = await TestGateway.create({ allowedOrigins: [origin] })
    onTestFinished(() => gateway.close())
    await gateway.instance.services.keys.setRateLimit(gateway.keyId, 100_000, 60)
    return new JobDesk(gateway, origin, held)
  }

  submit(path: string, body: unknown, call: TestCall = {}): Promise<TestAnswer> {
    return this.gateway.send(path, { ...call, body })
  }

  /** Submits a job that runs until the receiver answers it. */
  webhook(): Promise<TestAnswer> {
    return this.submit('/v1/async/webhook-send', { url: this.origin, payload: {} })
  }

  async job(id: string, call: TestCall = {}): Promise<Json> {
    return (await this.gateway.send(`/v1/jobs/${id}`, call)).json
  }

  finished(id: string, call: TestCall = {}): Promise<Json> {
    return waitUntil(async () => {
      const now = await this.job(id, call)
      return now.finished_at === null ? null : now
    }, `job ${id} finishes`)
  }

  async running(id: string): Promise<void> {
    await waitUntil(async () => (await this.job(id)).status === 'running', `job ${id} runs`)
  }

  async arrived(count: number): Promise<void> {
    await waitUntil(() => this.held.length >= count, `${count} webhooks arrive`)
  }

  /** The key of another account, with 500 credits unless told otherwise. */
  async otherKey(change: object = {}): Promise<string> {
    const { keys } = this.gateway.instance.services
    return (await keys.create({ kind: 'personal', name: 'Other', grant: 500, ...change })).key
  }
}
