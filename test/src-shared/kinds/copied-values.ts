import type { Pastes } from './pastes.ts'

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI5MCIsIm5hbWUiOiJMaW4iLCJpYXQiOjE3NjAwMDAwMDB9.' +
  'dGhpc2lzbm90YXJlYWxzaWduYXR1cmVidXRsb29rcw'

/** Values and short lists as people copy them: quoted, with blanks around them, several at once, cut out of code. */
export const COPIED_VALUES: Pastes = {
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
      'https://www.example.org/shop/item?id=42&ref=mail#reviews\n',
      '<https://example.com/a/b>',
      '"https://api.example.com/v2/users?page=3"',
      'www.example.net/news/2026/11',
      'http://localhost:5173/#/settings',
      'https://de.wikipedia.org/wiki/K%C3%B6ln',
      'ftp://ftp.example.org/pub/file.tar.gz',
    ],
  },
  domain: {
    tools: ['net-dns-all', 'net-dns-lookup', 'net-whois', 'net-ssl-check'],
    texts: ['example.co.uk', 'mail.example.org\n', 'xn--bcher-kva.example', ' github.com '],
  },
  email: {
    tools: ['validate-email', 'net-email-validate'],
    texts: [
      'jane.doe+news@example.co.uk',
      'Jane Doe <jane@example.org>',
      'mailto:help@example.com',
      ' "o.hara"@example.org\n',
      'info@müller.example',
    ],
  },
  'e-mails in a text': {
    tools: ['text-extract-emails'],
    texts: [
      'ann@example.org, bob@example.org; eve@example.net',
      'To: Ann <ann@example.org>, Bob <bob@example.com>\nCc: team@example.org',
      'Please write to sales@example.org or, if urgent, to boss@example.org before Friday.',
    ],
  },
  phone: {
    tools: ['validate-phone'],
    texts: [
      '+49 30 901820',
      '(212) 555-0187',
      'tel:+41-44-668-18-00',
      '+44 (0)20 7946 0958\n',
      '001 650 253 0000',
    ],
  },
  ip: {
    tools: ['validate-ip', 'net-dns-lookup', 'net-cidr-contains'],
    texts: ['192.168.178.1', '2001:db8::8a2e:370:7334', ' 8.8.8.8\n', '[::1]:8080', '203.0.113.7:443'],
  },
  cidr: {
    tools: ['net-cidr-contains'],
    texts: ['10.20.0.0/16', '2001:db8::/48', '172.16.0.0/12\n192.168.0.0/16'],
  },
  jwt: {
    tools: ['crypto-jwt-decode'],
    texts: [JWT, `Authorization: Bearer ${JWT}`, `"${JWT}"`, `Bearer ${JWT}\n`, `token=${JWT}`],
  },
  certificate: {
    tools: ['crypto-cert-parse'],
    texts: [
      '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ0ZtZ2l2ZW5ieXRlc3QwCgYIKoZIzj0EAwIw\n-----END CERTIFICATE-----\n',
      'Server certificate\n-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa\n-----END CERTIFICATE-----\nsubject=CN=example.org',
      '    -----BEGIN CERTIFICATE-----\n    MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa\n    -----END CERTIFICATE-----',
    ],
  },
  hash: {
    tools: ['crypto-checksum', 'crypto-hash-sha256', 'crypto-hash-sha512', 'crypto-hmac'],
    texts: [
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  setup.exe',
      'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      'd41d8cd98f00b204e9800998ecf8427e\n',
      'SHA1: da39a3ee5e6b4b0d3255bfef95601890afd80709',
    ],
  },
  base64: {
    tools: ['text-base64-decode'],
    texts: [
      'SGVsbG8gZnJvbSB0aGUgbWVldGluZyBub3Rlcw==',
      '"VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZy4="',
      'Basic dXNlcjpwYXNzd29yZA==',
      'TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQsIGNvbnNlY3RldHVyIGFkaXBpc2Np\nbmcgZWxpdC4gTW9yYmkgbmVjIG5pc2kgZXQgdmVsaXQu\n',
      'data:text/plain;base64,SGVsbG8sIHdvcmxkIQ==',
    ],
  },
  hex: {
    tools: [
      'text-base64-encode',
      'crypto-checksum',
      'file-magic-detect',
      'math-evaluate',
      'crypto-hash-sha256',
    ],
    texts: ['48 65 6c 6c 6f 20 77 6f 72 6c 64', '0xdeadbeefcafe', '89504e470d0a1a0a0000000d49484452'],
  },
  uuid: {
    tools: ['crypto-uuid'],
    texts: [
      '550e8400-e29b-41d4-a716-446655440000',
      '{6BA7B810-9DAD-11D1-80B4-00C04FD430C8}',
      '"0190a1b2-7c3d-7e4f-8a9b-0c1d2e3f4a5b",',
      'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    ],
  },
  ulid: {
    tools: ['id-ulid'],
    texts: ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01J9ZK3M2Q8X7W6V5T4S3R2Q1P\n', '"01HZXK5R3N8Q2B7C9D1E4F6G8H"'],
  },
  colour: {
    tools: ['math-color-convert'],
    texts: [
      '#2456d7',
      'rgb(36 86 215 / 50%)',
      'color: #ff8800;',
      'hsl(210, 60%, 45%)\n',
      'oklch(0.63 0.2 29)',
      'rgba(0,0,0,.35)',
      '#FA0',
    ],
  },
  cron: {
    tools: ['code-cron-explain', 'date-cron-next'],
    texts: [
      '*/15 9-17 * * 1-5',
      '0 3 * * * /usr/local/bin/backup.sh',
      'cron: "30 5 1 * *"',
      '@daily',
      "- cron: '0 0 * * 0'\n",
      '0 0 12 ? * MON-FRI',
    ],
  },
  timestamp: {
    tools: ['date-unix-to-iso', 'date-format'],
    texts: ['1764102135', '1764102135123', '"created": 1764102135,', '1764102135.482\n', 'exp: 1764105735'],
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
      '2026-11-25T20:15:30Z',
      '25 November 2026',
      'Wed, 25 Nov 2026 20:15:30 GMT',
      '25.11.2026 14:30',
      'next Tuesday at 9am',
      '11/25/2026',
      '2026-11-25 20:15:30.123+01:00\n',
    ],
  },
  duration: {
    tools: ['date-add', 'math-unit-convert'],
    texts: ['2h 45m', 'PT1H30M', '3 days', '90 minutes'],
  },
  timezone: {
    tools: ['date-timezone-convert', 'date-format'],
    texts: ['Europe/Zurich', 'America/New_York\n', 'Asia/Kolkata'],
  },
  regex: {
    tools: ['code-regex-explain', 'text-regex-test'],
    texts: [
      '^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$',
      '/(\\d{4})-(\\d{2})-(\\d{2})/g',
      '(?<user>[^@\\s]+)@(?<host>[^@\\s]+)',
      'new RegExp("^\\\\s*#(.*)$", "m")',
      '\\b[\\w.-]+\\.(?:png|jpe?g|gif)\\b',
    ],
  },
  semver: {
    tools: ['code-semver-bump', 'code-semver-compare'],
    texts: ['v2.14.0', '1.0.0-rc.2', '3.4.1+build.77\n'],
  },
  'semver range': { tools: ['semver-range-resolve'], texts: ['^4.17.1', '>=1.2.0 <2.0.0', '~> 7.1'] },
  iban: {
    tools: ['validate-iban'],
    texts: [
      'DE89 3704 0044 0532 0130 00',
      'GB82WEST12345698765432',
      'IBAN: CH93 0076 2011 6238 5295 7',
      'fr14 2004 1010 0505 0001 3m02 606\n',
    ],
  },
  card: {
    tools: ['validate-credit-card'],
    texts: ['4111 1111 1111 1111', '5555-5555-5555-4444', '378282246310005\n'],
  },
  'user agent': {
    tools: ['enrich-useragent-parse'],
    texts: [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'curl/8.10.1',
      '"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"',
    ],
  },
  'response headers': {
    tools: ['security-header-audit'],
    texts: [
      'HTTP/2 200\ncontent-type: text/html; charset=utf-8\nx-frame-options: DENY\nserver: nginx\n',
      "Content-Security-Policy: default-src 'self'\nStrict-Transport-Security: max-age=31536000\nX-Content-Type-Options: nosniff",
      'HTTP/1.1 301 Moved Permanently\r\nLocation: https://example.org/\r\nServer: Apache\r\n',
    ],
  },
  'status code': {
    tools: ['enrich-http-status-explain'],
    texts: ['404 Not Found', 'HTTP 502', 'status code 429', '503'],
  },
  calculation: {
    tools: ['math-evaluate'],
    texts: ['(1299 * 0.81) / 12', '2^10 - 1', '3.5 + 4.2', 'sqrt(2) * 14', '= 17 * 24', '15% of 240'],
  },
  numbers: {
    tools: ['math-statistics'],
    texts: ['12, 15, 9, 22, 18, 30', '3.2\n4.1\n2.8\n5.0\n', '[4, 8, 15, 16, 23, 42]', '100 200 300 400'],
  },
  quantity: { tools: ['math-unit-convert'], texts: ['72 kg', '5.5 miles', '350 °F', '2.4 GiB', '180cm'] },
  coordinates: {
    tools: ['geo-coordinates-distance', 'geo-point-in-polygon'],
    texts: ['52.5200, 13.4050', '40.7128° N, 74.0060° W', '-33.8688,151.2093\n'],
  },
  jsonpath: {
    tools: ['text-json-path'],
    texts: ['$.store.book[*].author', '$..price', "$['items'][0].name"],
  },
  jq: {
    tools: ['exec-jq'],
    texts: [
      '.items[] | {id, name}',
      "jq '.[] | select(.age > 30) | .name' people.json",
      'map(select(.active)) | length',
      '.foo.bar // "none"',
    ],
  },
  'percent-encoded': {
    tools: ['net-url-parse', 'validate-url'],
    texts: [
      'q=caf%C3%A9%20cr%C3%A8me&lang=fr',
      '?utm_source=mail&utm_campaign=spring%20sale',
      'https%3A%2F%2Fexample.org%2Fcallback%3Fcode%3D1',
    ],
  },
  identifier: {
    tools: ['text-case-convert'],
    texts: ['getUserProfileById', 'max_retry_count', 'MAX_BODY_SIZE', 'my-component-name'],
  },
  country: { tools: ['enrich-country-code'], texts: ['Switzerland', 'CHE', 'Deutschland'] },
  ical: {
    tools: ['date-rrule-expand', 'comm-ical-create', 'date-parse'],
    texts: [
      'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10',
      'FREQ=MONTHLY;BYDAY=-1FR\n',
      'DTSTART:20260105T090000Z\nRRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20260201T000000Z',
    ],
  },
  template: {
    tools: ['text-template', 'prompt-template-render'],
    texts: [
      'Hello {{name}}, your order {{order.id}} has shipped.',
      '{% if user %}Hi {{ user.name }}{% endif %}',
      '{{#items}}\n- {{title}}\n{{/items}}',
    ],
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
      'The committee met on Tuesday and agreed to postpone the vote until every member had read the report. Two people objected.',
      'Der Zug nach Hamburg hat heute zwanzig Minuten Verspätung, weil ein Signal ausgefallen ist. Wir bitten um Entschuldigung.',
      'Thanks for the quick reply! I will check the numbers tonight and send you the corrected version tomorrow morning.',
      'Une tempête est attendue sur la côte ; les écoles resteront fermées demain.\n\nLes trains circulent normalement.',
    ],
  },
}
