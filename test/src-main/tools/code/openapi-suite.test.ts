import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { STANDARDS } from '../../../../src-main/tools/lib/standards.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

const suiteOf = (version: string): [name: string, spec: object][] =>
  Object.entries(
    JSON.parse(
      readFileSync(new URL(`../../../fixtures/openapi-suite/oas-${version}.json`, import.meta.url), 'utf8'),
    ) as Record<string, object>,
  )

const cases = ['3.1', '3.2'].flatMap((version) =>
  suiteOf(version).map(([name, spec]) => ({ title: `${version} ${name}`, name, spec })),
)
/**
 * Its path has another name than its parameter. The schema cannot see that; the text of OpenAPI (3.1.1, 4.8.8.2) does
 * not allow it.
 */
const BROKEN_BY_TEXT = 'pass/operation-object-example.yaml'

describe("the tests of OpenAPI's own schemas", () => {
  it.each(cases)('$title is judged as it says', async ({ name, spec }) => {
    const { valid, errors } = (await runTool('code-openapi-validate', { spec })) as Json
    if (name === BROKEN_BY_TEXT) expect(errors[0].message).toBe('has no path parameter for {id}')
    else expect(valid).toBe(name.startsWith('pass/'))
  })

  it('are as many, and passed as often, as the tool says', () => {
    const broken = cases.filter(({ name }) => name === BROKEN_BY_TEXT).length
    expect({ cases: cases.length, passed: cases.length - broken }).toEqual({
      cases: STANDARDS.openApi.cases,
      passed: STANDARDS.openApi.passed,
    })
  })
})

describe('a fault of an API description', () => {
  const ok = { responses: { 200: { description: 'ok' } } }
  const told = async (openapi: string, parts: object) =>
    (
      (await runTool('code-openapi-validate', {
        spec: { openapi, info: { title: 'T', version: '1' }, paths: {}, ...parts },
      })) as Json
    ).errors
  const withParameter = (parameter: object) => ({
    paths: { '/a': { get: { ...ok, parameters: [parameter] } } },
  })

  // Catches: one error for each part of a choice, and all fields of an object as unexpected where one is wrong.
  it.each([
    ['3.1.0', withParameter({ name: 'a', in: 'query' }), 'needs one of the fields `schema`, `content`'],
    [
      '3.1.0',
      withParameter({ name: 'a', in: 'quary', schema: {} }),
      'must be one of "query", "header", "path", "cookie"',
    ],
    [
      '3.1.0',
      { paths: { '/a': { get: { respones: {} } } } },
      'must NOT have unevaluated properties: "respones"',
    ],
    [
      '3.0.3',
      { paths: { '/a': { get: { responses: { 200: {} } } } } },
      "must have required property 'description'",
    ],
    ['3.2.0', { tags: [{ name: 'a', kind: 5 }] }, 'must be string'],
    [
      '3.2.0',
      withParameter({ name: 'q', in: 'querystring', schema: {} }),
      "must have required property 'content'",
    ],
  ])('of %s is told once: %j', async (openapi, parts, message) => {
    expect((await told(openapi, parts)).map((fault: Json) => fault.message)).toEqual([message])
  })

  it('is found in operations with the method QUERY and with methods of their own in 3.2', async () => {
    const twice = { ...ok, operationId: 'find' }
    const paths = { '/a/{id}': { query: twice, additionalOperations: { COPY: twice } } }
    expect(await told('3.2.0', { paths })).toEqual([
      {
        path: '/paths/~1a~1{id}/additionalOperations/COPY',
        message: 'has the operationId "find" of another operation',
      },
      { path: '/paths/~1a~1{id}/query', message: 'has no path parameter for {id}' },
      { path: '/paths/~1a~1{id}/additionalOperations/COPY', message: 'has no path parameter for {id}' },
    ])
  })

  it('keeps no operation of 3.2 from being a tool', async () => {
    const ok = { responses: { 200: { description: 'ok' } } }
    const paths = { '/a': { get: ok, query: ok, additionalOperations: { COPY: ok } } }
    const { operations } = (await runTool('openapi-to-tools', {
      spec: { openapi: '3.2.0', info: { title: 'T', version: '1' }, paths },
    })) as Json
    expect(operations.map(({ method }: Json) => method)).toEqual(['GET', 'QUERY', 'COPY'])
  })
})
