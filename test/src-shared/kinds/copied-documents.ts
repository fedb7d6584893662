import type { Pastes } from './pastes.ts'

/** Documents as people copy them: part of a page, with fences, prompts, blanks around them, or cut short. */
export const COPIED_DOCUMENTS: Pastes = {
  json: {
    tools: ['text-json-format', 'text-json-validate'],
    texts: [
      '{"id":42,"name":"Garden hose","tags":["outdoor","water"],"price":{"amount":"19.90","currency":"EUR"}}\n',
      '```json\n{\n  "status": "ok",\n  "uptime": 86400\n}\n```',
      '  [{"user":"ana","score":9.5},{"user":"bo","score":7}]  ',
      '"{\\"event\\":\\"login\\",\\"user_id\\":7}"',
      'data: {"choices":[{"delta":{"content":"Hi"}}],"usage":null}',
      '{ "compilerOptions": { "strict": true, "target": "es2022" } }',
    ],
  },
  'broken json': {
    tools: ['llm-output-fix-json', 'text-json-validate', 'text-json-format', 'llm-output-extract-json'],
    texts: [
      "{'name': 'Ada', 'admin': True, 'groups': None}",
      '{\n  "a": 1,\n  "b": [1, 2, 3,],\n}',
      '{"items": [{"sku": "A-1", "qty": 2}, {"sku": "B-7", "qty": 1}, {"sku": "C-',
      'Sure! Here is the JSON you asked for:\n\n{"city": "Lyon", "population": 522250}\n\nLet me know if you need more.',
      '{name: "demo", port: 8080, // default\n tls: false}',
    ],
  },
  jsonl: {
    tools: [
      'text-json-to-csv',
      'text-json-format',
      'data-group-by',
      'exec-jq',
      'exec-sql-on-json',
      'data-jsonata',
    ],
    texts: [
      '{"ts":"2026-03-01T10:00:00Z","level":"info","msg":"started"}\n{"ts":"2026-03-01T10:00:04Z","level":"warn","msg":"slow query"}\n',
      '{"id":1,"v":3}\n{"id":2,"v":9}\n{"id":3,"v":1}',
      '{"a":1}\r\n{"a":2}\r\n',
    ],
  },
  csv: {
    tools: ['text-csv-to-json'],
    texts: [
      'Date,Description,Amount\n2026-01-04,Coffee,-3.20\n2026-01-05,Salary,2500.00\n',
      'Name\tTeam\tSince\nOlga\tOps\t2019\nPer\tWeb\t2023',
      '"Last name";"First name";"City"\r\n"Müller";"Jan";"Köln"\r\n"Weiß";"Eva";"Bonn"\r\n',
      'sku|title|stock\nB-100|Bolt M6|1200\nN-200|Nut M6|900\n',
      'id,email\n1,ann@example.org\n2,bob@example.org\n3,eve@example.org',
    ],
  },
  yaml: {
    tools: ['text-yaml-to-json', 'code-format'],
    texts: [
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    - port: 80\n      targetPort: 8080\n',
      '```yaml\non:\n  push:\n    branches: [main]\njobs:\n  test:\n    runs-on: ubuntu-latest\n```',
      'version: "3.9"\nservices:\n  db:\n    image: postgres:17\n    environment:\n      POSTGRES_DB: app',
      '---\ntitle: Notes\ntags:\n  - travel\n  - food\n',
      '  - name: Install nginx\n    apt:\n      name: nginx\n      state: present\n',
    ],
  },
  toml: {
    tools: ['data-toml-to-json'],
    texts: [
      '[package]\nname = "fern"\nversion = "0.3.1"\nedition = "2024"\n\n[dependencies]\nserde = { version = "1", features = ["derive"] }\n',
      '[tool.ruff]\nline-length = 100\nselect = ["E", "F"]\n',
      '[[servers]]\nhost = "alpha"\nport = 8001\n\n[[servers]]\nhost = "beta"\nport = 8002',
      'title = "Example"\n\n[owner]\nname = "Tom"\ndob = 1979-05-27T07:32:00-08:00',
    ],
  },
  xml: {
    tools: ['text-xml-to-json', 'code-format'],
    texts: [
      '<?xml version="1.0" encoding="UTF-8"?>\n<note><to>Tove</to><from>Jani</from></note>\n',
      '<dependency>\n  <groupId>org.junit.jupiter</groupId>\n  <artifactId>junit-jupiter</artifactId>\n  <version>5.11.0</version>\n</dependency>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.org/</loc></url></urlset>',
      '```xml\n<config><timeout unit="s">30</timeout></config>\n```',
      '<svg:rect xmlns:svg="http://www.w3.org/2000/svg" width="10" height="10"/>',
    ],
  },
  html: {
    tools: ['html-to-markdown', 'text-html-to-text', 'code-format'],
    texts: [
      '<!doctype html>\n<html lang="en"><head><title>Hi</title></head><body><p>Hello</p></body></html>',
      '<div class="card">\n  <h2>Weekly report</h2>\n  <a href="/r/7">Read more</a>\n</div>',
      '<ul><li>Milk</li><li>Eggs</li></ul>\n',
      '<p>Dear Sam,</p><p>see you on <strong>Friday</strong>.</p><br>',
      '<table><tr><td>1</td><td>one</td></tr></table>',
    ],
  },
  markdown: {
    tools: ['text-markdown-to-html', 'code-format'],
    texts: [
      '# Release 2.1\n\n- Faster start\n- Fixes #481\n\nSee [the guide](https://example.org/guide).\n',
      '| Plan | Price |\n| --- | ---: |\n| Basic | 5 |\n| Pro | 15 |',
      '## Install\n\n```sh\nnpm install\n```\n\n> Needs Node 22.\n',
      '**Note:** this is *important*, see `config.toml`.\n\n1. Stop the service\n2. Run the migration\n',
      '- [x] Write the test\n- [ ] Fix the bug\n- [ ] Ship it\n',
    ],
  },
  sql: {
    tools: ['code-sql-format', 'code-sql-parse'],
    texts: [
      'select u.id, count(*) from users u left join orders o on o.user_id=u.id where u.active group by u.id having count(*)>3;',
      "INSERT INTO logs (level, msg) VALUES ('info', 'boot');\n",
      "```sql\nSELECT * FROM events WHERE created_at > now() - interval '1 day' ORDER BY created_at DESC LIMIT 50\n```",
      "with recent as (select * from sales where day >= date '2026-01-01')\nselect region, sum(total) from recent group by region",
      'ALTER TABLE customers ADD COLUMN vat_id varchar(20);',
      "-- monthly totals\nCREATE VIEW monthly AS SELECT date_trunc('month', paid_at) m, sum(amount) FROM invoices GROUP BY 1;",
    ],
  },
  css: {
    tools: ['code-css-minify', 'code-format'],
    texts: [
      '.btn { color: #fff; background: rebeccapurple; padding: 4px 8px; }\n.btn:hover { opacity: .8 }',
      ':root {\n  --gap: 8px;\n}\n\n@media (max-width: 600px) {\n  main { gap: var(--gap); }\n}\n',
      'body{margin:0;font:16px/1.5 system-ui}',
      '```css\na:focus-visible { outline: 2px solid; }\n```',
    ],
  },
  javascript: {
    tools: ['code-format', 'code-js-minify', 'code-complexity-score', 'exec-javascript'],
    texts: [
      'const debounce = (fn, ms) => {\n  let t;\n  return (...a) => { clearTimeout(t); t = setTimeout(() => fn(...a), ms) };\n}',
      'function sum(a, b) { return a + b }\nconsole.log(sum(1, 2))\n',
      "import fs from 'node:fs/promises'\n\nconst text = await fs.readFile('a.txt', 'utf8')\n",
      'document.querySelectorAll("a").forEach(a => a.target = "_blank");',
      '```js\nexport default { plugins: [], theme: {} }\n```',
      'if (user && user.age >= 18) {\n  for (const x of list) { if (x) total += x }\n} else {\n  throw new Error("no")\n}',
    ],
  },
  typescript: {
    tools: ['code-format', 'code-complexity-score', 'code-js-minify'],
    texts: [
      'interface User {\n  id: number\n  name?: string\n  roles: readonly string[]\n}\n',
      'export async function load<T>(url: string): Promise<T> {\n  const r = await fetch(url)\n  return (await r.json()) as T\n}',
      "import type { Config } from './config'\nconst c: Config = { port: 3000 }\n",
      'type Shape = { kind: "circle"; r: number } | { kind: "square"; side: number };',
    ],
  },
  dockerfile: {
    tools: ['code-dockerfile-lint'],
    texts: [
      'FROM node:24-alpine\nWORKDIR /app\nCOPY . .\nRUN npm ci\nCMD ["node", "server.js"]\n',
      '# syntax=docker/dockerfile:1\nFROM golang:1.25 AS build\nRUN go build -o /bin/app ./cmd/app\n\nFROM scratch\nCOPY --from=build /bin/app /app\nENTRYPOINT ["/app"]',
      '```dockerfile\nFROM python:3.13\nRUN pip install flask\nEXPOSE 5000\n```',
      'ARG VERSION=latest\nFROM ubuntu:${VERSION}\nRUN apt-get update && apt-get install -y curl',
    ],
  },
  env: {
    tools: ['code-env-parse'],
    texts: [
      'NODE_ENV=production\nPORT=3000\nDATABASE_HOST=db.internal\n',
      '# local settings\nexport LOG_LEVEL=debug\nexport CACHE_DIR="/var/cache/app"\n',
      'APP_NAME="My shop"\nAPP_URL=http://localhost:8000\nMAIL_FROM=shop@example.org\nQUEUE=sync',
    ],
  },
  openapi: {
    tools: ['code-openapi-validate', 'openapi-to-tools'],
    texts: [
      'openapi: 3.1.0\ninfo:\n  title: Pets\n  version: 1.0.0\npaths:\n  /pets:\n    get:\n      responses:\n        "200":\n          description: ok\n',
      '{"openapi":"3.0.3","info":{"title":"Shop","version":"2"},"paths":{"/orders":{"get":{"operationId":"listOrders","responses":{"200":{"description":"ok"}}}}}}',
      'swagger: "2.0"\ninfo: {title: Old, version: "1"}\nhost: api.example.org\npaths: {}\n',
    ],
  },
  'json schema': {
    tools: ['json-schema-validate', 'gen-test-data', 'llm-output-validate'],
    texts: [
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"age":{"type":"integer","minimum":0}},"required":["age"]}',
      '{\n  "type": "object",\n  "properties": {\n    "email": { "type": "string", "format": "email" }\n  },\n  "additionalProperties": false\n}',
      '{"$schema":"http://json-schema.org/draft-07/schema#","title":"Order","type":"object","properties":{"lines":{"type":"array","items":{"type":"string"}}}}',
    ],
  },
  diff: {
    tools: ['diff-patch-apply', 'llm-code-review', 'llm-commit-message'],
    texts: [
      'diff --git a/src/a.ts b/src/a.ts\nindex 83db48f..bf269f4 100644\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,3 @@\n-let x = 1\n+const x = 1\n export { x }\n',
      '--- old.txt\t2026-01-01\n+++ new.txt\t2026-01-02\n@@ -2 +2 @@\n-two\n+deux\n',
      '```diff\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n one\n+two\n```',
    ],
  },
  curl: {
    tools: ['api-curl-parse'],
    texts: [
      'curl -X POST https://api.example.org/v1/orders \\\n  -H \'Content-Type: application/json\' \\\n  -d \'{"sku":"A-1"}\'',
      '$ curl -s https://example.org/health | jq .\n',
      "curl 'https://shop.example.com/api/cart' -H 'accept: */*' -H 'accept-language: de-DE,de;q=0.9' --compressed",
      'curl --location --request GET "http://localhost:3000/users?limit=10" --header "Authorization: Bearer TOKEN"',
      '```bash\ncurl -u user:pass -F file=@photo.jpg https://upload.example.org\n```',
      'curl.exe -k https://10.0.0.5/status',
    ],
  },
}
