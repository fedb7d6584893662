import type { Pastes } from './pastes.ts'

/**
 * Texts as people copy them, written without a look at the rules. Of 221, 197 had a right tool first and 200 among the
 * first three, before rules were made of what was missed.
 */
export const COPIED_ODD_DOCUMENTS: Pastes = {
  json: {
    tools: ['text-json-format', 'text-json-validate'],
    texts: [
      '{"event":"order.paid","data":{"id":"ord_91","amount":1290}}',
      'HTTP/1.1 200 OK\ncontent-type: application/json\n\n{"ok":true,"n":3}',
      'const body = {"a":1,"b":[2,3]};',
      '[1, 2, {"x": null}]',
      '{"msg":"caf\\u00e9"}\n',
      '"{\\"id\\":5,\\"tags\\":[\\"x\\"]}"',
    ],
  },
  'broken json': {
    tools: ['llm-output-fix-json', 'llm-output-extract-json', 'text-json-validate', 'text-json-format'],
    texts: [
      "{'id': 1, 'ok': True, 'none': None}",
      'Sure! Here is the JSON:\n```json\n{"city": "Bonn",}\n```',
      '{"a": 1 // one\n}',
      '{"items": [1, 2,, 3]}',
    ],
  },
  'json lines': {
    tools: ['text-json-to-csv', 'text-json-format', 'text-json-validate', 'exec-sql-on-json', 'exec-jq'],
    texts: [
      '{"id":1,"at":"2026-01-01T00:00:00Z"}\n{"id":2,"at":"2026-01-02T00:00:00Z"}',
      '{"a":1}\n\n{"a":2}\n',
    ],
  },
  csv: {
    tools: ['text-csv-to-json'],
    texts: [
      'name;city;joined\nKim;Bonn;2024\nLea;Kiel;2025',
      '"id","title"\n"1","Tea, green"\n"2","Coffee"',
      'sku|qty|price\nA1|3|9.99\nB2|1|4.50',
      'timestamp,level,message\n2026-01-01T10:00:00Z,INFO,started',
      'Product\tQ1\tQ2\nTea\t120\t140\nCoffee\t90\t85',
    ],
  },
  yaml: {
    tools: ['text-yaml-to-json', 'code-format'],
    texts: [
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    - port: 80',
      '- name: copy file\n  ansible.builtin.copy:\n    src: a\n    dest: /b',
      '---\ntitle: Hello\ntags: [a, b]\n---\n',
    ],
  },
  toml: {
    tools: ['data-toml-to-json'],
    texts: [
      '[tool.poetry]\nname = "x"\nversion = "0.1.0"',
      'title = "Blog"\n\n[[posts]]\nid = 1\n\n[[posts]]\nid = 2',
    ],
  },
  xml: {
    tools: ['text-xml-to-json', 'code-format'],
    texts: [
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body/></soap:Envelope>',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle r="4"/></svg>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.org/</loc></url></urlset>',
    ],
  },
  html: {
    tools: ['html-to-markdown', 'text-html-to-text', 'code-format'],
    texts: [
      '<ul><li>One</li><li>Two</li></ul>',
      '<p>Hello&nbsp;<em>world</em></p>',
      '<table><tr><td>1</td></tr></table>',
      '<img src="/a.png" alt="A">',
    ],
  },
  markdown: {
    tools: ['text-markdown-to-html'],
    texts: [
      '**Note**: see [the docs](https://example.org) first.',
      '1. First\n2. Second\n   - nested\n',
      '> quoted text\n\nand `code` here',
      '- [ ] write tests\n- [x] ship',
    ],
  },
  sql: {
    tools: ['code-sql-format', 'code-sql-parse'],
    texts: [
      'WITH t AS (SELECT 1 AS n) SELECT * FROM t;',
      'INSERT INTO a (b, c) VALUES (1, 2), (3, 4);',
      'create table users (id bigint primary key, email text not null);',
      'EXPLAIN ANALYZE SELECT * FROM orders WHERE id = 5;',
      'mysql> select now();',
      'truncate table logs',
    ],
  },
  css: {
    tools: ['code-css-minify', 'code-format'],
    texts: [
      ':root { --gap: 8px; --ink: #222; }',
      'a { color: red; }',
      '@import url("x.css");\nbody { margin: 0 }',
    ],
  },
  javascript: {
    tools: ['code-js-minify', 'code-format', 'exec-javascript', 'code-complexity-score'],
    texts: [
      'import express from "express"\nconst app = express()\napp.listen(3000)',
      'const { data } = await axios.get("/api")',
      'function add(a, b) { return a + b }',
      'let i = 0; while (i < 10) { i++ }',
      'JSON.parse(localStorage.getItem("x"))',
    ],
  },
  typescript: {
    tools: ['code-format', 'code-complexity-score', 'code-js-minify'],
    texts: [
      'enum Colour { Red, Green }',
      'const f = (a: number, b?: string): void => {}',
      'declare module "x" { export const y: string }',
    ],
  },
  curl: {
    tools: ['api-curl-parse'],
    texts: [
      'curl https://example.org',
      'curl --request GET --url https://api.example.com/v1/me --header "Authorization: Bearer abc"',
      '# test it\ncurl -i localhost:4777/health',
    ],
  },
}
