import type { Pastes } from './pastes.ts'

const TOKEN =
  'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.' +
  'eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUub3JnIiwiZXhwIjoxNzYwMDAwMDAwfQ.c2lnbmF0dXJlLXBhcnQ'

/** Texts as people copy them, written after the rules for copied documents and values were finished. */
export const COPIED_LATER: Pastes = {
  json: {
    tools: ['text-json-format', 'text-json-validate'],
    texts: [
      'const order = {"id": 9, "lines": [{"sku": "X", "qty": 2}]};',
      '\n\n{"type":"FeatureCollection","features":[]}\n\n',
      'Response body: {"error":{"code":"not_found","message":"No such user"}}',
      'package.json:\n```json\n{ "name": "demo", "private": true }\n```',
      '[]',
    ],
  },
  'broken json': {
    tools: ['llm-output-fix-json', 'text-json-validate', 'text-json-format', 'llm-output-extract-json'],
    texts: [
      "{'ok': False, 'rows': [1, 2}",
      '{"title": "He said "no"", "n": 1}',
      '{\n  host: "localhost"\n  port: 5432\n}',
    ],
  },
  csv: {
    tools: ['text-csv-to-json'],
    texts: [
      'Q1\tQ2\tQ3\n120\t140\t155\n90\t95\t101\n',
      'first_name,last_name\nIda,"Berg, Dr."\nUwe,Kahn\n',
      '2026-01-01;12,50;EUR\n2026-01-02;8,00;EUR\n2026-01-03;99,99;EUR',
    ],
  },
  yaml: {
    tools: ['text-yaml-to-json', 'code-format'],
    texts: [
      'Try this:\n\n```yaml\nreplicaCount: 2\nimage:\n  tag: "1.27"\n```\n\nThen run helm upgrade.',
      'receivers:\n- name: mail\n  email_configs:\n  - to: ops@example.org\nroute:\n  receiver: mail',
      'name: Ada\nage: 36\nlanguages: [en, fr]\n',
    ],
  },
  toml: {
    tools: ['data-toml-to-json'],
    texts: [
      '[build]\ntarget = "wasm32-unknown-unknown"\n',
      'port = 8080\nhosts = ["a", "b"]\ndebug = false\n',
    ],
  },
  xml: {
    tools: ['text-xml-to-json', 'code-format'],
    texts: [
      '  <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body/></soap:Envelope>',
      '<!-- settings -->\n<settings><mirror id="x"/></settings>',
      '<?xml version="1.0"?><rss version="2.0"><channel><title>T</title></channel></rss>',
    ],
  },
  html: {
    tools: ['html-to-markdown', 'text-html-to-text', 'code-format'],
    texts: [
      '<img src="/logo.png" alt="Logo"> <b>Shop</b>',
      '\n<!DOCTYPE html>\n<html>\n<body>\n</body>\n</html>',
      '<blockquote>Words<br/>more words</blockquote>',
    ],
  },
  markdown: {
    tools: ['text-markdown-to-html', 'code-format'],
    texts: [
      '### Steps\n1. Open the app\n2. Click *Save*\n\n---\n',
      'Read [this](https://example.org/a) and **that**.',
    ],
  },
  sql: {
    tools: ['code-sql-format', 'code-sql-parse'],
    texts: [
      'query = "SELECT name, total FROM orders WHERE total > 100 ORDER BY total"',
      "UPDATE users SET active = 0 WHERE last_seen < '2025-01-01'",
      'mysql> select * from t where id = 7;',
      '/* report */ SELECT a.x, b.y FROM a JOIN b USING (id)',
    ],
  },
  css: {
    tools: ['code-css-minify', 'code-format'],
    texts: [
      '.a,.b>c{margin:0 auto!important}',
      '@keyframes spin { from { rotate: 0deg } to { rotate: 360deg } }',
    ],
  },
  javascript: {
    tools: ['code-format', 'code-js-minify', 'code-complexity-score', 'exec-javascript'],
    texts: [
      'Here is the fix:\n```javascript\nasync function go() {\n  await wait(5)\n}\n```',
      'let n = [1,2,3].map(x => x ** 2)',
      'for (let i = 0; i < 10; i++) { console.log(i) }',
    ],
  },
  typescript: {
    tools: ['code-format', 'code-complexity-score', 'code-js-minify'],
    texts: [
      'enum Level { Low, High }\nfunction f(l: Level): string { return Level[l] }',
      '```ts\nconst ids: number[] = []\n```',
    ],
  },
  dockerfile: {
    tools: ['code-dockerfile-lint'],
    texts: [
      'FROM debian:13-slim AS base\nENV A=1\nRUN true',
      '# build\nFROM rust:1.90\nCOPY . /src\nRUN cargo build --release',
    ],
  },
  env: {
    tools: ['code-env-parse'],
    texts: [
      'STRIPE_MODE=test\nSMTP_PORT=587\n\n# off in production\nDEBUG=true',
      "DB_USER='app'\nDB_NAME='shop'",
    ],
  },
  openapi: {
    tools: ['code-openapi-validate', 'openapi-to-tools'],
    texts: ['```yaml\nopenapi: 3.0.0\ninfo:\n  title: A\n  version: "1"\npaths: {}\n```'],
  },
  'json schema': {
    tools: ['json-schema-validate', 'gen-test-data', 'llm-output-validate'],
    texts: ['{"type":"array","items":{"type":"string","maxLength":10},"minItems":1}'],
  },
  diff: {
    tools: ['diff-patch-apply', 'llm-code-review', 'llm-commit-message'],
    texts: [
      '@@ -10,7 +10,7 @@ function main() {\n   a()\n-  b()\n+  c()\n   d()\n',
      'Index: readme\n===================\n--- readme\t(revision 1)\n+++ readme\t(working copy)\n@@ -1 +1 @@\n-a\n+b',
    ],
  },
  curl: {
    tools: ['api-curl-parse'],
    texts: [
      'curl --data-urlencode "q=a b" https://example.org/search',
      '  curl -I example.com',
      '> curl -X DELETE http://127.0.0.1:4000/items/3',
    ],
  },
  url: {
    tools: [
      'net-url-parse',
      'net-http-get',
      'net-http-status',
      'sense-url-content',
      'sense-url-meta',
      'validate-url',
    ],
    texts: [
      'href="https://example.org/pricing?plan=pro"',
      'https://example.org/docs/intro.',
      'url(https://cdn.example.net/a.woff2)',
      '[Guide](https://example.org/guide)',
    ],
  },
  email: {
    tools: ['validate-email', 'net-email-validate'],
    texts: ['E-mail: kim.lee@example.org', '"kim@example.org",', 'kim@example.org.'],
  },
  phone: {
    tools: ['validate-phone'],
    texts: ['Tel.: +49 (0)40 123456-78', 'Phone: 415-555-0132', '+33 1 23 45 67 89'],
  },
  ip: {
    tools: ['validate-ip', 'net-dns-lookup', 'net-cidr-contains'],
    texts: ['inet 192.168.0.14', 'fe80::1ff:fe23:4567:890a%eth0', 'server 10.1.2.3;'],
  },
  jwt: {
    tools: ['crypto-jwt-decode'],
    texts: [`-H "Authorization: Bearer ${TOKEN}"`, `  "access_token": "${TOKEN}",`, `id_token=${TOKEN}`],
  },
  hash: {
    tools: ['crypto-checksum', 'crypto-hash-sha256', 'crypto-hash-sha512', 'crypto-hmac'],
    texts: [
      'SHA256 (app.zip) = 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      '5eb63bbbe01eeed093cb22bb8f5acdc3 *hello.txt',
    ],
  },
  base64: {
    tools: ['text-base64-decode'],
    texts: ['password: cGFzc3dvcmQxMjM=', "echo 'SGVsbG8sIEt1YmVybmV0ZXMgd29ybGQh' | base64 -d"],
  },
  uuid: {
    tools: ['crypto-uuid'],
    texts: ['id: 7d444840-9dc0-11d1-b245-5ffdce74fad2', "'123E4567-E89B-12D3-A456-426614174000'"],
  },
  colour: {
    tools: ['math-color-convert'],
    texts: ['--accent: #3869ec;', 'fill="#00754d"', 'background-color: hsl(120deg 50% 40%);', '0xFF8800'],
  },
  cron: {
    tools: ['code-cron-explain', 'date-cron-next'],
    texts: ['schedule: "0 */6 * * *"', '45 23 * * 6 root /opt/rotate.sh --all', '@weekly'],
  },
  timestamp: {
    tools: ['date-unix-to-iso', 'date-format'],
    texts: ['iat=1760000000', '"updatedAt":1760000000123', '1760000000 '],
  },
  date: {
    tools: [
      'date-parse',
      'date-iso-to-unix',
      'date-format',
      'date-timezone-convert',
      'date-diff',
      'date-add',
    ],
    texts: [
      'Date: Tue, 14 Oct 2025 09:12:00 +0200',
      '"created_at": "2026-02-03T04:05:06.789Z"',
      'Oct 14, 2025 at 9:12 AM',
      '[2026-11-25 20:15:30]',
    ],
  },
  regex: {
    tools: ['code-regex-explain', 'text-regex-test'],
    texts: [
      'const re = /^\\d{5}(-\\d{4})?$/',
      'pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$"',
      '(foo|bar)+\\s*=\\s*\\d+',
    ],
  },
  semver: {
    tools: ['code-semver-bump', 'code-semver-compare', 'semver-range-resolve'],
    texts: ['"version": "4.0.0-beta.2",', '"vue": "^3.5.0",'],
  },
  iban: {
    tools: ['validate-iban'],
    texts: ['IBAN DE02 1203 0000 0000 2020 51', 'AT61 1904 3002 3457 3201'],
  },
  card: { tools: ['validate-credit-card'], texts: ['Card number: 4242 4242 4242 4242'] },
  'user agent': {
    tools: ['enrich-useragent-parse'],
    texts: ['Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UQ1A)', 'user-agent: PostmanRuntime/7.43.0'],
  },
  headers: {
    tools: ['security-header-audit'],
    texts: ['< HTTP/1.1 200 OK\n< Content-Type: text/html\n< X-Powered-By: Express\n<'],
  },
  calculation: { tools: ['math-evaluate'], texts: ['19.99 * 3 + 4.50 =', '=(12+8)/4', '1e6 / 365'] },
  numbers: { tools: ['math-statistics'], texts: ['1.5; 2.25; 3; 4.75', '102\n99\n105\n98\n'] },
  quantity: { tools: ['math-unit-convert'], texts: ['6 ft', '120 km/h', '-40 °C'] },
  coordinates: {
    tools: ['geo-coordinates-distance', 'geo-point-in-polygon'],
    texts: ['(48.8584, 2.2945)', '48°51\'30.2"N 2°17\'40.2"E'],
  },
  jq: { tools: ['exec-jq'], texts: ['.data.users[].email', "jq -r '.[].name'"] },
  query: { tools: ['net-url-parse'], texts: ['name=Ada&city=London&tags%5B%5D=a'] },
  rrule: {
    tools: ['date-rrule-expand'],
    texts: ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=15\n'],
  },
  prose: {
    tools: [
      'text-word-count',
      'llm-summarize',
      'text-language-detect',
      'llm-translate',
      'text-token-count',
      'llm-rewrite',
      'text-chunk',
    ],
    texts: [
      'Hi all,\n\nthe printer on the second floor is broken again. Please use the one next to the kitchen until it is repaired.\n\nBest,\nMona',
    ],
  },
}
