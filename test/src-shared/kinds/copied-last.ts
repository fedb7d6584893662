import type { Pastes } from './pastes.ts'

/** Texts as people copy them, written after the rules for all other lists were finished: harder ones. */
export const COPIED_LAST: Pastes = {
  json: {
    tools: ['text-json-format', 'text-json-validate'],
    texts: [
      '{"ok":true}',
      'payload = {"a": [1, 2], "b": null}',
      '2026-01-02 10:00:01 INFO body={"id":7,"state":"new"}',
      '[{"x":1},\n {"x":2}]\n',
      '  \'{"k": "v"}\'  ',
    ],
  },
  'broken json': {
    tools: ['llm-output-fix-json', 'text-json-validate', 'text-json-format', 'llm-output-extract-json'],
    texts: ['{"a": 1, "b": undefined}', '[1, 2, 3', '{"a": \'x\'}'],
  },
  csv: {
    tools: ['text-csv-to-json'],
    texts: [
      'Produkt;Preis\nBrot;2,99\nMilch;1,19',
      'a,b,c\n1,2,3',
      'Rank\tCity\n1\tTokyo\n2\tDelhi\n3\tShanghai',
    ],
  },
  yaml: {
    tools: ['text-yaml-to-json', 'code-format'],
    texts: [
      'env:\n  - name: A\n    value: "1"\n',
      'steps:\n  - uses: actions/checkout@v5\n  - run: npm test',
    ],
  },
  sql: {
    tools: ['code-sql-format', 'code-sql-parse'],
    texts: [
      'cursor.execute("SELECT id FROM t WHERE x = %s")',
      'sql: select 1 from dual',
      'DELETE FROM sessions WHERE expires < NOW();',
      'postgres=# SELECT version();',
    ],
  },
  html: {
    tools: ['html-to-markdown', 'text-html-to-text', 'code-format'],
    texts: ['<h1>Title</h1>', '<a href="https://example.org">link</a>', 'Copied:\n```html\n<p>x</p>\n```'],
  },
  xml: {
    tools: ['text-xml-to-json', 'code-format'],
    texts: ['<root><a>1</a></root>', '<plist version="1.0"><dict><key>A</key><true/></dict></plist>'],
  },
  javascript: {
    tools: ['code-format', 'code-js-minify', 'code-complexity-score', 'exec-javascript'],
    texts: [
      'var x = document.getElementById("a")',
      'module.exports = { a: 1 }',
      'setTimeout(() => alert(1), 500)',
      'async function* gen() { yield 1 }',
    ],
  },
  curl: {
    tools: ['api-curl-parse'],
    texts: [
      'Run: curl https://example.org/a -o a.zip',
      '`curl -fsSL https://example.org/install.sh`',
      'sudo curl -L https://example.org/x',
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
      'Link: https://example.org/x?y=1',
      'see https://example.org/help',
      '(https://example.org/a)',
      'example.org/path/to',
      'src="//cdn.example.org/a.js"',
      'wss://ws.example.org/socket',
    ],
  },
  email: {
    tools: ['validate-email', 'net-email-validate'],
    texts: ['contact: <sam@example.org>', 'From: Sam Lee <sam@example.org>', 'sam@example.org;'],
  },
  phone: {
    tools: ['validate-phone'],
    texts: ['Mobile +1 650 555 0199', 'Fax: 030 / 1234567', 'tel: 0800 123 4567'],
  },
  ip: {
    tools: ['validate-ip', 'net-dns-lookup', 'net-cidr-contains'],
    texts: ['host=10.0.0.7', '127.0.0.1:8080', '10.0.0.7', 'X-Forwarded-For: 203.0.113.9'],
  },
  cidr: { tools: ['net-cidr-contains'], texts: ['allow 10.0.0.0/8;', 'CIDR: 192.168.0.0/24'] },
  domain: {
    tools: ['net-dns-all', 'net-dns-lookup', 'net-whois', 'net-ssl-check'],
    texts: ['example.org', 'Host: api.example.org', 'sub.domain.example.com.'],
  },
  uuid: {
    tools: ['crypto-uuid'],
    texts: [
      '"uuid": "6ecd8c99-4036-403d-bf84-cf8400f67836"',
      'request 6ecd8c99-4036-403d-bf84-cf8400f67836',
      '6ECD8C99-4036-403D-BF84-CF8400F67836',
    ],
  },
  hash: {
    tools: ['crypto-checksum', 'crypto-hash-sha256', 'crypto-hash-sha512', 'crypto-hmac'],
    texts: ['commit 9fceb02d0ae598e95dc970b74767f19372d61af8', 'md5: 9e107d9d372bb6826bd81d3542a419d6'],
  },
  base64: {
    tools: ['text-base64-decode'],
    texts: ['"data": "SGVsbG8gd29ybGQgYWdhaW4="', 'value: eyJhIjoxLCJiIjoidGV4dCJ9'],
  },
  colour: {
    tools: ['math-color-convert'],
    texts: [
      'color: rgb(10, 20, 30)',
      'border: 1px solid #cccccc;',
      'Primary: #0a84ff',
      'Color(0xFF2456D7)',
      'hsla(0 0% 0% / .5)',
    ],
  },
  cron: {
    tools: ['code-cron-explain', 'date-cron-next'],
    texts: [
      'CRON=0 4 * * MON',
      "cron('0 12 * * ? *')",
      '*/5 * * * *  curl https://example.org',
      '@every 5m',
    ],
  },
  timestamp: {
    tools: ['date-unix-to-iso', 'date-format'],
    texts: ['created_at: 1700000000', 't=1700000000000', '[1700000000]'],
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
      'Due: 3 March 2026',
      '2026/03/03 14:00',
      'Last-Modified: Mon, 02 Mar 2026 10:00:00 GMT',
      'in 3 weeks',
      '20260303T140000Z',
    ],
  },
  regex: {
    tools: ['code-regex-explain', 'text-regex-test'],
    texts: ['s/\\s+$//', "re.compile(r'^\\w+$')", '^(\\d+)\\.(\\d+)$', 'pattern=[A-Z]{3}-\\d{4}'],
  },
  semver: {
    tools: ['code-semver-bump', 'code-semver-compare', 'semver-range-resolve'],
    texts: ['version = "1.4.0"', 'react@19.2.0', '>= 18'],
  },
  iban: {
    tools: ['validate-iban'],
    texts: ['iban=NL91ABNA0417164300', 'Konto: ES91 2100 0418 4502 0005 1332'],
  },
  'user agent': {
    tools: ['enrich-useragent-parse'],
    texts: [
      'ua: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'python-requests/2.32.3',
    ],
  },
  calculation: { tools: ['math-evaluate'], texts: ['12.5% of 80', '(3+4)*2', '100/7', '5 km to miles'] },
  numbers: { tools: ['math-statistics'], texts: ['10 20 30 40 50', 'values: 3, 5, 8, 13'] },
  quantity: { tools: ['math-unit-convert'], texts: ['Weight: 72 kg', '1.5 GB', '10 inches'] },
  coordinates: {
    tools: ['geo-coordinates-distance', 'geo-point-in-polygon'],
    texts: ['lat: 47.3769, lon: 8.5417', '47.3769,8.5417', '@52.5200,13.4050,15z'],
  },
}
