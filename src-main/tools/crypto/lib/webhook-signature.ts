import { createHmac } from 'node:crypto'
import { isSameBytes } from './same-bytes.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

export const PROVIDERS = ['github', 'stripe', 'slack', 'shopify', 'standard', 'generic'] as const
export type Provider = (typeof PROVIDERS)[number]

/** What a provider signed and how, read from the headers of its request. */
interface Signed {
  readonly signatures: readonly string[]
  /** Seconds since 1970; null if the provider signs no time, and NaN if what it signs cannot be read. */
  readonly timestamp: number | null
  readonly message: string
  readonly encoding: 'hex' | 'base64'
}

export type Headers = ReadonlyMap<string, string>

const READERS: Record<Provider, (payload: string, headers: Headers) => Signed> = {
  // docs.github.com, "Validating webhook deliveries"
  github: (message, headers) => ({
    signatures: [after('sha256=', header(headers, 'x-hub-signature-256'))],
    timestamp: null,
    message,
    encoding: 'hex',
  }),
  // docs.stripe.com, "Verify webhook signatures manually": t=…,v1=…; there may be several v1
  stripe: (payload, headers) => {
    const parts = header(headers, 'stripe-signature')
      .split(',')
      .map((part) => part.trim().split('='))
    const time = parts.find(([name]) => name === 't')?.[1] ?? ''
    return {
      signatures: parts.filter(([name]) => name === 'v1').map(([, value = '']) => value),
      timestamp: secondsOf(time),
      message: `${time}.${payload}`,
      encoding: 'hex',
    }
  },
  // docs.slack.dev, "Verifying requests from Slack"
  slack: (payload, headers) => {
    const time = header(headers, 'x-slack-request-timestamp')
    return {
      signatures: [after('v0=', header(headers, 'x-slack-signature'))],
      timestamp: secondsOf(time),
      message: `v0:${time}:${payload}`,
      encoding: 'hex',
    }
  },
  // shopify.dev, "Deliver webhooks through HTTPS"
  shopify: (message, headers) => ({
    signatures: [header(headers, 'x-shopify-hmac-sha256')],
    timestamp: null,
    message,
    encoding: 'base64',
  }),
  // standard-webhooks.com, "Signature scheme"; services on Svix use the svix- names
  standard: (payload, headers) => {
    const prefix = headers.has('svix-id') ? 'svix' : 'webhook'
    const time = header(headers, `${prefix}-timestamp`)
    const listed = header(headers, `${prefix}-signature`).split(' ')
    return {
      signatures: listed.filter((one) => one.startsWith('v1,')).map((one) => one.slice(3)),
      timestamp: secondsOf(time),
      message: `${header(headers, `${prefix}-id`)}.${time}.${payload}`,
      encoding: 'base64',
    }
  },
  generic: (message, headers) => ({
    signatures: [header(headers, 'x-signature').replace(/^sha256=/, '')],
    timestamp: null,
    message,
    encoding: 'hex',
  }),
}

/**
 * Whether one of the signatures of a webhook request is the HMAC-SHA256 of the content that the
 * provider signs.
 * @throws InvalidInput when a header that the provider sends is missing
 */
export function checkSignature(
  provider: Provider,
  { payload, secret, headers }: { payload: string; secret: string; headers: Headers },
): { readonly matches: boolean; readonly timestamp: number | null; readonly hasTimeFault: boolean } {
  const { signatures, timestamp, message, encoding } = READERS[provider](payload, headers)
  const mac = createHmac('sha256', keyOf(provider, secret)).update(message).digest()
  // All of them are compared, so that the time taken does not reveal which one matched.
  const same = signatures.map((signature) => isSameBytes(bytesOf(signature, encoding), mac))
  const hasTimeFault = Number.isNaN(timestamp)
  return { matches: same.includes(true), timestamp: hasTimeFault ? null : timestamp, hasTimeFault }
}

function keyOf(provider: Provider, secret: string): Buffer {
  if (provider !== 'standard') return Buffer.from(secret, 'utf8')
  const key = secret.replace(/^whsec_/, '')
  if (!/^[\w+/-]+={0,2}$/.test(key))
    throw new InvalidInput(
      'secret',
      'The secret of a Standard Webhook is base64, with or without whsec_ before it',
    )
  return Buffer.from(key, 'base64')
}

// Node stops at the first sign besides hex digits, and skips those that are not base64.
function bytesOf(signature: string, encoding: Signed['encoding']): Buffer {
  const bytes = Buffer.from(signature, encoding)
  const isWhole =
    encoding === 'hex'
      ? bytes.length * 2 === signature.length
      : bytes.toString('base64').replace(/=+$/, '') === signature.replace(/=$/, '')
  return isWhole ? bytes : Buffer.alloc(0)
}

function header(headers: Headers, name: string): string {
  const value = headers.get(name)
  if (value === undefined)
    throw new InvalidInput('headers', `The header ${name} is missing; send it as you received it`)
  return value
}

function after(prefix: string, value: string): string {
  return value.startsWith(prefix) ? value.slice(prefix.length) : ''
}

function secondsOf(text: string): number {
  return /^\d{1,12}$/.test(text) ? Number(text) : NaN
}
