import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { loadTool, TOOL_MODULES } from '../../../src-main/tools/index.ts'
import { runTool } from '../../support/tools/run-tool.ts'

/** A member called `__proto__`, and others that every object inherits. */
const NAMES = '{"__proto__":{"a":1},"constructor":2,"hasOwnProperty":null,"toString":"x"}'
const ROWS = '[{"__proto__":"p","constructor":"c","v":1},{"__proto__":"p","constructor":"d","v":2}]'
const SECRET = { algorithm: 'HS256', secret: 'a secret of the receiver, 32 bytes' }

/** Inputs as JSON, and the JSON of the answer with some of its members. */
const ANSWERS: readonly (readonly [slug: string, input: string, some: string])[] = [
  [
    'data-json-flatten',
    `{"json":${NAMES}}`,
    '{"result":{"__proto__.a":1,"constructor":2,"hasOwnProperty":null,"toString":"x"}}',
  ],
  [
    'data-json-unflatten',
    '{"json":{"__proto__.a":1,"b.__proto__":2}}',
    '{"result":{"__proto__":{"a":1},"b":{"__proto__":2}}}',
  ],
  [
    'data-json-patch',
    `{"json":${NAMES},"patch":[{"op":"remove","path":"/constructor"},{"op":"add","path":"/__proto__/b","value":2}]}`,
    '{"result":{"__proto__":{"a":1,"b":2},"hasOwnProperty":null,"toString":"x"}}',
  ],
  [
    'data-group-by',
    `{"rows":${ROWS},"by":["__proto__"],"aggregates":[{"op":"sum","field":"v","as":"__proto__"}]}`,
    '{"groups":[{"count":2,"key":{"__proto__":"p"},"values":{"__proto__":3}}]}',
  ],
  [
    'data-json-to-xml',
    '{"json":{"r":{"__proto__":1,"constructor":2}},"indent":0,"declaration":false}',
    '{"xml":"<r><__proto__>1</__proto__><constructor>2</constructor></r>"}',
  ],
  [
    'data-json-to-yaml',
    `{"json":${NAMES}}`,
    '{"yaml":"__proto__:\\n  a: 1\\nconstructor: 2\\nhasOwnProperty: null\\ntoString: x\\n"}',
  ],
  ['data-jsonata', `{"json":${NAMES},"expression":"$"}`, `{"result":${NAMES}}`],
  [
    'data-toml-to-json',
    '{"toml":"constructor = 2\\n[__proto__]\\na = 1"}',
    '{"result":{"__proto__":{"a":1},"constructor":2}}',
  ],
  [
    'text-csv-to-json',
    '{"csv":"__proto__,constructor\\n1,2"}',
    '{"columns":["__proto__","constructor"],"rows":[{"__proto__":"1","constructor":"2"}],"warnings":[]}',
  ],
  ['text-json-to-csv', `{"json":${ROWS}}`, '{"csv":"__proto__,constructor,v\\r\\np,c,1\\r\\np,d,2\\r\\n"}'],
  ['text-json-diff', `{"before":{},"after":${NAMES}}`, '{"added":4}'],
  [
    'text-json-merge',
    `{"documents":[${NAMES},{"__proto__":{"b":2}}]}`,
    '{"result":{"__proto__":{"a":1,"b":2},"constructor":2,"hasOwnProperty":null,"toString":"x"}}',
  ],
  ['text-json-path', `{"json":${NAMES},"path":"$['__proto__','toString']"}`, '{"values":[{"a":1},"x"]}'],
  ['text-json-format', `{"json":${NAMES},"indent":0}`, `{"result":${JSON.stringify(NAMES)}}`],
  [
    'text-xml-to-json',
    '{"xml":"<r><__proto__>1</__proto__><constructor>2</constructor></r>"}',
    '{"result":{"r":{"__proto__":"1","constructor":"2"}}}',
  ],
  [
    'text-yaml-to-json',
    '{"yaml":"__proto__: {a: 1}\\nconstructor: 2"}',
    '{"result":{"__proto__":{"a":1},"constructor":2}}',
  ],
  [
    'code-env-parse',
    '{"text":"__proto__=1\\nconstructor=2"}',
    '{"values":{"__proto__":"1","constructor":"2"}}',
  ],
  ['exec-javascript', `{"code":"input","data":${NAMES}}`, `{"result":${NAMES}}`],
  [
    'exec-jq',
    `{"json":${NAMES},"filter":"[., $__proto__]","args":{"__proto__":5}}`,
    `{"first":[${NAMES},5]}`,
  ],
  [
    'exec-sql-on-json',
    `{"rows":${ROWS},"sql":"SELECT \\"__proto__\\", constructor FROM rows WHERE v = $__proto__","params":{"__proto__":2}}`,
    '{"columns":["__proto__","constructor"],"rows":[{"__proto__":"p","constructor":"d"}]}',
  ],
  [
    'exec-sql-on-json',
    `{"tables":{"__proto__":${ROWS}},"sql":"SELECT max(v) AS m FROM \\"__proto__\\""}`,
    '{"rows":[{"m":2}]}',
  ],
  [
    'json-schema-validate',
    '{"data":{"__proto__":"x"},"schema":{"properties":{"__proto__":{"type":"number"}}}}',
    '{"valid":false}',
  ],
  ['llm-output-extract-json', JSON.stringify({ text: NAMES }), `{"value":${NAMES}}`],
  [
    'llm-output-fix-json',
    '{"text":"{__proto__: 1, constructor: 2,}"}',
    '{"value":{"__proto__":1,"constructor":2}}',
  ],
  [
    'llm-output-validate',
    `{"text":${JSON.stringify(NAMES)},"schema":{"required":["__proto__"]}}`,
    `{"valid":true,"value":${NAMES}}`,
  ],
  [
    'llm-output-validate',
    '{"text":"{}","schema":{"required":["__proto__","toString"]}}',
    '{"valid":false}',
  ],
  [
    'prompt-template-render',
    '{"template":"{{ __proto__ }}{{ constructor }}","variables":{"__proto__":"p","constructor":"c"}}',
    '{"missing":[],"text":"pc"}',
  ],
  [
    'text-template',
    '{"template":"{{__proto__}}{{constructor}}","data":{"__proto__":"p","constructor":"c"}}',
    '{"missing":[],"text":"pc"}',
  ],
  ['text-template', '{"template":"{{constructor}}","data":{}}', '{"missing":["constructor"],"text":""}'],
  [
    'math-evaluate',
    '{"expression":"__proto__ + constructor","variables":{"__proto__":1,"constructor":2}}',
    '{"result":3}',
  ],
  [
    'crypto-jwt-sign',
    `{"payload":${NAMES},"issued_at":false,"algorithm":"HS256","secret":"${SECRET.secret}"}`,
    `{"claims":${NAMES}}`,
  ],
]

