import type { Pastes } from './pastes.ts'

/** Documents and programs. */
export const PASTED_DOCUMENTS: Pastes = {
  json: {
    tools: ['text-json-format'],
    texts: [
      '{"name":"Ada","age":36}',
      '[1, 2, {"a": null}]',
      '{\n  "orders": [{"id": 7, "total": 12.5}]\n}',
      '[]',
      '{"type":"FeatureCollection","features":[]}',
    ],
  },
  jsonl: {
    tools: ['exec-jq'],
    texts: [
      '{"id":1}\n{"id":2}',
      '{"level":"info","msg":"up"}\n{"level":"warn","msg":"slow"}\n{"level":"info","msg":"down"}\n',
      '{"a":{"b":[1]}}\r\n{"a":{"b":[]}}',
      '{"t":"2026-01-01T00:00:00Z","v":1.5}\n\n{"t":"2026-01-01T00:01:00Z","v":1.75}',
    ],
  },
  'broken-json': {
    tools: ['llm-output-fix-json', 'text-json-validate'],
    texts: [
      '{name: "Ada", age: 36,}',
      "{'a': 1, 'b': [1, 2]}",
      '{"items": [1, 2, 3',
      '{"a": 1 "b": 2}',
      '[{"ok": True, "none": None}]',
      'Sure! Here is the JSON:\n```json\n{"a": 1}\n```\nLet me know.',
      'Here you go:\n\n{"name": "Ada", "age": 36}\n\nHope this helps!',
    ],
  },
  csv: {
    tools: ['text-csv-to-json'],
    texts: [
      'sku,title,qty\nNW-118,Deck lamp,3\nNW-204,"Strap, canvas",12',
      'id;name;city\n1;Ada;London\n2;Grace;Arlington',
      'a\tb\tc\n1\t2\t3',
      'date,open,close\n2026-01-02,10.5,11\n2026-01-03,11,10.75\n',
      'first_name,last_name,email\nAda,Lovelace,ada@example.com',
    ],
  },
  yaml: {
    tools: ['text-yaml-to-json'],
    texts: [
      'name: Ada\nroles:\n  - owner\n  - billing',
      '---\nversion: "3"\nservices:\n  web:\n    image: nginx\n',
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  LEVEL: info',
      'on: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm test',
      '# settings\nport: 8080\nhosts:\n- a.example\n- b.example',
    ],
  },
  toml: {
    tools: ['data-toml-to-json'],
    texts: [
      '[package]\nname = "gate"\nversion = "0.1.0"\n\n[dependencies]\nserde = "1"',
      'title = "Example"\nenabled = true\nports = [80, 443]',
      '[tool.black]\nline-length = 100',
      '[[servers]]\nip = "10.0.0.1"\n\n[[servers]]\nip = "10.0.0.2"',
    ],
  },
  xml: {
    tools: ['text-xml-to-json'],
    texts: [
      '<?xml version="1.0" encoding="UTF-8"?>\n<note><to>Ada</to></note>',
      '<rss version="2.0"><channel><title>News</title></channel></rss>',
      '<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:1</id></feed>',
      '<project>\n  <modelVersion>4.0.0</modelVersion>\n</project>',
      '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body/></soap:Envelope>',
    ],
  },
  html: {
    tools: ['html-to-markdown', 'text-html-to-text'],
    texts: [
      '<!doctype html>\n<html><body><h1>Hi</h1></body></html>',
      '<div class="card"><p>Some <b>bold</b> text</p></div>',
      '<p>One</p>\n<p>Two</p>',
      '<table><tr><td>1</td><td>2</td></tr></table>',
      '<ul>\n  <li><a href="/a">A</a></li>\n</ul>',
    ],
  },
  markdown: {
    tools: ['text-markdown-to-html'],
    texts: [
      '# Title\n\nSome **bold** text and a [link](https://example.com).',
      '## Install\n\n```bash\nnpm install\n```\n\nThen run it.',
      '# Prices\n\nWhat each plan costs:\n\n| plan | price |\n|---|---|\n| team | 20 |',
      '- one\n- two\n- three',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '# Notes\n\nWe met on Monday and agreed on the plan.',
      'See the [guide](https://example.com/guide) for **details**.',
    ],
  },
  sql: {
    tools: ['code-sql-format'],
    texts: [
      'SELECT id, name FROM users WHERE id = 1',
      'select * from orders',
      "INSERT INTO t (a, b) VALUES (1, 'x');",
      'WITH recent AS (SELECT * FROM logs) SELECT count(*) FROM recent',
      'CREATE TABLE users (\n  id serial PRIMARY KEY,\n  email text NOT NULL\n);',
      'UPDATE accounts SET balance = 0 WHERE id = 7',
    ],
  },
  css: {
    tools: ['code-css-minify', 'code-format'],
    texts: [
      'body { margin: 0; color: red; }',
      '.card:hover {\n  box-shadow: 0 1px 2px #0003;\n}',
      '@media (max-width: 600px) { .nav { display: none } }',
      ':root {\n  --gap: 8px;\n}\n.grid { gap: var(--gap) }',
      '#main > a, .x::before { content: ""; }',
    ],
  },
  javascript: {
    tools: ['code-format', 'code-js-minify'],
    texts: [
      'const a = [1, 2, 3].map((n) => n * 2)\nconsole.log(a)',
      'function add(a, b) {\n  return a + b\n}',
      "import { readFile } from 'node:fs/promises'\nconst text = await readFile('a.txt')",
      'document.querySelector("#go").addEventListener("click", () => alert(1))',
      'export default class Gate extends Base {\n  open() { return this.x === 1 }\n}',
    ],
  },
  typescript: {
    tools: ['code-format'],
    texts: [
      'interface User {\n  id: number\n  name: string\n}',
      'export type Id = string | number',
      'const add = (a: number, b: number): number => a + b',
      'enum Colour { Red, Green }',
      "import type { Tool } from './tool.ts'\nexport function find(slug: string): Tool | null {\n  return null\n}",
    ],
  },
  code: {
    tools: ['llm-explain-code'],
    texts: [
      'def add(a, b):\n    return a + b\n\nprint(add(1, 2))',
      'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("hi")\n}',
      '#include <stdio.h>\nint main(void) {\n  return 0;\n}',
      'fn main() {\n    let mut x = 1;\n    println!("{}", x);\n}',
      'public class Main {\n  public static void main(String[] args) {\n    System.out.println("hi");\n  }\n}',
    ],
  },
  dockerfile: {
    tools: ['code-dockerfile-lint'],
    texts: [
      'FROM node:24-alpine\nWORKDIR /app\nCOPY . .\nRUN npm ci\nCMD ["node", "main.js"]',
      '# build\nFROM golang:1.24 AS build\nRUN go build ./...\nFROM scratch\nCOPY --from=build /app /app',
      'ARG VERSION=3.13\nFROM python:${VERSION}\nRUN pip install flask',
      'FROM ubuntu:24.04',
    ],
  },
  env: {
    tools: ['code-env-parse'],
    texts: [
      'NODE_ENV=production\nPORT=8080',
      '# database\nDATABASE_URL=postgres://localhost/app\nDEBUG=\n',
      'export GREETING="Hello there"\nexport NAME=Ada',
      'LOG_LEVEL=debug',
    ],
  },
  diff: {
    tools: ['diff-patch-apply', 'llm-commit-message'],
    texts: [
      '--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-a\n+b\n',
      'diff --git a/a.ts b/a.ts\nindex 1..2 100644\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n-x\n+y\n z',
      '@@ -10,3 +10,4 @@\n a\n+b\n c',
    ],
  },
  template: {
    tools: ['text-template', 'prompt-template-render'],
    texts: [
      'Dear {{name}}, your order {{order.id}} has left us.',
      'Summarise this for {{ audience }}:\n{{ text }}',
      '{{#items}}\n* {{.}}\n{{/items}}',
    ],
  },
}
