import { readCurl } from './curl-command.ts'
import { curlTime, headersOf } from './curl-headers.ts'
import { formParts, type FormPart } from './curl-form.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MOST_WARNINGS = 100
const DATA = ['data', 'data-ascii', 'data-raw', 'data-binary', 'data-urlencode', 'json']

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
  const { given, urls, warnings } = readCurl(command)
  const all = (...names: string[]) => given.filter(({ name }) => names.includes(name))
  const last = (...names: string[]): string | undefined => all(...names).at(-1)?.value
  const has = (name: string): boolean => given.some((one) => one.name === name)
  if (urls.length > 1) warnings.push('The command has several URLs; the first one was used')
  warnings.push(...unreadOf(last, has, urls[0]))
  const data = all(...DATA)
  const pieces = data.map(({ name, value }) => pieceOf(name, value, warnings))
  const joined = data.length === 0 ? null : has('json') ? pieces.join('') : pieces.join('&')
  const inQuery = has('get')
  const url = addressOf(urls[0], [
    ...(inQuery && joined ? [joined] : []),
    ...all('url-query').map(({ name, value }) => pieceOf(name, value, warnings)),
  ])
  const form = all('form', 'form-string').flatMap(({ name, value }) =>
    formParts(value, name === 'form-string', warnings),
  )
  const body = inQuery ? null : joined
  warnings.push(...rivalsOf(has, data.length > 0, form.length > 0))
  const upload = last('upload-file')
  if (upload !== undefined) url.pathname = uploadPath(url.pathname, upload)
  if (upload !== undefined)
    warnings.push(`The body is the file ${upload.slice(0, 100)}, which was not read`)
  const headers = headersOf({ has, last, all }, body !== null, form.length > 0)
  const method =
    last('request') ??
    methodOf({ has, sends: body !== null || form.length > 0, uploads: upload !== undefined })
  const bearer = last('oauth2-bearer')
  if (bearer !== undefined) headers.push({ name: 'Authorization', value: `Bearer ${bearer}` })
  return {
    method,
    url: url.href,
    query: [...url.searchParams].map(([name, value]) => ({ name, value })),
    headers,
    body,
    body_kind: kindOf(body, headers, form.length > 0, upload !== undefined || bodyIsFile(data)),
    form,
    auth: authOf(last('user')) ?? authOfUrl(url),
    follow_redirects: has('location') || has('location-trusted'),
    insecure: has('insecure'),
    timeout_seconds: secondsOf('max-time', last('max-time')),
    proxy: last('proxy') ?? null,
    warnings: shortOf(warnings),
  }
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

// curl's manual: --data-urlencode and --url-query encode what follows the first "=", or else a file
// that follows an "@"; --data reads files and drops their line breaks. A leading "+" of --url-query
// takes the rest as it is.
function pieceOf(name: string, value: string, warnings: string[]): string {
  const encodes = name === 'data-urlencode' || name === 'url-query'
  const file = encodes ? /^([^=@]*)@(.*)$/s.exec(value)?.[2] : /^@(.*)$/s.exec(value)?.[1]
  if (file !== undefined && name !== 'data-raw') {
    warnings.push(`The data is the file ${file.slice(0, 100)}, which was not read`)
    return value
  }
  if (name === 'url-query' && value.startsWith('+')) return value.slice(1)
  if (!encodes) return value
  const at = value.indexOf('=')
  if (at < 0) return encoded(value)
  return at === 0 ? encoded(value.slice(1)) : `${value.slice(0, at)}=${encoded(value.slice(at + 1))}`
}

// All but the unreserved characters of RFC 3986, and a plus sign for a space.
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

function bodyIsFile(data: readonly { name: string; value: string }[]): boolean {
  const [{ name, value } = { name: '', value: '' }] = data
  if (data.length !== 1 || name === 'data-raw') return false
  return name === 'data-urlencode' ? /^[^=@]*@/.test(value) : value.startsWith('@')
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

// curl sends nothing when it is asked for two kinds of request.
function rivalsOf(has: (name: string) => boolean, hasData: boolean, hasForm: boolean): string[] {
  const kinds = [
    ...(has('head') ? ['-I'] : []),
    ...(hasData && !has('get') ? ['-d'] : []),
    ...(hasForm ? ['-F'] : []),
    ...(has('upload-file') ? ['-T'] : []),
  ]
  return kinds.length > 1 ? [`curl refuses ${kinds.join(' and ')} in one request`] : []
}

/** What the command asks for and this request cannot say. */
function unreadOf(
  last: (name: string) => string | undefined,
  has: (name: string) => boolean,
  url: string | undefined,
): string[] {
  const target = last('request-target')
  const since = last('time-cond')
  return [
    ...(target === undefined
      ? []
      : [`curl would send ${target.slice(0, 100)} instead of the path of the URL`]),
    ...(has('path-as-is') && url !== undefined && /\/\.{1,2}(?:[/?#]|$)/.test(url)
      ? ['curl would send . and .. in the path as they are']
      : []),
    ...(!has('globoff') && url !== undefined && isGlob(url)
      ? ['curl would send a request for each URL that the braces and brackets stand for']
      : []),
    ...(since !== undefined && curlTime(since) === null
      ? [`The time of the file ${since.slice(0, 100)} is not known, so its condition was left out`]
      : []),
  ]
}

// curl's manual: "{one,two}", "[1-9]" and "[a-z:2]".
function isGlob(url: string): boolean {
  const open = url.indexOf('{')
  return (open >= 0 && url.includes('}', open)) || /\[\w+-\w+(?::\d+)?\]/.test(url)
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
