import { expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

interface Curl {
  readonly form: readonly unknown[]
  readonly warnings: readonly string[]
}

const curl = async (command: string) => (await runTool('api-curl-parse', { command })) as Curl
const URLENCODED = { name: 'Content-Type', value: 'application/x-www-form-urlencoded' }
const part = (name: string, value: string, more: object = {}) => ({
  name,
  value,
  file: false,
  content_type: null,
  file_name: null,
  ...more,
})

// What curl 7.88.1 sends to a server that writes down its requests.
it.each([
  ["curl --data-urlencode 'n=ä+~*-._!(' h", { body: 'n=%C3%A4%2B~%2A-._%21%28', headers: [URLENCODED] }],
  ["curl -d 'a b' --data-urlencode 'c=d e' h", { body: 'a b&c=d+e' }],
  ["curl --data-urlencode '=x y' h", { body: 'x+y' }],
  ["curl --url-query 'x y' h", { url: 'http://h/?x+y' }],
  ["curl -d c -G 'h/x?y=1#z'", { url: 'http://h/x?y=1&c', method: 'GET', body: null }],
  ["curl -A '' h", { headers: [] }],
  ["curl -e 'http://r/;auto' h", { headers: [{ name: 'Referer', value: 'http://r/' }] }],
  ["curl -e ';auto' h", { headers: [] }],
  ['curl -b a=1 -b jar.txt -b b=2 h', { headers: [{ name: 'Cookie', value: 'a=1;b=2' }] }],
  [
    'curl --raw --tr-encoding h',
    {
      headers: [
        { name: 'TE', value: 'gzip' },
        { name: 'Connection', value: 'TE' },
      ],
    },
  ],
  ['curl -d a=1 --next -d b=2 h', { body: 'a=1&b=2', url: 'http://h/' }],
  ['curl --etag-save e --hsts f --rate 2/s --proxy-header "X: y" --tls-max 1.2 h', { url: 'http://h/' }],
  ['curl --max-filesize 9 --local-port 1-2 --dns-servers 1.1.1.1 --variable a=b h', { url: 'http://h/' }],
])('reads %s as curl does, and ignores nothing', async (command, request) => {
  expect(await curl(command)).toMatchObject({ ...request, warnings: [] })
})

it.each([
  [`'a="b c"'`, [part('a', 'b c')]],
  [`'a="x\\"y;z"'`, [part('a', 'x"y;z')]],
  [`'a= b '`, [part('a', 'b')]],
  [`'a=b,c'`, [part('a', 'b,c')]],
  [`'a=b;type=text/html; charset=utf-8'`, [part('a', 'b', { content_type: 'text/html; charset=utf-8' })]],
  [`'f=@"my file.txt"'`, [part('f', 'my file.txt', { file: true })]],
  [
    `'f=@a.bin;type=image/png;filename=x.png'`,
    [part('f', 'a.bin', { file: true, content_type: 'image/png', file_name: 'x.png' })],
  ],
  [
    `'f=@a;type=text/plain,b'`,
    [part('f', 'a', { file: true, content_type: 'text/plain' }), part('f', 'b', { file: true })],
  ],
])('reads the form part %s as curl does', async (text, parts) => {
  expect(await curl(`curl -F ${text} h`)).toMatchObject({ form: parts, warnings: [] })
})

it('takes a part of --form-string as it is', async () => {
  expect((await curl(`curl --form-string 'a="@x";type=y' h`)).form).toEqual([part('a', '"@x";type=y')])
})

it.each([
  ['curl -T up/f.txt h/dir/', { url: 'http://h/dir/f.txt', method: 'PUT' }, 'f.txt, which was not read'],
  ['curl -T - h/dir/', { url: 'http://h/dir/' }, '-, which was not read'],
  ['curl -F noequals h', { form: [] }, 'no equals sign'],
  ["curl -F 'a=b;encoder=base64' h", { form: [part('a', 'b')] }, 'says encoder'],
  ['curl -I -d a h', {}, 'curl refuses -I and -d'],
  // Its names of months and its 20260131 are dates to curl; this is the name of a file.
  ['curl -z 2026-01-31 h', { headers: [] }, 'time of the file 2026-01-31'],
  ['curl -H "X: ${TOKEN}" h', { headers: [{ name: 'X', value: '${TOKEN}' }] }, 'in place of ${TOKEN}'],
  ['curl -u $NAME:$PASS h', { auth: { user: '$NAME', password: '$PASS' } }, 'in place of $PASS'],
])('reads %s, and says what it could not', async (command, request, words) => {
  const answer = await curl(command)
  expect(answer).toMatchObject(request)
  expect(answer.warnings.join('\n')).toContain(words)
})

it.each(["curl -H 'X: $HOME' h", 'curl -H "X: \\$HOME" h', "curl -d '`id`' h", 'curl -d 5$ h'])(
  'warns of no variable in %s',
  async (command) => {
    expect((await curl(command)).warnings).toEqual([])
  },
)
