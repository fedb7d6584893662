import { readCurl } from './curl-command.ts'
import { DATA, dataOf, isUnreadFile, readsStdin, unread, type Given } from './curl-data.ts'
import { headersOf } from './curl-headers.ts'
import { formParts, type FormPart } from './curl-form.ts'
import { rivalsOf, unsaidOf } from './curl-unsaid.ts'
import type { Stdin } from './shell-redirections.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MOST_WARNINGS = 100

/** The request that a curl command makes. */
export interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly query: { name: string; value: string }[]
  readonly headers: { name: string; value: string }[]
  readonly body: string | null
  readonly body_kind: 'none' | 'json' | 'form' | 'multipart' | 'text' | 'file'
  readonly form: FormPart[]
  readonly auth: { user: string; password: string | null } | null
  readonly follow_redirects: boolean
  readonly insecure: boolean
  readonly timeout_seconds: number | null
  readonly proxy: string | null
  readonly warnings: string[]
}

/**
 * The request that a curl command would send, by the rules of its manual. Files that it names are
 * not read.
 * @throws InvalidInput for a command without a URL
 */
export function toRequest(command: string): CurlRequest {
  const { given, urls, stdin, warnings } = readCurl(command)
  const all = (...names: string[]) => given.filter(({ name }) => names.includes(name))
  const last = (...names: string[]): string | undefined => all(...names).at(-1)?.value
  const has = (name: string): boolean => given.some((one) => one.name === name)
  if (urls.length > 1) warnings.push('The command has several URLs; the first one was used')
  warnings.push(...unsaidOf(given, urls[0]))
  const { body, isFile, queries } = sentData(given, stdin, warnings)
  const url = addressOf(urls[0], queries)
  const form = all('form', 'form-string').flatMap(({ name, value }) =>
    formParts(value, name === 'form-string', warnings),
  )
  warnings.push(...rivalsOf(has, all(...DATA).length > 0, form.length > 0))
  const upload = last('upload-file')
  if (upload !== undefined) url.pathname = uploadPath(url.pathname, upload)
  const sends = body !== null || isFile || form.length > 0
  const headers = headersOf({ has, last, all }, upload === undefined && sends, form.length > 0)
  const bearer = last('oauth2-bearer')
  if (bearer !== undefined) headers.push({ name: 'Authorization', value: `Bearer ${bearer}` })
  return {
    method: last('request') ?? methodOf({ has, sends, uploads: upload !== undefined }),
    url: url.href,
    query: [...url.searchParams].map(([name, value]) => ({ name, value })),
    headers,
    body,
    body_kind: kindOf(body, headers, form.length > 0, isFile),
    form,
    auth: authOf(last('user')) ?? authOfUrl(url),
    follow_redirects: has('location') || has('location-trusted') || has('follow'),
    insecure: has('insecure'),
    timeout_seconds: secondsOf('max-time', last('max-time')),
    proxy: proxyOf(given),
    warnings: shortOf(warnings),
  }
}

/** The body and what comes into the query; a body that is a whole file is not read. */
function sentData(
  given: readonly Given[],
  stdin: Stdin | null,
  warnings: string[],
): { body: string | null; isFile: boolean; queries: string[] } {
  const data = given.filter(({ name }) => DATA.includes(name))
  const forQuery = given.filter(({ name }) => name === 'url-query')
  const inQuery = given.some(({ name }) => name === 'get')
  const upload = given.findLast(({ name }) => name === 'upload-file')?.value
  const uploadsStdin = upload === '-' || upload === '.'
  if (stdin && !uploadsStdin && ![...data, ...forQuery].some(readsStdin))
    warnings.push('What is redirected into the command is not in the answer')
  const pieces = data.map((one) => dataOf(one, stdin, warnings))
  const joined = data.length === 0 ? null : pieces.join(data.some(({ name }) => name === 'json') ? '' : '&')
  const queries = [
    ...(inQuery && joined ? [joined] : []),
    ...forQuery.map((one) => dataOf(one, stdin, warnings)),
  ]
  if (upload !== undefined) {
    if (uploadsStdin && stdin && 'text' in stdin) return { body: stdin.text, isFile: false, queries }
    warnings.push(unread(uploadsStdin ? '-' : upload, stdin))
    return { body: inQuery ? null : joined, isFile: true, queries }
  }
  const isFile = !inQuery && isUnreadFile(data, stdin)
  return { body: inQuery ? null : joined, isFile, queries }
}

// The last option for a proxy counts; those for SOCKS say the scheme by their names.
const PROXIES: Readonly<Record<string, string>> = {
  proxy: '',
  'proxy1.0': 'http://',
  socks4: 'socks4://',
  socks4a: 'socks4a://',
  socks5: 'socks5://',
  'socks5-hostname': 'socks5h://',
}

function proxyOf(given: readonly Given[]): string | null {
  const proxy = given.findLast(({ name }) => Object.hasOwn(PROXIES, name))
  return proxy ? `${PROXIES[proxy.name]}${proxy.value}` : null
}

function methodOf({
  has,
  sends,
  uploads,
}: {
  has: (name: string) => boolean
  sends: boolean
  uploads: boolean
}): string {
  if (has('head')) return 'HEAD'
  return uploads ? 'PUT' : sends ? 'POST' : 'GET'
}

function addressOf(text: string | undefined, queries: readonly string[]): URL {
  if (text === undefined) throw new InvalidInput('command', 'The command has no URL')
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!URL.canParse(whole))
    throw new InvalidInput('command', `${text.slice(0, 200)} is not a URL`.toWellFormed())
  const url = new URL(whole)
  url.hash = ''
  if (queries.length > 0)
    url.search = `?${[...(url.search === '' ? [] : [url.search.slice(1)]), ...queries].join('&')}`
  return url
}

// To a folder, curl adds the name of the file.
function uploadPath(path: string, file: string): string {
  const name = file.split('/').at(-1)!
  return path.endsWith('/') && !['-', '.', ''].includes(file)
    ? path + encodeURIComponent(name.toWellFormed())
    : path
}

// Each once, and no more than somebody would read.
function shortOf(warnings: readonly string[]): string[] {
  const all = [...new Set(warnings.map((warning) => warning.toWellFormed()))]
  const left = all.length - MOST_WARNINGS
  return left > 0 ? [...all.slice(0, MOST_WARNINGS), `${left} more warnings were left out`] : all
}

function kindOf(
  body: string | null,
  headers: readonly { name: string; value: string }[],
  hasForm: boolean,
  isFile: boolean,
): CurlRequest['body_kind'] {
  if (hasForm) return 'multipart'
  if (isFile) return 'file'
  if (body === null) return 'none'
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  if (/\bjson\b/i.test(type)) return 'json'
  return /x-www-form-urlencoded/i.test(type) ? 'form' : 'text'
}

function authOf(user: string | undefined): CurlRequest['auth'] {
  if (user === undefined) return null
  const at = user.indexOf(':')
  return at < 0 ? { user, password: null } : { user: user.slice(0, at), password: user.slice(at + 1) }
}

// A name and a password in the URL stay there as well.
function authOfUrl({ username, password }: URL): CurlRequest['auth'] {
  if (username === '' && password === '') return null
  return { user: decoded(username), password: password === '' ? null : decoded(password) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that encodes nothing is itself.
    return text
  }
}

// curl's str2udouble: digits, with a fraction if need be.
function secondsOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^\d{1,9}(?:\.\d*)?$/.test(text)) return Number(text)
  throw new InvalidInput(
    'command',
    `curl refuses --${name} ${text.slice(0, 100)}: it takes a number of seconds`.toWellFormed(),
  )
}
