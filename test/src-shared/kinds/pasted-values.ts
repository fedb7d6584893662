import type { Pastes } from './pastes.ts'

/** Single values, such as addresses and dates. */
export const PASTED_VALUES: Pastes = {
  curl: {
    tools: ['api-curl-parse'],
    texts: [
      'curl https://api.example.com/v1/items',
      "curl -X POST https://api.example.com/v1/items -H 'Content-Type: application/json' -d '{\"a\":1}'",
      'curl --request GET \\\n  --url https://example.com/a \\\n  --header "Accept: text/html"',
      '$ curl -sSL example.com | head',
      'curl localhost:3000/health',
    ],
  },
  url: {
    tools: ['net-url-parse'],
    texts: [
      'https://example.com/a/b?c=d&e=f#g',
      'http://127.0.0.1:4777/v1/tools',
      'https://user@shop.example.co.uk:8443/x',
      'www.example.org/path',
      'ftp://files.example.com/pub/a.zip',
      'https://de.wikipedia.org/wiki/K%C3%B6ln',
      'https://münchen.de/straße',
      'postgres://db.internal:5432/app',
      'http://[2001:db8::1]:8080/path',
    ],
  },
  urls: {
    tools: ['text-extract-urls'],
    texts: [
      'https://a.example/x\nhttps://b.example/y\nhttp://c.example',
      'see https://a.example/x and https://b.example/y',
    ],
  },
  domain: {
    tools: ['net-dns-lookup', 'net-whois', 'net-ssl-check'],
    texts: [
      'example.com',
      'mail.google.com',
      'bbc.co.uk',
      'xn--mnchen-3ya.de',
      'münchen.de',
      'docs.rs',
      'example.photography',
    ],
  },
  'http-status': {
    tools: ['enrich-http-status-explain'],
    texts: [
      '404 Not Found',
      'HTTP 503',
      'HTTP/1.1 301 Moved Permanently',
      "418 I'm a teapot",
      'status: 429',
      'Error 500',
      '418',
      '503',
    ],
  },
  country: {
    tools: ['enrich-country-code'],
    texts: ['Germany', 'New Zealand', 'Côte d’Ivoire', 'USA', 'Trinidad & Tobago', 'CH'],
  },
  email: {
    tools: ['validate-email'],
    texts: [
      'ada@example.com',
      'first.last+tag@mail.example.co.uk',
      'Ada Lovelace <ada@example.com>',
      "o'brien@example.ie",
      'UPPER.CASE@EXAMPLE.ORG',
      'jürgen@müller.de',
      '<ada@example.com>',
    ],
  },
  emails: {
    tools: ['text-extract-emails'],
    texts: [
      'ada@example.com, grace@example.com',
      'a@example.com\nb@example.com\nc@example.net',
      'Ada <ada@example.com>, Grace <grace@example.com>',
      'Hi team, please write to anna@example.com or, if she is away, to support@example.org. Thanks!',
      'Contact: jane.doe@example.com, phone on request.',
    ],
  },
  phone: {
    tools: ['validate-phone'],
    texts: [
      '+14155550132',
      '+49 30 901820',
      '(415) 555-0132',
      '020 7946 0958',
      '+44 (0)20 7946 0958',
      '+41 44 668 18 00',
      '0043 1 58858-0',
      '1-800-555-0100',
      '(030) 123456',
      '00 44 20 7946 0000',
    ],
  },
  ip: {
    tools: ['validate-ip'],
    texts: ['192.168.1.10', '8.8.8.8', '2001:db8::1', 'fe80::1ff:fe23:4567:890a', '::1'],
  },
  cidr: {
    tools: ['net-cidr-contains'],
    texts: ['10.0.0.0/8', '192.168.0.0/16', '2001:db8::/32', '203.0.113.128/25'],
  },
  jwt: {
    tools: ['crypto-jwt-decode'],
    texts: [
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkFkYSJ9.c2lnbmF0dXJl',
      'eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UifQ.',
      'eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJleHAiOjE3OTUxNzk2MDB9.MEUCIQDf_-abc',
      ' eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJub3J0aHdpbmQtYXBpIn0.AAAA \n',
      'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl',
    ],
  },
  pem: {
    tools: ['crypto-cert-parse'],
    texts: [
      '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ\n-----END CERTIFICATE-----',
      '-----BEGIN CERTIFICATE-----\r\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\r\n-----END CERTIFICATE-----\r\n',
      '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----',
    ],
  },
  hash: {
    tools: ['crypto-checksum'],
    texts: [
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'd41d8cd98f00b204e9800998ecf8427e',
      'da39a3ee5e6b4b0d3255bfef95601890afd80709',
      'SHA256:E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855',
    ],
  },
  base64: {
    tools: ['text-base64-decode'],
    texts: [
      'SGVsbG8sIHdvcmxkISBIZWxsbyE=',
      'VGhlIGhhcmJvdXIgYXV0aG9yaXR5',
      'eyJhIjogMX0=',
      'TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsu',
      'w6TDtsO8w58=',
      'VGhpcyBpcyBhIGxvbmdlciB0ZXh0IHRoYXQgd2FzIGJyb2tlbiBpbnRvIGxpbmVzIG9mIDY0\nIGNoYXJhY3RlcnMsIGFzIG1haWwgZG9lcyBpdC4=',
    ],
  },
  hex: {
    tools: ['text-base64-encode'],
    texts: ['48 65 6c 6c 6f', '0x48656c6c6f', '14fb9c03d97e', 'ca:fe:ba:be:00:01'],
  },
  uuid: {
    tools: ['crypto-uuid'],
    texts: [
      '123e4567-e89b-12d3-a456-426614174000',
      '6BA7B810-9DAD-11D1-80B4-00C04FD430C8',
      '{018f4b2e-7c1a-7e3b-9d2a-1f0c2b3d4e5f}',
    ],
  },
  colour: {
    tools: ['math-color-convert'],
    texts: [
      '#2459e2',
      'tomato',
      'RebeccaPurple',
      '#fff',
      'rgb(36, 89, 226)',
      'hsl(220 70% 50% / 0.5)',
      'oklch(62% 0.19 259)',
      'hwb(220 14% 11%)',
      '#11223344',
    ],
  },
  cron: {
    tools: ['code-cron-explain', 'date-cron-next'],
    texts: [
      '*/15 9-17 * * 1-5',
      '0 0 * * *',
      '@daily',
      '5 4 * * sun',
      '0 30 2 1,15 * ?',
      '*/5 9-17 * * MON-FRI',
      '30 4 1,15 * 5',
      '5 4 * * sun',
    ],
  },
  rrule: {
    tools: ['date-rrule-expand'],
    texts: ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE', 'FREQ=MONTHLY;COUNT=10;BYDAY=1FR', 'FREQ=DAILY;INTERVAL=2'],
  },
  timestamp: {
    tools: ['date-unix-to-iso'],
    texts: ['1763726400', '1763726400123', '1700000000', '1763726400123456', '1732233600.5'],
  },
  date: {
    tools: ['date-iso-to-unix', 'date-parse', 'date-format'],
    texts: [
      '2026-11-21T12:00:00Z',
      '2026-11-21',
      '2026-11-21 09:30',
      '2026-03-29T01:30:00+01:00',
      '2026-W47-6',
    ],
  },
  'written-date': {
    tools: ['date-parse'],
    texts: [
      '21 November 2026',
      'next Friday at 3pm',
      'Nov 21, 2026',
      'tomorrow',
      '3 days ago',
      'Sat, 21 Nov 2026 12:00:00 +0000',
      '24.12.2026',
      'the day after tomorrow at noon',
      'Mon Nov 23 2026 18:43:53 GMT+0100 (Central European Standard Time)',
    ],
  },
  timezone: {
    tools: ['date-timezone-convert'],
    texts: ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'UTC'],
  },
  regex: {
    tools: ['code-regex-explain', 'text-regex-test'],
    texts: [
      '/^[a-z]+$/i',
      '^\\d{4}-\\d{2}-\\d{2}$',
      '(?<year>\\d{4})-(?<month>\\d{2})',
      '[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}',
      '\\b\\w+ing\\b',
    ],
  },
  semver: {
    tools: ['code-semver-bump', 'code-semver-compare'],
    texts: ['1.2.3', 'v2.0.0-beta.1', '10.20.30+build.5', '0.1.0'],
  },
  'semver-range': {
    tools: ['semver-range-resolve'],
    texts: ['^1.2.3', '~2.0', '>=1.2.0 <2.0.0', '1.x', '1.x || 2.x', '1.2.3 - 2.3.4'],
  },
  openapi: {
    tools: ['code-openapi-validate', 'openapi-to-tools'],
    texts: [
      '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}',
      'openapi: 3.0.3\ninfo:\n  title: Shop\n  version: "1"\npaths:\n  /items:\n    get:\n      responses:\n        "200":\n          description: ok',
      '{"swagger":"2.0","info":{"title":"A","version":"1"},"paths":{}}',
    ],
  },
  'json-schema': {
    tools: ['json-schema-validate', 'gen-test-data'],
    texts: [
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}',
      '{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}',
      '{"type":"array","items":{"type":"string"}}',
      '{"$defs":{"a":{"type":"string"}},"$ref":"#/$defs/a"}',
    ],
  },
  iban: {
    tools: ['validate-iban'],
    texts: [
      'DE89 3704 0044 0532 0130 00',
      'GB82WEST12345698765432',
      'FR1420041010050500013M02606',
      'CH93 0076 2011 6238 5295 7',
    ],
  },
  card: {
    tools: ['validate-credit-card'],
    texts: ['4111 1111 1111 1111', '5555555555554444', '3782-822463-10005', '6011 1111 1111 1117'],
  },
  'user-agent': {
    tools: ['enrich-useragent-parse'],
    texts: [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'curl/8.5.0',
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'PostmanRuntime/7.36.3',
      'python-requests/2.32.3',
    ],
  },
  expression: {
    tools: ['math-evaluate'],
    texts: [
      '(1 + 2) * 3',
      'sqrt(2) + 1',
      '19.99 * 3 - 5%',
      '2^10',
      '12 / 4',
      '1024 * 768 / 2',
      '19% of 240',
      '72 kg to lb',
      '100 km/h in mph',
    ],
  },
  numbers: {
    tools: ['math-statistics'],
    texts: ['1, 2, 3.5, 4', '10\n12\n9\n14', '3;1;4;1;5', '12, 15, 11, 19, 22, 14, 18'],
  },
}
