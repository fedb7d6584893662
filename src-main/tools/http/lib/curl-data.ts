import type { Stdin } from './shell-redirections.ts'

/** An option of a command, such as `--data`, and its value. */
export interface Given {
  readonly name: string
  readonly value: string
}

/** The options whose values are the body, in order. */
export const DATA = ['data', 'data-ascii', 'data-raw', 'data-binary', 'data-urlencode', 'json']

/**
 * What a data option adds to the body or the query. curl's manual: --data-urlencode and --url-query encode what
 * follows the first "=", or else a file that follows an "@"; --data reads files and drops their line breaks. A leading
 * "+" of --url-query takes the rest as it is.
 * @param stdin what "@-" reads, if the command line says it
 * @param warnings is told which files were not read
 */
export function dataOf({ name, value }: Given, stdin: Stdin | null, warnings: string[]): string {
  const encodes = doesEncode(name)
  const read = fileOf(name, value)
  if (read !== undefined) {
    const text = read.file === '-' && stdin && 'text' in stdin ? stdin.text : undefined
    if (text !== undefined && encodes)
      return `${read.before === '' ? '' : `${read.before}=`}${encoded(text)}`
    if (text !== undefined) return keepsLines(name) ? text : text.replaceAll(/[\r\n]/g, '')
    warnings.push(unread(read.file, stdin))
    return value
  }
  if (name === 'url-query' && value.startsWith('+')) return value.slice(1)
  if (!encodes) return value
  const at = value.indexOf('=')
  if (at < 0) return encoded(value)
  return at === 0 ? encoded(value.slice(1)) : `${value.slice(0, at)}=${encoded(value.slice(at + 1))}`
}

/** Whether the body is a file that was not read. */
export function isUnreadFile(data: readonly Given[], stdin: Stdin | null): boolean {
  const [only] = data
  if (!only || data.length !== 1) return false
  const read = fileOf(only.name, only.value)
  return read !== undefined && !(read.file === '-' && stdin && 'text' in stdin)
}

/** Whether a data option reads the command's standard input: "@-". */
export function readsStdin({ name, value }: Given): boolean {
  return fileOf(name, value)?.file === '-'
}

/** The sentence that says that a file's content is not in the answer. */
export function unread(file: string, stdin: Stdin | null): string {
  const name = file === '-' && stdin && 'file' in stdin ? stdin.file : file
  return name === '-'
    ? 'The data is read from the standard input, which is not in the command'
    : `The data is the file ${name.slice(0, 100)}, which was not read`
}

function doesEncode(name: string): boolean {
  return name === 'data-urlencode' || name === 'url-query'
}

function keepsLines(name: string): boolean {
  return name === 'data-binary' || name === 'json'
}

function fileOf(name: string, value: string): { before: string; file: string } | undefined {
  if (name === 'data-raw') return undefined
  const match = doesEncode(name) ? /^([^=@]*)@(.*)$/s.exec(value) : /^()@(.*)$/s.exec(value)
  return match ? { before: match[1]!, file: match[2]! } : undefined
}

// All but the unreserved characters of RFC 3986, and a plus sign for a space.
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}
