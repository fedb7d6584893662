import type { Given } from './curl-data.ts'
import { curlTime } from './curl-headers.ts'

type Sentence = (value: string) => string | null

const said =
  (sentence: string): Sentence =>
  () =>
    sentence
const file = (what: string): Sentence => {
  return (value) => `${what} the file ${shown(value)}, which was not read`
}
const signsIn = (scheme: string) =>
  said(`curl would sign in by ${scheme}, which answers what the server asks`)
const connects: Sentence = (value) =>
  `curl would connect to another place than the URL says: ${shown(value)}`

// What changes the request, or where it goes, and has no field in the answer (curl's manual). Options for the
// transport, the output and other protocols are not here.
const SENTENCES: Readonly<Record<string, Sentence>> = {
  config: file('curl would take further options from'),
  netrc: said('curl would take the user name and password from the file .netrc, which was not read'),
  'netrc-optional': said(
    'curl would take a user name and password from the file .netrc, which was not read',
  ),
  'netrc-file': file('curl would take the user name and password from'),
  cookie: (value) =>
    value === '' || value.includes('=')
      ? null
      : `curl would send the cookies of the file ${shown(value)}, which was not read`,
  header: (value) => {
    if (value.startsWith('@'))
      return `curl would send the headers of the file ${shown(value.slice(1))}, which was not read`
    return /[:;]/.test(value) ? null : `curl does not send the header ${shown(value)}, which has no colon`
  },
  cert: file('curl would identify itself with the certificate of'),
  'etag-compare': file('curl would send the ETag of'),
  digest: signsIn('Digest'),
  ntlm: signsIn('NTLM'),
  negotiate: signsIn('Negotiate'),
  anyauth: signsIn('the scheme of its choice'),
  'aws-sigv4': said('curl would sign the request as AWS asks, which needs the time'),
  'proxy-user': said('The user name and password for the proxy are not in the answer'),
  preproxy: (value) => `curl would first connect to the proxy ${shown(value)}`,
  'proxy-header': said('The headers for the proxy are not in the answer'),
  resolve: connects,
  'connect-to': connects,
  'unix-socket': connects,
  'abstract-unix-socket': connects,
  'continue-at': (value) =>
    value === '-' ? 'curl would begin where the file that it writes ends, which is not known' : null,
  'request-target': (value) => `curl would send ${shown(value)} instead of the path of the URL`,
  'time-cond': (value) =>
    curlTime(value) === null
      ? `The time of the file ${shown(value)} is not known, so its condition was left out`
      : null,
}

/**
 * What the command asks for and the answer cannot say, or what curl itself would refuse.
 * @param url the URL as it is written
 */
export function unsaidOf(given: readonly Given[], url: string | undefined): string[] {
  const has = (name: string): boolean => given.some((one) => one.name === name)
  return [
    ...given.flatMap(({ name, value }) => SENTENCES[name]?.(value) ?? []),
    ...(has('path-as-is') && url !== undefined && /\/\.{1,2}(?:[/?#]|$)/.test(url)
      ? ['curl would send . and .. in the path as they are']
      : []),
    ...(!has('globoff') && url !== undefined && isGlob(url)
      ? ['curl would send a request for each URL that the braces and brackets stand for']
      : []),
  ]
}

/** curl sends nothing when it is asked for two kinds of request. */
export function rivalsOf(has: (name: string) => boolean, hasData: boolean, hasForm: boolean): string[] {
  const kinds = [
    ...(has('head') ? ['-I'] : []),
    ...(hasData && !has('get') ? ['-d'] : []),
    ...(hasForm ? ['-F'] : []),
    ...(has('upload-file') ? ['-T'] : []),
  ]
  return kinds.length > 1 ? [`curl refuses ${kinds.join(' and ')} in one request`] : []
}

// curl's manual: "{one,two}", "[1-9]" and "[a-z:2]".
function isGlob(url: string): boolean {
  const open = url.indexOf('{')
  return (open >= 0 && url.includes('}', open)) || /\[\w+-\w+(?::\d+)?\]/.test(url)
}

function shown(value: string): string {
  return value.slice(0, 100)
}
