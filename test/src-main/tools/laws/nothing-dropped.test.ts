import { describe, expect, it } from 'vitest'
import { dataOf, gapsOf, lawTools, runsHere } from '../../../support/tools/law-tools.ts'

// Words that no tool knows. Each is in every document once, in a place of another kind.
const [NAME, DEEP, ITEM, LAST] = ['zqname', 'zqdeep', 'zqitem', 'zqlast']
const WORDS = [NAME, DEEP, ITEM, LAST]
const VALUE = { [NAME]: 1, list: [{ __proto__: null, inner: DEEP }, ITEM], '': false, last: LAST }
const JSON_TEXT = `{"${NAME}":1,"list":[{"inner":"${DEEP}"},"${ITEM}"],"":false,"last":"${LAST}"}`
const ROWS = [{ [NAME]: DEEP }, { other: ITEM, [NAME]: '' }, { last: LAST, __proto__: null }]

/** Every tool that writes a document in another form: an input with the words. */
const REWRITES: Readonly<Record<string, object>> = {
  'api-curl-parse': {
    command: `curl -X PUT 'https://a.test/${NAME}?b=${DEEP}' -H 'X-A: ${ITEM}' --data-raw '${LAST}'`,
  },
  'code-css-minify': {
    css: `.${NAME}{--${DEEP}:1;color:red}@media (width>1px){#${ITEM}{&:${LAST}{top:0}}}`,
  },
  'code-env-parse': { text: `${NAME}=1\nexport A="${DEEP}"\nB='${ITEM}' # c\n\n__proto__=${LAST}` },
  'code-format': { code: `const ${NAME} = { ${DEEP}: ["${ITEM}"] } // ${LAST}`, language: 'typescript' },
  'code-js-minify': { code: `exports.${NAME} = { ${DEEP}: ["${ITEM}", \`${LAST}\`] }` },
  'code-sql-format': {
    sql: `select ${NAME} from ${DEEP} where a = '${ITEM}' /* ${LAST} */`,
    dialect: 'postgresql',
  },
  'comm-ical-create': {
    events: [
      { title: NAME, description: DEEP, location: ITEM, start: '2026-01-01T10:00', categories: [LAST] },
    ],
  },
  'comm-vcard-create': { first_name: NAME, last_name: DEEP, company: ITEM, note: LAST },
  'data-json-flatten': { json: VALUE },
  'data-json-patch': { json: VALUE, patch: [] },
  'data-json-to-xml': { json: JSON_TEXT.replace('"":false,', '') },
  'data-json-to-yaml': { json: VALUE },
  'data-json-unflatten': { json: { [`a.${NAME}`]: 0, 'a.b': DEEP, 'c.0': ITEM, 'c.1': LAST } },
  'data-toml-to-json': { toml: `${NAME}=1\n[a.${DEEP}]\nb=["${ITEM}"]\n[[c]]\n"${LAST}"=false` },
  'html-to-markdown': {
    html: `<h1>${NAME}</h1><ul><li>${DEEP}<p>b</ul><table><td>${ITEM}</table><pre>${LAST}</pre>`,
  },
  'llm-output-extract-json': { text: `a\n\`\`\`json\n${JSON_TEXT}\n\`\`\`` },
  'llm-output-fix-json': { text: JSON_TEXT.replaceAll('"', "'") },
  'net-url-parse': { url: `https://${NAME}:x@a.test/${DEEP}?a=${ITEM}&a=2#${LAST}` },
  'text-csv-to-json': { csv: `${NAME},b\n1,${DEEP}\n"${ITEM}\n",${LAST}\n` },
  'text-html-to-text': { html: `<p>${NAME}<div>${DEEP}<a href=b>${ITEM}</a><!-- c --><pre>${LAST}</pre>` },
  'text-json-format': { json: JSON_TEXT },
  'text-json-merge': { documents: [VALUE, { a: 1 }] },
  'text-json-to-csv': { json: ROWS },
  'text-markdown-to-html': {
    markdown: `# ${NAME}\n\n- ${DEEP}\n\n    ${ITEM}\n\n| a |\n|---|\n| ${LAST} |`,
  },
  'text-template': {
    template: `${NAME} {{a}} {{#b}}${DEEP}{{/b}}{{^c}}${ITEM}{{/c}}`,
    data: { a: LAST, b: 1 },
  },
  'text-xml-to-json': {
    xml: `<${NAME}><a b="${DEEP}">${ITEM}</a><a/><c><![CDATA[${LAST}]]></c></${NAME}>`,
  },
  'text-yaml-to-json': { yaml: `${NAME}: &a {b: ${DEEP}}\nc: [*a, ${ITEM}]\nd: |\n  ${LAST}\n` },
}

/** Tools with such a name whose answer is not a copy of what they read. */
const NOT_A_COPY: Readonly<Record<string, string>> = {
  'code-json-to-go-struct': 'It writes types.',
  'code-json-to-python-class': 'It writes types.',
  'code-json-to-types': 'It writes types.',
  'code-json-to-typescript': 'It writes types.',
  'code-json-to-zod': 'It writes types.',
  'code-sql-parse': 'It lists the names.',
  'crypto-cert-parse': 'A certificate is signed: no word can be put into it.',
  'doc-docx-to-markdown': 'Its input is a file: test/src-main/tools/document/files.test.ts.',
  'doc-pdf-to-text': 'Its input is a file: test/src-main/tools/document/files.test.ts.',
  'doc-xlsx-to-json': 'Its input is a file: test/src-main/tools/document/xlsx-values.test.ts.',
  'enrich-useragent-parse': 'It tells what it knows of a text that it repeats.',
  'openapi-to-tools': 'It says what it leaves out (test/src-main/tools/code).',
}

const tools = await lawTools()

describe('what is sent', () => {
  it('has a line here for every tool that turns one form into another', () => {
    const turns = tools
      .filter((tool) => runsHere(tool) && tool.definition.category !== 'Date & Time')
      .filter(({ slug }) => /-to-|-format$|-minify$|-parse$|flatten$|-patch$|-merge$/.test(slug))
      .filter(({ slug }) => !Object.hasOwn(NOT_A_COPY, slug))
      .map(({ slug }) => slug)
    expect(gapsOf(REWRITES, [...turns, ...Object.keys(REWRITES)])).toEqual({ missing: [], needless: [] })
  })

  it.each(Object.entries(REWRITES))('is in the answer, or a warning names it: %s', async (slug, input) => {
    const said = JSON.stringify(await dataOf(slug, input))
    expect(WORDS.filter((word) => !said.includes(word))).toEqual([])
  })
})
