import type { Pastes } from './pastes.ts'

/** The values of that list. */
export const COPIED_ODD_VALUES: Pastes = {
  hash: {
    tools: ['crypto-checksum', 'crypto-hash-sha256', 'crypto-hash-sha512', 'crypto-hmac'],
    texts: [
      'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  file.iso',
      '5d41402abc4b2a76b9719d911017c592',
      'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
    ],
  },
  'password hash': {
    tools: ['crypto-password-verify'],
    texts: ['$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG'],
  },
  base64: {
    tools: ['text-base64-decode'],
    texts: ['SGVsbG8=', 'Authorization: Basic YWRhOnNlY3JldA==', 'SGVsbG8sIHdvcmxkISBUaGlzIGlzIGEgdGVzdC4'],
  },
  image: {
    tools: [
      'vision-image-metadata',
      'vision-qr-decode',
      'vision-image-resize',
      'file-magic-detect',
      'vision-metadata-strip',
    ],
    texts: [
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    ],
  },
  uuid: {
    tools: ['crypto-uuid'],
    texts: ['urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'id = f81d4fae-7dec-11d0-a765-00a0c91e6bf6'],
  },
  ulid: {
    tools: ['id-ulid'],
    texts: [
      '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      '01arz3ndektsv4rrffq69g5fav',
      '"id": "01ARZ3NDEKTSV4RRFFQ69G5FAV"',
    ],
  },
  colour: {
    tools: ['math-color-convert'],
    texts: [
      '#fff',
      '#2456d7cc',
      'rebeccapurple',
      'hsl(120deg 75% 25%)',
      'background-color: #0b0b0b',
      'lab(52% 40 59)',
      '0x1E90FF',
      'rgba(0,0,0,.5)',
    ],
  },
  cron: {
    tools: ['code-cron-explain', 'date-cron-next'],
    texts: [
      '0 0 1 1 *',
      'schedule: "15 2 * * 0"',
      '0 */2 * * * root /opt/run',
      '@daily',
      '0 9 * * MON-FRI',
    ],
  },
  timestamp: {
    tools: ['date-unix-to-iso', 'date-format'],
    texts: ['1732579200', 'exp: 1732579200', '1732579200.123', '1732579200123456'],
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
      '2026-11-26',
      '26.11.2026',
      'Nov 26, 2026 9:15 AM',
      '2026-11-26 09:15:00+00',
      '20261126',
      'next friday',
      '3 days ago',
      '26/Nov/2026:09:15:00 +0000',
      '2026-W48-4',
      'Thu Nov 26 09:15:00 UTC 2026',
    ],
  },
  duration: { tools: ['date-add', 'date-diff', 'math-unit-convert'], texts: ['PT1H30M', 'P3DT4H'] },
  timezone: { tools: ['date-timezone-convert'], texts: ['Europe/Berlin', 'America/New_York'] },
  dates: {
    tools: ['date-parse', 'date-diff', 'date-business-days-between'],
    texts: ['2026-01-01 to 2026-03-31', '1 March 2026 - 15 March 2026'],
  },
  regex: {
    tools: ['code-regex-explain', 'text-regex-test'],
    texts: [
      '\\b\\w+@\\w+\\.com\\b',
      '/^#?([a-f0-9]{6}|[a-f0-9]{3})$/i',
      '(?:https?:\\/\\/)?www\\.',
      'new RegExp("^a+$")',
      '^\\s*$',
      '(?<=\\$)\\d+',
    ],
  },
  semver: {
    tools: ['code-semver-bump', 'code-semver-compare', 'semver-range-resolve'],
    texts: [
      '1.2.3',
      'v2.0.0',
      '~1.2.0',
      '>=1.0.0 <2.0.0',
      '1.0.0-beta.2+build.5',
      'lodash@4.17.21',
      '"vite": "^8.3.8"',
    ],
  },
  dockerfile: {
    tools: ['code-dockerfile-lint'],
    texts: [
      'FROM python:3.13-slim\nRUN pip install flask\nCMD python app.py',
      '# syntax=docker/dockerfile:1\nARG V=1\nFROM debian:${V}\nRUN apt-get update',
    ],
  },
  env: {
    tools: ['code-env-parse'],
    texts: [
      'DATABASE_URL=postgres://x\nSECRET=abc',
      'A=1\nB=two words\n#C=3\n',
      'export PATH="$HOME/bin:$PATH"\nexport EDITOR=vim',
    ],
  },
  openapi: {
    tools: ['code-openapi-validate', 'openapi-to-tools'],
    texts: [
      'swagger: "2.0"\ninfo:\n  title: T\n  version: "1"\npaths: {}',
      '{"openapi": "3.0.0", "info": {"title": "x", "version": "1"}, "paths": {"/a": {"get": {"responses": {}}}}}',
    ],
  },
  schema: {
    tools: ['json-schema-validate'],
    texts: [
      '{"type":"array","items":{"type":"string"}}',
      '{"$ref":"#/$defs/a","$defs":{"a":{"type":"null"}}}',
    ],
  },
  iban: {
    tools: ['validate-iban'],
    texts: [
      'DE89 3704 0044 0532 0130 00',
      'GB33BUKB20201555555555',
      'IBAN DE89370400440532013000 BIC COBADEFFXXX',
    ],
  },
  card: {
    tools: ['validate-credit-card'],
    texts: ['4111 1111 1111 1111', '4111-1111-1111-1111', 'Card: 5105105105105100'],
  },
  'user agent': {
    tools: ['enrich-useragent-parse'],
    texts: [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'curl/8.11.0',
      'Googlebot/2.1 (+http://www.google.com/bot.html)',
    ],
  },
  diff: {
    tools: ['diff-patch-apply'],
    texts: [
      '@@ -1,2 +1,2 @@\n-old\n+new\n same',
      'Index: a.txt\n===================================================================\n--- a.txt\t(revision 1)\n+++ a.txt\t(working copy)\n@@ -1 +1 @@\n-a\n+b',
    ],
  },
  expression: {
    tools: ['math-evaluate'],
    texts: [
      '2+2',
      '=SUM(1,2)*3',
      '15% of 240',
      '19.99 * 3 + 4.50',
      '(1+0.05)^10',
      'sin(pi/4)',
      '1024*1024',
    ],
  },
  numbers: { tools: ['math-statistics'], texts: ['12\n15\n9\n22\n17', '3.1, 2.8, 3.4, 2.9', '1;2;3;4'] },
  quantity: {
    tools: ['math-unit-convert'],
    texts: ['5 ft 11 in', '100 km/h', '350 °F', '2 cups', '12 MiB', '6\'2"'],
  },
  coordinates: {
    tools: ['geo-coordinates-distance', 'geo-point-in-polygon'],
    texts: ['51.5074, -0.1278', '40°26′46″N 79°58′56″W', 'geo:52.52,13.405'],
  },
  geojson: {
    tools: ['geo-point-in-polygon', 'text-json-format', 'text-json-validate'],
    texts: ['{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}'],
  },
  'percent-encoded text': {
    tools: ['net-url-parse'],
    texts: [
      'hello%20world%21',
      'name=Ada%20L&city=S%C3%A3o%20Paulo',
      '%7B%22a%22%3A1%7D',
      '?utm_source=mail&utm_campaign=spring',
    ],
  },
  jq: {
    tools: ['exec-jq'],
    texts: ['.[] | {id, name}', 'map(select(.active))', '.data.items | length', 'to_entries | map(.key)'],
  },
  'json path': {
    tools: ['text-json-path'],
    texts: ['$.store.book[*].author', '$..price', '$.items[?(@.price < 10)]'],
  },
  jsonata: { tools: ['data-jsonata'], texts: ['$sum(orders.(price * qty))'] },
  'json patch': { tools: ['data-json-patch'], texts: ['[{"op":"replace","path":"/a","value":2}]'] },
  rrule: {
    tools: ['date-rrule-expand'],
    texts: ['RRULE:FREQ=DAILY;INTERVAL=2', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
  },
  template: {
    tools: ['prompt-template-render', 'text-template'],
    texts: [
      'Hello {{name}}, your order {{order.id}} is ready.',
      'Dear {{ customer.first_name }},\n{% if paid %}Thanks{% endif %}',
    ],
  },
  pem: {
    tools: ['crypto-cert-parse', 'crypto-jwt-verify'],
    texts: ['-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----'],
  },
  headers: {
    tools: ['security-header-audit'],
    texts: [
      'HTTP/2 200\nserver: nginx\nstrict-transport-security: max-age=31536000\nx-frame-options: DENY',
    ],
  },
  status: {
    tools: ['enrich-http-status-explain'],
    texts: ['HTTP 503', '404 Not Found', 'status code 429', "HTTP/1.1 418 I'm a teapot"],
  },
  country: { tools: ['enrich-country-code'], texts: ['Germany', 'Côte d’Ivoire', 'United Kingdom', 'CHE'] },
  ical: {
    tools: ['comm-ical-create', 'date-rrule-expand'],
    texts: ['BEGIN:VEVENT\nDTSTART:20261126T090000Z\nRRULE:FREQ=WEEKLY\nEND:VEVENT'],
  },
  'a list of records': {
    tools: ['data-group-by', 'text-json-to-csv', 'text-json-format', 'text-json-validate'],
    texts: ['[{"name":"a","n":1},{"name":"b","n":2}]'],
  },
  hex: {
    tools: [
      'text-base64-encode',
      'text-base64-decode',
      'crypto-hash-sha256',
      'file-magic-detect',
      'crypto-checksum',
    ],
    texts: ['89 50 4e 47 0d 0a 1a 0a', '48656c6c6f20776f726c64'],
  },
  prose: {
    tools: [
      'text-word-count',
      'text-token-count',
      'llm-summarize',
      'text-language-detect',
      'llm-translate',
      'llm-rewrite',
      'text-case-convert',
      'text-redact-pii',
    ],
    texts: [
      'Hi team, the meeting moves to Thursday at ten. Please bring your notes and the figures of last month.',
      'Guten Tag, vielen Dank für Ihre Anfrage. Wir melden uns bis Freitag mit einem Angebot bei Ihnen.',
      '¿Dónde está la biblioteca? Está cerca de la plaza, al lado del mercado viejo.',
      'Release notes for version 2.4 are below. We fixed the crash at start and made the list scroll faster.',
    ],
  },
}
