import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { CallFailed, InvalidInput, type ToolContext } from '../../tool-kit/tool-context.ts'

const nothing = z.string().nullable()
const list = (what: string) => z.array(z.string().describe(what))

export default defineTool({
  slug: 'net-whois',
  title: 'Domain registration',
  summary: 'Where a domain is registered, since when and until when, by RDAP or else WHOIS.',
  searchWords: [
    'who owns',
    'registrar',
    'domain owner',
    'expiry of a domain',
    'rdap',
    'is a domain taken',
    'domain available',
    'registered when',
    'owner of a website',
    'domain age',
    'when does a domain expire',
    'domain lookup',
    'who registered',
    'domain information',
    'is a name free',
  ],
  category: 'Network & DNS',
  tier: 'network',
  credits: 3,
  version: 2,
  mainField: 'domain',
  related: ['net-dns-all', 'net-url-parse', 'net-dns-lookup'],
  takes: { domain: ['domain'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    domain: z.string().min(1).max(1_000).describe('Domain such as example.com; subdomains are cut off'),
    source: z
      .enum(['auto', 'rdap', 'whois'])
      .default('auto')
      .describe('auto uses RDAP, or WHOIS if the top-level domain has no RDAP'),
    server: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('Server to use instead: a base URL for rdap, host or host:port for whois'),
  }),
  output: z.strictObject({
    domain: z.string().describe('The domain that was looked up, in ASCII'),
    registered: z.boolean().describe('Whether the registry knows it'),
    registrar: nothing.describe('The registrar'),
    created_at: nothing.describe('Registration date; an instant in UTC if the server says its zone'),
    updated_at: nothing.describe('Last change'),
    expires_at: nothing.describe('Expiry date'),
    status: list('A status').describe('Its status values, such as client transfer prohibited'),
    name_servers: list('A name server').describe('Its name servers'),
    dnssec: z.boolean().nullable().describe('Whether it is signed with DNSSEC; null if unknown'),
    source: z.enum(['rdap', 'whois']).describe('The source of the data'),
    servers: list('A server').describe('Servers whose answers these are'),
    raw: nothing.describe('The answer of the last WHOIS server, at most 64 KiB; null for RDAP'),
  }),

  examples: [
    { title: 'A domain', input: { domain: 'example.com' } },
    { title: 'By WHOIS', input: { domain: 'example.com', source: 'whois' } },
    { title: 'A subdomain', input: { domain: 'www.example.co.uk' } },
  ],

  handler: async ({ domain, source, server }, ctx) => {
    const name = await registrableOf(domain)
    const base =
      source === 'whois' ? null : (rdapBase(source, server) ?? (await autoServer(ctx, source, name)))
    return base === null
      ? byWhois(ctx, name, source === 'rdap' ? undefined : server)
      : byRdap(ctx, name, base)
  },

  compute: async (input) => {
    const { fromWhois } = await import('./lib/whois/whois-answers.ts')
    return fromWhois(z.object({ texts: z.array(z.string()) }).parse(input).texts)
  },
})

const summary = z.object({
  registered: z.boolean(),
  registrar: nothing,
  created_at: nothing,
  updated_at: nothing,
  expires_at: nothing,
  status: z.array(z.string()),
  name_servers: z.array(z.string()),
  dnssec: z.boolean().nullable(),
})

const problem = z.object({ problem: z.enum(['refused', 'unreadable']), line: z.string() })
const whoisSummary = z.union([summary, problem])

async function registrableOf(domain: string): Promise<string> {
  const { getDomain } = await import('tldts')
  const { domainToASCII } = await import('node:url')
  const name = getDomain(domainToASCII(domain.trim()))
  if (name === null) throw new InvalidInput('domain', 'Send a domain such as example.com')
  return name
}

function rdapBase(source: string, server: string | undefined): string | null {
  if (source !== 'rdap' || server === undefined) return null
  if (!URL.canParse(server)) throw new InvalidInput('server', 'Send the base URL of an RDAP server')
  return server
}

async function autoServer(ctx: ToolContext, source: string, name: string): Promise<string | null> {
  const { rdapServerOf } = await import('./lib/rdap.ts')
  const found = await rdapServerOf(ctx, name)
  if (found === null && source === 'rdap')
    throw new InvalidInput(
      'source',
      `The top-level domain of ${name} has no RDAP server; send \`whois\`, or leave it out`,
    )
  return found
}

async function byRdap(ctx: ToolContext, name: string, base: string) {
  const { askRdap } = await import('./lib/rdap.ts')
  const { fromRdap } = await import('./lib/rdap-facts.ts')
  const said = summary.parse(fromRdap(await askRdap(ctx, base, name)))
  return { domain: name, ...said, source: 'rdap' as const, servers: [base], raw: null }
}

async function byWhois(ctx: ToolContext, name: string, server: string | undefined) {
  const { askWhoisServers } = await import('./lib/whois/whois-servers.ts')
  const answers = await askWhoisServers(ctx, name, server)
  const said = whoisSummary.parse(await ctx.compute({ texts: answers.map(({ text }) => text) }))
  if ('problem' in said) throw new CallFailed(sentenceOn(answers[0]!.server, said))
  const raw = answers.at(-1)?.text.slice(0, 65_536).toWellFormed() ?? null
  return { domain: name, ...said, source: 'whois' as const, servers: answers.map((one) => one.server), raw }
}

function sentenceOn(server: string, { problem: kind, line }: z.output<typeof problem>): string {
  if (line === '') return `${server} answered with nothing.`
  return kind === 'refused'
    ? `${server} refuses to answer for now: ${line}`
    : `What ${server} answered could not be read: ${line}`
}
