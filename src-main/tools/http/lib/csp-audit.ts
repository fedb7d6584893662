import parseCsp from 'content-security-policy-parser'
import { HEADER, weak } from './csp-finding.ts'
import { slipsOf } from './csp-slips.ts'
import { found, type HeaderFinding } from './header-finding.ts'

type Policy = ReadonlyMap<string, readonly string[]>

// All sources, and those of a scheme or of a whole top-level domain, which anybody can use.
const WIDE = /^(\*|https?:|data:|blob:|filesystem:|(?:https?:\/\/)?\*(?:\.[a-z]+)?(?::\d+)?\/?)$/
// Hosts of all packages of a registry: some of them run markup as code, as AngularJS does.
const PACKAGE_HOSTS = [
  'ajax.googleapis.com',
  'cdn.jsdelivr.net',
  'cdn.skypack.dev',
  'cdnjs.cloudflare.com',
  'esm.sh',
  'ga.jspm.io',
  'unpkg.com',
]

const STRICT = "'strict-dynamic'"
const NO_SCRIPTS = weak('high', 'limits no scripts', "Add script-src 'self'")

/**
 * What the policies of a response leave open. All of them apply at once, so that only what each of them leaves open
 * counts.
 */
export function weaknessesOf(values: readonly string[] | undefined): HeaderFinding[] {
  if (values === undefined)
    return found(HEADER, 'high', 'is missing', "Begin with default-src 'self'; object-src 'none'")
  const all = policiesOf(values).map(openIn)
  const kinds = [...(all[0]?.keys() ?? [])].filter((kind) => all.every((open) => open.has(kind)))
  // A policy that limits no scripts says less than another that limits them badly.
  const findings = kinds.map((kind) => {
    const said = all.map((open) => open.get(kind)!)
    return said.find((finding) => finding !== NO_SCRIPTS) ?? NO_SCRIPTS
  })
  return [...new Set(findings), ...textsOf(values).flatMap(slipsOf)]
}

/** Whether a policy says who may frame a page: everybody, fewer, or none says so. */
export function frameAncestorsOf(values: readonly string[]): 'open' | 'limited' | 'unsaid' {
  const lists = policiesOf(values).flatMap((policy) => {
    const sources = policy.get('frame-ancestors')
    return sources ? [sources] : []
  })
  if (lists.length === 0) return 'unsaid'
  return lists.every((sources) => sources.some((source) => WIDE.test(source.toLowerCase())))
    ? 'open'
    : 'limited'
}

function policiesOf(values: readonly string[]): Policy[] {
  return textsOf(values).map((text) => parseCsp(text))
}

function textsOf(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(','))
}

// By the kind of weakness.
function openIn(csp: Policy): Map<string, HeaderFinding> {
  const scripts = sourcesOf(csp, 'script-src', 'default-src')
  const elements = sourcesOf(csp, 'script-src-elem') ?? scripts ?? []
  const attributes = sourcesOf(csp, 'script-src-attr') ?? scripts ?? []
  const open = new Map<string, HeaderFinding>()
  if (!scripts)
    for (const kind of ['inline', 'eval', 'wide', 'packages', 'plain']) open.set(kind, NO_SCRIPTS)
  // Elements and attributes can have sources of their own (CSP 3, 6.1.11 and 6.1.12).
  if (allowsInline(elements) || allowsInline(attributes))
    open.set('inline', weak('high', "allows inline scripts with 'unsafe-inline'", 'Use nonces or hashes'))
  if (scripts?.includes("'unsafe-eval'"))
    open.set('eval', weak('medium', "allows eval with 'unsafe-eval'", 'Leave it out'))
  // 'strict-dynamic' makes browsers ignore all hosts.
  if (!elements.includes(STRICT)) noteHosts(elements, open)
  noteObjects(csp, scripts ?? [], open)
  return open
}

// The sources of the first of the directives that a policy has.
function sourcesOf(csp: Policy, ...names: readonly string[]): string[] | undefined {
  const name = names.find((one) => csp.has(one))
  return name === undefined ? undefined : csp.get(name)?.map((source) => source.toLowerCase())
}

// With a nonce or hash, browsers ignore 'unsafe-inline' (CSP 3, 6.7.3.2).
function allowsInline(sources: readonly string[]): boolean {
  return sources.includes("'unsafe-inline'") && !isKeyed(sources) && !sources.includes(STRICT)
}

function isKeyed(sources: readonly string[]): boolean {
  return sources.some((source) => /^'(nonce-|sha(256|384|512)-)/.test(source))
}

function noteHosts(sources: readonly string[], open: Map<string, HeaderFinding>): void {
  const wide = sources.find((source) => WIDE.test(source))
  if (wide !== undefined)
    open.set('wide', weak('high', `allows scripts from anywhere with ${wide}`, 'Name the hosts you need'))
  const host = sources.find(isPackageHost)
  if (host !== undefined)
    open.set('packages', weak('medium', `allows every library of ${host}`, 'Name the files, or use nonces'))
  const plain = sources.find((source) => source.startsWith('http://') && !WIDE.test(source))
  if (plain !== undefined)
    open.set('plain', weak('low', `allows scripts over plain HTTP from ${plain}`, 'Write https://'))
}

// A host with a path allows that path alone, which may be that of all packages.
function isPackageHost(source: string): boolean {
  const [, host] =
    /^(?:https?:\/\/)?([^/:']+)(?::\d+)?(?:\/(?:(?:npm|gh|ajax|ajax\/libs)\/)?)?$/.exec(source) ?? []
  if (host === undefined || WIDE.test(source)) return false
  return PACKAGE_HOSTS.some((one) => one === host || (host.startsWith('*.') && one.endsWith(host.slice(1))))
}

function noteObjects(csp: Policy, scripts: readonly string[], open: Map<string, HeaderFinding>): void {
  const objects = sourcesOf(csp, 'object-src', 'default-src')
  const wide = objects?.find((source) => WIDE.test(source))
  if (!objects) open.set('objects', weak('low', 'limits no plug-ins', "Add object-src 'none'"))
  else if (wide !== undefined && csp.has('object-src'))
    open.set('objects', weak('low', `allows plug-ins from anywhere with ${wide}`, "Send object-src 'none'"))
  if (csp.has('base-uri')) return
  // A base element makes scripts with a nonce load from another site, and what allowed scripts load.
  const matters =
    scripts.some((source) => source.startsWith("'nonce-")) || (isKeyed(scripts) && scripts.includes(STRICT))
  open.set('base', weak(matters ? 'medium' : 'low', 'leaves the base address open', "Add base-uri 'none'"))
}
