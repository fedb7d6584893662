import { randomUUID } from 'node:crypto'

/** Numbers from 0 to 1 that follow from a seed (mulberry32), so that a run can be repeated. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What came back for a request, read to its last byte. */
export interface Acknowledged {
  readonly status: number
  /** What the answer says was charged; a replayed answer says it of the first request. */
  readonly credits: number
}

/** One metered request. Without an answer it is in doubt: it may have been charged, once. */
export interface Sent {
  readonly key: string
  readonly path: string
  readonly body: string
  /** Credits that it can cost. */
  readonly most: number
  readonly idempotencyKey: string | null
  readonly requestId: string
  answer: Acknowledged | null
}

/** Everything that was put on one gateway before it died. */
export interface Traffic {
  readonly sent: Sent[]
  /** Keys whose sign-up was answered. */
  readonly madeKeys: string[]
}

interface Load {
  readonly url: string
  readonly keys: readonly string[]
  readonly ownerKey: string
  /** Where webhooks go. */
  readonly receiver: string
  readonly random: () => number
}

const LANES_PER_KEY = 6

/** Keeps every key busy with calls of all kinds until the gateway is gone. */
export async function loadUntilGone(load: Load): Promise<Traffic> {
  const traffic: Traffic = { sent: [], madeKeys: [] }
  const lanes = load.keys.flatMap((key) => Array.from({ length: LANES_PER_KEY }, () => key))
  await Promise.all(lanes.map((key) => runLane(key, load, traffic)))
  return traffic
}

async function runLane(key: string, load: Load, traffic: Traffic): Promise<void> {
  try {
    while (true) {
      if (load.random() < 0.05) traffic.madeKeys.push(await signUp(load.url, load.ownerKey))
      else await sendNext(key, load, traffic)
    }
  } catch (error) {
    // The gateway was killed in the middle of this request; what was sent is noted already.
    if (!(error instanceof TypeError)) throw error
  }
}

async function sendNext(key: string, load: Load, traffic: Traffic): Promise<void> {
  const sent: Sent = {
    ...nextCall(load),
    key,
    idempotencyKey: load.random() < 0.4 ? randomUUID() : null,
    requestId: randomUUID(),
    answer: null,
  }
  traffic.sent.push(sent)
  sent.answer = await send(load.url, sent)
}

function nextCall({ random, receiver }: Load): Pick<Sent, 'path' | 'body' | 'most'> {
  const text = randomUUID()
  const kind = random()
  if (kind < 0.1) {
    const body = JSON.stringify({ url: `${receiver}/${text}`, payload: { text } })
    return { path: '/v1/webhook-send', body, most: 5 }
  }
  if (kind < 0.3) {
    const count = 2 + Math.floor(random() * 5)
    const calls = Array.from({ length: count }, (_, n) => ({
      slug: 'crypto-hash-sha256',
      input: { text: `${text} ${n}` },
    }))
    return { path: '/v1/batch', body: JSON.stringify({ calls }), most: count }
  }
  return { path: '/v1/crypto-hash-sha256', body: JSON.stringify({ text }), most: 1 }
}

/** Sends a request and reads its whole answer. @throws TypeError when the connection ends before that */
export async function send(url: string, sent: Omit<Sent, 'answer'>): Promise<Acknowledged> {
  const response = await fetch(url + sent.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sent.key}`,
      'content-type': 'application/json',
      'x-request-id': sent.requestId,
      ...(sent.idempotencyKey === null ? {} : { 'idempotency-key': sent.idempotencyKey }),
    },
    body: sent.body,
  })
  const body = (await response.json()) as { meta?: { credits_used: number }; total_credits?: number }
  return { status: response.status, credits: body.meta?.credits_used ?? body.total_credits ?? 0 }
}

/** Makes a key with 500 credits, in the owner's name since the public rate limit is lower. */
export async function signUp(url: string, ownerKey: string): Promise<string> {
  const response = await fetch(`${url}/v1/auth/signup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.org`, name: 'Crash' }),
  })
  const { key } = (await response.json()) as { key?: string }
  if (key === undefined) throw new Error(`Sign-up was answered with ${response.status}`)
  return key
}

/** Lifts a key's rate limit out of the way. */
export async function liftRateLimit(url: string, ownerKey: string, key: string): Promise<void> {
  const response = await fetch(`${url}/v1/enterprise/rate-limits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key, limit: 1_000_000_000, window_seconds: 60 }),
  })
  if (!response.ok) throw new Error(`The rate limit was not lifted: ${await response.text()}`)
}

/** Lets every round sign up as many keys as it needs. */
export async function liftSignUpLimits(url: string, ownerKey: string): Promise<void> {
  const response = await fetch(`${url}/app/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sign_ups_per_address: 100_000, sign_ups_per_day: 100_000 }),
  })
  if (!response.ok) throw new Error(`The limits of sign-up were not lifted: ${await response.text()}`)
}
