import { pythonValue } from '../../src-shared/code/python-value.ts'
import { codeBlock } from './doc-page.ts'

/** A request as the samples of the manual send it. */
export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly needsKey: boolean
  /** JSON to send; absent for none. */
  readonly body?: unknown
  /** A file to send instead of JSON, or to write the answer to. */
  readonly upload?: string
  readonly download?: string
  /** The same on the command line. */
  readonly command?: string
  /** The answer arrives piece by piece. */
  readonly streams?: boolean
}

/** The languages of samples, by what a block of code calls them. */
export const SAMPLE_LANGUAGES = { bash: 'curl', js: 'JavaScript', python: 'Python' } as const

/** The same request in three languages, each of which runs without packages. */
export function samplesOf(request: SampleRequest): string {
  return [
    sampleBlock('bash', curlOf(request)),
    ...(request.command === undefined ? [] : [codeBlock('bash CLI', request.command)]),
    sampleBlock('js', javascriptOf(request)),
    sampleBlock('python', pythonOf(request)),
  ].join('\n\n')
}

function sampleBlock(language: keyof typeof SAMPLE_LANGUAGES, code: string): string {
  return codeBlock(`${language} ${SAMPLE_LANGUAGES[language]}`, code)
}

function curlOf({ method, url, needsKey, body, upload, download, streams }: SampleRequest): string {
  const sendsBody = body !== undefined || upload !== undefined
  const parts = [
    `curl -sS${streams === true ? 'N' : ''}${method === (sendsBody ? 'POST' : 'GET') ? '' : ` -X ${method}`} ${shellQuote(url)}`,
    needsKey ? '-H "Authorization: Bearer $TOOLGATE_KEY"' : '',
    body === undefined ? '' : "-H 'Content-Type: application/json'",
    upload === undefined ? '' : "-H 'Content-Type: application/octet-stream'",
    body === undefined ? '' : `--data-raw ${shellQuote(JSON.stringify(body, null, 2))}`,
    upload === undefined ? '' : `--data-binary @${upload}`,
    download === undefined ? '' : `-o ${download}`,
  ]
  return parts.filter((part) => part !== '').join(' \\\n  ')
}

/** A word of a POSIX shell: in single quotes it takes every character literally except the quote. */
export function shellQuote(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function javascriptOf(request: SampleRequest): string {
  const { method, url, needsKey, body, upload, download } = request
  const headers = [
    needsKey ? '    Authorization: `Bearer ${process.env.TOOLGATE_KEY}`,' : '',
    body === undefined ? '' : "    'Content-Type': 'application/json',",
    upload === undefined ? '' : "    'Content-Type': 'application/octet-stream',",
  ].filter((line) => line !== '')
  const options = [
    method === 'GET' ? '' : `  method: '${method}',`,
    headers.length === 0 ? '' : `  headers: {\n${headers.join('\n')}\n  },`,
    body === undefined ? '' : `  body: ${javascriptBody(body)},`,
    upload === undefined ? '' : `  body: await readFile('${upload}'),`,
  ].filter((line) => line !== '')
  const file = upload === undefined ? (download === undefined ? null : 'writeFile') : 'readFile'
  return [
    ...(file === null ? [] : [`import { ${file} } from 'node:fs/promises'`, '']),
    options.length === 0
      ? `const response = await fetch('${url}')`
      : `const response = await fetch('${url}', {\n${options.join('\n')}\n})`,
    'if (!response.ok) throw new Error(await response.text())',
    javascriptEnd(request),
  ].join('\n')
}

function javascriptBody(body: unknown): string {
  const json = JSON.stringify(body, null, 2)
  // In an object literal, this name would set the prototype instead of a member.
  if (json.includes('"__proto__"')) return JSON.stringify(JSON.stringify(body))
  return `JSON.stringify(${json.replaceAll('\n', '\n  ')})`
}

function javascriptEnd({ streams, download }: SampleRequest): string {
  if (streams === true)
    return 'for await (const text of response.body.pipeThrough(new TextDecoderStream())) process.stdout.write(text)'
  if (download !== undefined)
    return `await writeFile('${download}', Buffer.from(await response.arrayBuffer()))`
  return 'console.log(JSON.stringify(await response.json(), null, 2))'
}

function pythonOf(request: SampleRequest): string {
  const { method, url, needsKey, body, upload, streams, download } = request
  const type =
    body === undefined ? (upload === undefined ? null : 'application/octet-stream') : 'application/json'
  const headers = [
    needsKey ? `        "Authorization": f"Bearer {os.environ['TOOLGATE_KEY']}",` : '',
    type === null ? '' : `        "Content-Type": "${type}",`,
  ].filter((line) => line !== '')
  const parts = [
    `    "${url}",`,
    method === 'GET' ? '' : `    method="${method}",`,
    headers.length === 0 ? '' : `    headers={\n${headers.join('\n')}\n    },`,
    body === undefined ? '' : `    data=json.dumps(${pythonValue(body, '    ')}).encode(),`,
    upload === undefined ? '' : `    data=open("${upload}", "rb").read(),`,
  ].filter((line) => line !== '')
  return [
    ...(body === undefined ? [] : ['import json']),
    ...(needsKey ? ['import os'] : []),
    'import urllib.request',
    '',
    `request = urllib.request.Request(\n${parts.join('\n')}\n)`,
    'with urllib.request.urlopen(request) as response:',
    streams === true
      ? '    for line in response:\n        print(line.decode(), end="", flush=True)'
      : download === undefined
        ? '    print(response.read().decode())'
        : `    open("${download}", "wb").write(response.read())`,
  ].join('\n')
}
