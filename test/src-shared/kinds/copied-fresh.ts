import type { Pastes } from './pastes.ts'

/** Texts as people copy them, written without a look at the other lists nor at the patterns: 100 of 45 kinds. */
export const COPIED_FRESH: Pastes = {
  json: {
    tools: ['text-json-format', 'text-json-validate'],
    texts: [
      '{"status":"shipped","items":[{"sku":"A-1","qty":2},{"sku":"B-7","qty":1}],"total":48.5}',
      'Response body: {"error":"not_found","code":404}',
      '[\n  { "lat": 52.5, "lon": 13.4 },\n  { "lat": 48.1, "lon": 11.6 }\n]',
    ],
  },
  'broken json': {
    tools: ['llm-output-fix-json', 'llm-output-extract-json', 'text-json-validate', 'text-json-format'],
    texts: ["{name: 'Ada', age: 36,}", '{"user": "kim", "tags": ["a", "b"'],
  },
  'json lines': {
    tools: ['text-json-to-csv', 'text-json-format', 'text-json-validate', 'exec-sql-on-json', 'exec-jq'],
    texts: [
      '{"t":1,"v":"on"}\n{"t":2,"v":"off"}\n{"t":3,"v":"on"}',
      '{"level":"warn","msg":"slow query","ms":812}\n{"level":"info","msg":"ok","ms":12}\n',
    ],
  },
  csv: {
    tools: ['text-csv-to-json'],
    texts: [
      'order_id,customer,amount\n1001,Lindqvist,19.90\n1002,"Okafor, Ada",5.00\n',
      'Date;Account;Debit\n01.03.2026;4400;120,50\n02.03.2026;4930;17,99',
      'host\tcpu\tmem\nweb-1\t12\t48\nweb-2\t31\t62',
    ],
  },
  yaml: {
    tools: ['text-yaml-to-json', 'code-format'],
    texts: [
      'version: "3.9"\nservices:\n  web:\n    image: nginx:1.27\n    ports:\n      - "8080:80"\n',
      'on:\n  push:\n    branches: [main]\njobs:\n  test:\n    runs-on: ubuntu-latest\n',
      '# settings.yml\ntheme: dark\nlanguages:\n  - en\n  - sv\n',
    ],
  },
  toml: {
    tools: ['data-toml-to-json'],
    texts: [
      '[package]\nname = "ferry"\nversion = "0.4.1"\nedition = "2021"\n\n[dependencies]\nserde = { version = "1", features = ["derive"] }\n',
      '[tool.black]\nline-length = 100\ntarget-version = ["py312"]',
    ],
  },
  xml: {
    tools: ['text-xml-to-json', 'code-format'],
    texts: [
      '<?xml version="1.0"?>\n<note><to>Kim</to><from>Lea</from></note>',
      '<dependency>\n  <groupId>org.slf4j</groupId>\n  <artifactId>slf4j-api</artifactId>\n  <version>2.0.13</version>\n</dependency>',
    ],
  },
  html: {
    tools: ['html-to-markdown', 'text-html-to-text', 'code-format'],
    texts: [
      '<div class="card"><h2>Opening hours</h2><p>Mon to Fri, <b>9 to 17</b></p></div>',
      '<!doctype html>\n<html lang="en"><head><title>Hi</title></head><body><h1>Hi</h1></body></html>',
      '<a href="/pricing" class="btn btn-primary">See the prices</a>',
    ],
  },
  markdown: {
    tools: ['text-markdown-to-html'],
    texts: [
      '# Release 2.4\n\n- **Faster** start\n- Fixed [#212](https://example.org/212)\n',
      '| Name | Age |\n|------|-----|\n| Kim  | 31  |\n| Lea  | 28  |',
      '## Install\n\n```sh\nnpm i ferry\n```\n\nThen read the [guide](guide.md).',
    ],
  },
  sql: {
    tools: ['code-sql-format', 'code-sql-parse'],
    texts: [
      'select u.id, count(*) from users u left join orders o on o.user_id = u.id group by u.id having count(*) > 3;',
      'ALTER TABLE invoices ADD COLUMN paid_at timestamptz;',
      "UPDATE products SET price = price * 1.1 WHERE category = 'tea'",
    ],
  },
  css: {
    tools: ['code-css-minify', 'code-format'],
    texts: [
      '.btn:hover {\n  background: #0af;\n  border-radius: 4px;\n}',
      '@media (max-width: 600px) { nav { display: none } main { padding: 0 1rem } }',
    ],
  },
  javascript: {
    tools: ['code-js-minify', 'code-format', 'exec-javascript', 'code-complexity-score'],
    texts: [
      'export function debounce(fn, ms) {\n  let timer\n  return (...args) => {\n    clearTimeout(timer)\n    timer = setTimeout(() => fn(...args), ms)\n  }\n}',
      'const total = items.filter(i => i.paid).reduce((s, i) => s + i.price, 0);\nconsole.log(total);',
      "document.querySelectorAll('.tab').forEach((el) => el.addEventListener('click', show))",
    ],
  },
  typescript: {
    tools: ['code-format', 'code-complexity-score', 'code-js-minify'],
    texts: [
      'export interface Invoice {\n  id: string\n  lines: readonly Line[]\n  paidAt?: Date\n}',
      'type Result<T, E = Error> = { ok: true; value: T } | { ok: false; error: E }',
    ],
  },
  curl: {
    tools: ['api-curl-parse'],
    texts: [
      'curl -X POST https://api.example.net/v2/items -H \'Content-Type: application/json\' -d \'{"name":"tea"}\'',
      '$ curl -sSL -u admin:pw "https://example.com/export?from=2026-01-01" -o out.csv',
      "curl 'https://shop.example/cart' \\\n  -H 'accept: */*' \\\n  -H 'cookie: a=b' \\\n  --compressed",
    ],
  },
  url: {
    tools: ['net-url-parse', 'validate-url', 'net-http-get', 'sense-url-content', 'sense-url-meta'],
    texts: [
      'https://www.example.com/search?q=blue+shoes&utm_source=mail#results',
      '<https://docs.example.org/guide/intro.html>',
      'http://localhost:8080/api/health',
    ],
  },
  email: {
    tools: ['net-email-validate', 'validate-email', 'text-extract-emails'],
    texts: [
      'jan.de-vries+news@mail.example.nl',
      'Lea Brandt <lea.brandt@example.de>',
      'To: support@example.com',
    ],
  },
  'many emails': {
    tools: ['text-extract-emails'],
    texts: [
      'kim@example.org; lea@example.org; noor@example.net',
      'cc Ann (ann@example.org) and Raj (raj@example.in) please',
    ],
  },
  phone: {
    tools: ['validate-phone', 'text-extract-phones'],
    texts: ['+44 20 7946 0958', '(415) 555-0132', 'Tel.: +49 (0)89 1234567'],
  },
  ip: {
    tools: ['validate-ip', 'net-cidr-contains'],
    texts: ['10.24.3.198', '2001:db8:85a3::8a2e:370:7334', 'inet 192.168.178.21'],
  },
  cidr: { tools: ['net-cidr-contains'], texts: ['172.16.0.0/12', '2001:db8::/48'] },
  jwt: {
    tools: ['crypto-jwt-decode', 'crypto-jwt-verify'],
    texts: [
      'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUiLCJleHAiOjE3OTAwMDAwMDB9.c2lnbmF0dXJlLWJ5dGVz',
      'Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI0MiIsIm5hbWUiOiJLaW0ifQ.dGhpcy1pcy1hLXNpZ25hdHVyZQ',
    ],
  },
  certificate: {
    tools: ['crypto-cert-parse'],
    texts: [
      '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUJx7m0Q0m3v3kz1H0m3vQzJ0m3vQwCgYIKoZIzj0EAwIw\nEjEQMA4GA1UEAwwHZXhhbXBsZTAeFw0yNjAxMDEwMDAwMDBaFw0yNzAxMDEwMDAw\n-----END CERTIFICATE-----',
    ],
  },
  base64: {
    tools: ['text-base64-decode'],
    texts: [
      'VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZw==',
      'eyJpZCI6NDIsInJvbGUiOiJhZG1pbiJ9',
    ],
  },
  uuid: {
    tools: ['crypto-uuid', 'validate-uuid', 'id-ulid'],
    texts: [
      '7d444840-9dc0-11d1-b245-5ffdce74fad2',
      '{3F2504E0-4F89-41D3-9A0C-0305E82C3301}',
      'trace_id=018f4e2a-7b6c-7c1d-9f3e-2a1b3c4d5e6f',
    ],
  },
  ulid: { tools: ['id-ulid'], texts: ['01HZX3K9M5T7V8W2Y4Z6A8B0CD', 'id: 01J9ZQ4T8N6R2V5W7X9Y1A3B5C'] },
  colour: {
    tools: ['math-color-convert'],
    texts: ['#1e90ff', 'rgb(34 197 94 / 80%)', 'color: hsl(210, 40%, 96%);', 'oklch(0.7 0.15 250)'],
  },
  cron: {
    tools: ['code-cron-explain', 'date-cron-next'],
    texts: ['30 6 * * 1-5', '@weekly', "- cron: '0 */4 * * *'"],
  },
  timestamp: {
    tools: ['date-unix-to-iso'],
    texts: ['1790000000', '"iat": 1764115200,', '1764115200123'],
  },
  date: {
    tools: ['date-parse', 'date-iso-to-unix', 'date-format', 'date-timezone-convert'],
    texts: [
      '2026-03-14T09:26:53+01:00',
      'Tue, 24 Nov 2026 18:04:11 GMT',
      '14 March 2026',
      '03/14/2026 5:30 PM',
    ],
  },
  regex: {
    tools: ['code-regex-explain', 'text-regex-test'],
    texts: [
      '^\\d{4}-\\d{2}-\\d{2}$',
      '/(?<year>\\d{4})\\/(\\w+)/gi',
      '[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}',
    ],
  },
  semver: {
    tools: ['code-semver-bump', 'code-semver-compare', 'semver-range-resolve'],
    texts: ['v3.12.0-rc.1', '^4.17.21', '"version": "1.8.2",'],
  },
  dockerfile: {
    tools: ['code-dockerfile-lint'],
    texts: [
      'FROM node:24-alpine\nWORKDIR /app\nCOPY package*.json ./\nRUN npm ci\nCMD ["node", "server.js"]',
      'FROM golang:1.23 AS build\nCOPY . .\nRUN go build -o /bin/app\n\nFROM scratch\nCOPY --from=build /bin/app /app\nENTRYPOINT ["/app"]',
    ],
  },
  env: {
    tools: ['code-env-parse'],
    texts: [
      'PORT=3000\nNODE_ENV=production\nLOG_LEVEL="info"\n',
      '# local\nexport DB_HOST=localhost\nexport DB_PORT=5432',
    ],
  },
  openapi: {
    tools: ['code-openapi-validate', 'openapi-to-tools'],
    texts: [
      'openapi: 3.0.3\ninfo:\n  title: Ferries\n  version: 1.0.0\npaths:\n  /ferries:\n    get:\n      responses:\n        "200":\n          description: All\n',
      '{"openapi":"3.1.0","info":{"title":"Tea","version":"1"},"paths":{}}',
    ],
  },
  'json schema': {
    tools: ['json-schema-validate'],
    texts: [
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"id":{"type":"integer"}}}',
      '{\n  "type": "object",\n  "required": ["name"],\n  "properties": { "name": { "type": "string", "minLength": 1 } }\n}',
    ],
  },
  iban: {
    tools: ['validate-iban'],
    texts: ['FR14 2004 1010 0505 0001 3M02 606', 'IBAN: NL91ABNA0417164300'],
  },
  card: { tools: ['validate-credit-card'], texts: ['5555 5555 5555 4444', '378282246310005'] },
  'user agent': {
    tools: ['enrich-useragent-parse'],
    texts: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    ],
  },
  diff: {
    tools: ['diff-patch-apply'],
    texts: [
      'diff --git a/app.js b/app.js\nindex 83db48f..bf2a1c0 100644\n--- a/app.js\n+++ b/app.js\n@@ -1,3 +1,3 @@\n const a = 1\n-const b = 2\n+const b = 3\n export { a, b }\n',
      '--- notes.txt\n+++ notes.txt\n@@ -2 +2 @@\n-milk\n+oat milk',
    ],
  },
  expression: {
    tools: ['math-evaluate'],
    texts: ['(1299.90 * 0.81) / 12', '2^16 - 1', 'sqrt(3^2 + 4^2)'],
  },
  quantity: { tools: ['math-unit-convert'], texts: ['72 kg', '26.2 miles', '180 °C'] },
  'percent-encoded text': {
    tools: ['net-url-parse'],
    texts: ['q=blue%20shoes&size=42%2C5&sort=price', 'https%3A%2F%2Fexample.com%2Fcallback%3Fcode%3Dabc'],
  },
  'jq program': {
    tools: ['exec-jq'],
    texts: ['.items[] | select(.price > 10) | .name', "jq -r '.[] | [.id, .name] | @csv'"],
  },
  'recurrence rule': {
    tools: ['date-rrule-expand'],
    texts: ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10', 'FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20271231T000000Z'],
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
    ],
    texts: [
      'The ferry to the island leaves every hour. In winter there are fewer crossings, and none after eight in the evening.',
      'Le train de nuit part à vingt heures et arrive le lendemain matin vers sept heures. Pensez à réserver une couchette.',
    ],
  },
}
