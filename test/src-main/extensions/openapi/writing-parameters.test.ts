import { describe, expect, it } from 'vitest'
import { buildRequest } from '../../../../src-main/extensions/openapi/build-request.ts'
import type {
  ParameterStyle,
  PlannedParameter,
  RequestPlan,
} from '../../../../src-main/extensions/openapi/request-plan.ts'

const VALUES = {
  text: 'blue',
  list: ['blue', 'black', 'brown'],
  object: { R: 100, G: 200, B: 150 },
} as const

/** OpenAPI 3.1.1, 4.8.12.4, "Style Examples". */
const QUERIES: readonly (readonly [ParameterStyle, boolean, keyof typeof VALUES, string])[] = [
  ['form', false, 'text', 'color=blue'],
  ['form', false, 'list', 'color=blue,black,brown'],
  ['form', false, 'object', 'color=R,100,G,200,B,150'],
  ['form', true, 'text', 'color=blue'],
  ['form', true, 'list', 'color=blue&color=black&color=brown'],
  ['form', true, 'object', 'R=100&G=200&B=150'],
  ['spaceDelimited', false, 'list', 'color=blue%20black%20brown'],
  ['spaceDelimited', false, 'object', 'color=R%20100%20G%20200%20B%20150'],
  ['pipeDelimited', false, 'list', 'color=blue%7Cblack%7Cbrown'],
  ['pipeDelimited', false, 'object', 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['deepObject', true, 'object', 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
]
const PATHS: readonly (readonly [ParameterStyle, boolean, keyof typeof VALUES, string])[] = [
  ['simple', false, 'text', 'blue'],
  ['simple', false, 'list', 'blue,black,brown'],
  ['simple', false, 'object', 'R,100,G,200,B,150'],
  ['simple', true, 'object', 'R=100,G=200,B=150'],
  ['label', false, 'text', '.blue'],
  ['label', false, 'list', '.blue,black,brown'],
  ['label', false, 'object', '.R,100,G,200,B,150'],
  ['label', true, 'list', '.blue.black.brown'],
  ['label', true, 'object', '.R=100.G=200.B=150'],
  ['matrix', false, 'text', ';color=blue'],
  ['matrix', false, 'list', ';color=blue,black,brown'],
  ['matrix', false, 'object', ';color=R,100,G,200,B,150'],
  ['matrix', true, 'list', ';color=blue;color=black;color=brown'],
  ['matrix', true, 'object', ';R=100;G=200;B=150'],
]

function planOf(parameters: readonly PlannedParameter[], path = '/x'): RequestPlan {
  return { method: 'GET', path, accept: '*/*', parameters, security: [] }
}

function built(parameter: Partial<PlannedParameter>, value: unknown, path = '/x') {
  const whole = {
    ...{ field: 'color', name: 'color', in: 'query' as const },
    ...{ style: 'form' as const, explode: true },
    ...parameter,
  }
  return buildRequest(planOf([whole], path), 'https://api.example.com/v1/', { color: value }, [])
}

describe('parameters of a request', () => {
  it.each(QUERIES)('writes a query in %s, explode %s, of a %s as the standard does', (...row) => {
    const [style, explode, kind, expected] = row
    const { url } = built({ style, explode }, VALUES[kind])
    expect(url).toBe(`https://api.example.com/v1/x?${expected}`)
  })

  it.each(PATHS)('writes a path in %s, explode %s, of a %s as the standard does', (...row) => {
    const [style, explode, kind, expected] = row
    const { url } = built({ in: 'path', style, explode }, VALUES[kind], '/x/{color}')
    expect(url).toBe(`https://api.example.com/v1/x/${expected}`)
  })

  it('sends every character of a value as that character', () => {
    const value = `a/b?c=d&e#f%20g+h 'é' 日本 [x]*(!)\u{1F600}`
    const inQuery = new URL(built({}, value).url)
    expect(inQuery.searchParams.get('color')).toBe(value)
    const inPath = new URL(built({ in: 'path', style: 'simple' }, value, '/x/{color}/y').url)
    expect(inPath.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'v1', 'x', value, 'y'])
  })

  it('keeps reserved characters only where the operation says so', () => {
    expect(built({}, 'a/b:c,d&e').url).toContain('?color=a%2Fb%3Ac%2Cd%26e')
    expect(built({ isReservedKept: true }, 'a/b:c,d&e#f').url).toContain('?color=a/b:c,d%26e%23f')
  })

  it.each(['..', '.', '%2e%2E', ''])('refuses %j as a part of the path, which leads elsewhere', (value) => {
    const path = { in: 'path', style: 'simple' } as const
    if (value.startsWith('%')) expect(built(path, value, '/x/{color}').url).toContain('/x/%252e%252E')
    else expect(() => built(path, value, '/x/{color}')).toThrow(/may not be/)
  })

  it('refuses two values that lead elsewhere together', () => {
    const part = (field: string): PlannedParameter => ({
      ...{ field, name: field, in: 'path', style: 'simple', explode: false },
    })
    const plan = planOf([part('a'), part('b')], '/x/{a}{b}/y')
    expect(() => buildRequest(plan, 'https://a.example', { a: '.', b: '.' }, [])).toThrow(/may not be/)
  })

  it('adds its query to one that is written in the path', () => {
    expect(built({}, 'blue', '/x?beta=true').url).toBe('https://api.example.com/v1/x?beta=true&color=blue')
  })

  it('leaves out what is null or not given', () => {
    expect(built({}, null).url).toBe('https://api.example.com/v1/x')
    expect(built({}, undefined).url).toBe('https://api.example.com/v1/x')
    expect(built({}, []).url).toBe('https://api.example.com/v1/x')
  })

  it('writes headers and cookies beside the credentials', () => {
    const parameters: PlannedParameter[] = [
      { field: 'ids', name: 'X-Ids', in: 'header', style: 'simple', explode: false },
      { field: 'filter', name: 'X-Filter', in: 'header', style: 'simple', explode: false, isJson: true },
      { field: 'theme', name: 'theme', in: 'cookie', style: 'form', explode: true },
    ]
    const input = { ids: [1, 2], filter: { a: 1 }, theme: 'a;b' }
    const credentials = [
      { in: 'header', name: 'Authorization', value: 'Bearer T' },
      { in: 'query', name: 'key', value: 'q&1' },
      { in: 'cookie', name: 'sid', value: 'S' },
    ] as const
    const { url, headers } = buildRequest(planOf(parameters), 'https://a.example', input, credentials)
    expect(url).toBe('https://a.example/x?key=q%261')
    expect(headers).toEqual({
      accept: '*/*',
      'x-ids': '1,2',
      'x-filter': '{"a":1}',
      cookie: 'theme=a%3Bb; sid=S',
      authorization: 'Bearer T',
    })
  })
})