describe('a name that every object has', () => {
  it.each(ANSWERS)('is a name like any other: %s %s', async (slug, input, some) => {
    const answer = (await runTool(slug, parsed(input))) as Record<string, unknown>
    const expected = parsed(some)
    const part = Object.fromEntries(Object.keys(expected).map((name) => [name, answer[name]]))
    expect(canonicalJson(part)).toBe(canonicalJson(expected))
  })

  it('is a claim of a token like any other', async () => {
    const { token } = (await runTool('crypto-jwt-sign', {
      ...SECRET,
      payload: JSON.parse(NAMES) as unknown,
      issued_at: false,
    })) as { token: string }
    const checked = (await runTool('crypto-jwt-verify', {
      token,
      algorithms: ['HS256'],
      secret: SECRET.secret,
    })) as {
      payload: unknown
    }
    expect(canonicalJson(checked.payload)).toBe(canonicalJson(parsed(NAMES)))
  })
})

describe('the schemas of the tools', () => {
  // Catches: a new tool with Zod's own record, which drops a member called __proto__.
  it('keep every member of an object with free names', async () => {
    const dropping: string[] = []
    for (const slug of Object.keys(TOOL_MODULES)) {
      const tool = (await loadTool(slug))!
      for (const [side, schema] of [
        ['input', tool.input],
        ['output', tool.output],
      ] as const)
        if (hasFreeRecord(schema)) dropping.push(`${slug}: ${side}`)
    }
    expect(dropping).toEqual([])
  })
})

const parsed = (json: string): Record<string, unknown> => JSON.parse(json) as Record<string, unknown>

/** Whether a record of Zod whose names are not listed is part of the schema. */
function hasFreeRecord(part: unknown, seen = new Set<unknown>()): boolean {
  if (typeof part !== 'object' || part === null || seen.has(part)) return false
  seen.add(part)
  if (!(part instanceof z.core.$ZodType)) return Object.values(part).some((one) => hasFreeRecord(one, seen))
  if (part instanceof z.ZodRecord && part.keyType._zod.def.type === 'string') return true
  return hasFreeRecord(part._zod.def, seen)
}
