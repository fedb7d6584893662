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
  ["curl -b a=1 -b '' -b b=2 h", { headers: [{ name: 'Cookie', value: 'a=1;b=2' }] }],
  ['curl -C 100 h', { headers: [{ name: 'Range', value: 'bytes=100-' }] }],
  ['curl -x http://p:1 --socks5-hostname s:1080 h', { proxy: 'socks5h://s:1080' }],
  ['curl h >out.json 2>/dev/null -d a', { url: 'http://h/', body: 'a' }],
  [`curl -d @- h <<EOF\n{"a": 1,\n"b": "\\$x \\" y"}\nEOF`, { body: '{"a": 1,"b": "$x \\" y"}' }],
  [
    "curl --data-binary @- h <<-'END' -X PUT\n\t{\n\t\\$x}\n\tEND\n",
    { body: '{\n\\$x}\n', method: 'PUT', url: 'http://h/' },
  ],
  ["curl --json @- h <<< '{}'", { body: '{}\n', body_kind: 'json' }],
  ["curl --data-urlencode n@- h <<< 'a b'", { body: 'n=a+b%0A' }],
  ["curl -d foo -d @- h <<< 'a b'", { body: 'foo&a b', body_kind: 'form' }],
  ["curl -T - h <<< 'a b'", { method: 'PUT', body: 'a b\n', body_kind: 'text', headers: [] }],
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
  ['curl --etag-save e --hsts f --rate 2/s --tls-max 1.2 h', { url: 'http://h/' }],
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
  ['curl -T - h/dir/', { url: 'http://h/dir/' }, 'read from the standard input'],
  ['curl -d @- h < in.xml', { body: '@-', body_kind: 'file' }, 'the file in.xml, which was not read'],
  ['curl h < in.xml', { method: 'GET', body: null }, 'redirected into the command'],
  ['curl -d @- h <<E\na $B\nE', { body: 'a $B' }, 'in place of $B'],
  ['curl -b jar.txt h', { headers: [] }, 'cookies of the file jar.txt'],
  ["curl -H '@h:1' -H X h", { headers: [] }, 'headers of the file h:1'],
  ['curl -H X h', { headers: [] }, 'does not send the header X, which has no colon'],
  ['curl -K my.conf h', {}, 'further options from the file my.conf'],
  ['curl -n h', { auth: null }, 'from the file .netrc'],
  ['curl -u a:b --digest h', { auth: { user: 'a', password: 'b' } }, 'sign in by Digest'],
  ['curl --cert c.pem h', {}, 'certificate of the file c.pem'],
  ['curl --resolve h:80:127.0.0.1 h', {}, 'another place than the URL says: h:80:127.0.0.1'],
  ['curl --etag-compare e.txt h', { headers: [] }, 'ETag of the file e.txt'],
  ['curl -x p -U a:b --proxy-header "X: y" h', { proxy: 'p' }, 'password for the proxy'],
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
