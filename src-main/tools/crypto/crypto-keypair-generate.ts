import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

const TYPES = ['ed25519', 'x25519', 'ec-p256', 'ec-p384', 'ec-p521', 'rsa-2048', 'rsa-3072'] as const

export default defineTool({
  slug: 'crypto-keypair-generate',
  title: 'Key pair',
  summary: 'Makes a key pair (Ed25519, X25519, EC or RSA) and writes it as PEM and JWK.',
  searchWords: [
    'rsa',
    'ssh key',
    'public and private key',
    'ed25519',
    'elliptic curve',
    'pem',
    'jwk',
    'asymmetric',
    'new keys',
    'private key',
    'signing key',
    'ecdsa',
    'generate a public key',
    'generate a certificate key',
    'rsa generator',
    'x25519',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  // OpenSSL draws the keys with its own generator; it takes no random bytes from outside.
  worker: true,
  related: ['crypto-jwt-sign', 'crypto-cert-parse'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    type: z
      .enum(TYPES)
      .default('ed25519')
      .describe('The kind of key; RSA of 4,096 bits may take longer than a call may last'),
  }),
  output: z.strictObject({
    type: z.enum(TYPES).describe('The kind of key'),
    public_pem: z.string().describe('The public key in PEM (SPKI)'),
    private_pem: z.string().describe('The private key in PEM (PKCS #8), not encrypted'),
    public_jwk: namedValues(z.string(), z.string()).describe('The public key as a JWK (RFC 7517)'),
    private_jwk: namedValues(z.string(), z.string()).describe('The private key as a JWK'),
    key_id: z.string().describe('The thumbprint of the public key (RFC 7638), also the kid of the JWKs'),
  }),

  examples: [
    { title: 'An Ed25519 pair', input: {} },
    { title: 'For ES256 tokens', input: { type: 'ec-p256' } },
    { title: 'For RS256 tokens', input: { type: 'rsa-2048' } },
  ],

  prepare: () => import('./lib/key-pair.ts'),
  handler: async ({ type }) => {
    const { KEY_PAIRS, writtenPair } = await import('./lib/key-pair.ts')
    const { alg, make } = KEY_PAIRS[type]
    return { type, ...(await writtenPair(await make(), alg)) }
  },
})
