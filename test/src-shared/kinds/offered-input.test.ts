import { describe, expect, it } from 'vitest'
import { detectKinds } from '../../../src-shared/kinds/detect-kinds.ts'
import { valuesIn } from '../../../src-shared/kinds/values-in.ts'
import { runTool } from '../../support/tools/run-tool.ts'

/** What a tool would be given of a text: the part that is meant, or the fields that it tells. */
function inputOf(text: string) {
  const [first] = detectKinds(text)
  const part = first?.part ?? text
  return { kind: first?.kind, part, values: first && valuesIn(first.kind, part) }
}

// Catches: an offer that the tool then refuses.
describe('what is offered of a text is what its tool takes', () => {
  it.each([
    ['20261126', 'date', 'date-parse', 'text'],
    ['01arz3ndektsv4rrffq69g5fav', 'ulid', 'id-ulid', 'ulid'],
    ['IBAN DE89370400440532013000 BIC COBADEFFXXX', 'iban', 'validate-iban', 'value'],
    ['# test it\ncurl -i localhost:4777/health', 'curl', 'api-curl-parse', 'command'],
    [
      'HTTP/1.1 200 OK\ncontent-type: application/json\n\n{"ok":true,"n":3}',
      'json',
      'text-json-format',
      'json',
    ],
    ['%7B%22a%22%3A1%7D', 'json', 'text-json-format', 'json'],
    ['mysql> select now();', 'sql', 'code-sql-parse', 'sql'],
  ])('%s', async (text, kind, tool, field) => {
    const { part, kind: found } = inputOf(text)
    expect(found).toBe(kind)
    await expect(runTool(tool, { [field]: part })).resolves.toBeTruthy()
  })

  it.each([
    ['5 ft 11 in', { result: 180.34 }],
    ['6\'2"', { result: 187.96 }],
  ])('%s', async (text, result) => {
    expect(await runTool('math-unit-convert', inputOf(text).values)).toMatchObject(result)
  })

  it('the place that a link names', () => {
    expect(inputOf('geo:-52.52,13.4?z=12')).toMatchObject({
      kind: 'coordinates',
      values: { point: { latitude: -52.52, longitude: 13.4 } },
    })
  })

  it('the only token in the answer of a sign-in, after the answer itself', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl'
    expect(detectKinds(`{"access_token":"${token}","expires_in":60}`).slice(0, 2)).toMatchObject([
      { kind: 'json' },
      { kind: 'jwt', part: token },
    ])
    expect(detectKinds(`{"a":"${token}","b":"${token}"}`).map(({ kind }) => kind)).not.toContain('jwt')
  })

  it('the range of a route, not the address that it leads over', () => {
    expect(inputOf('route 10.1.0.0/24 via 10.0.0.1')).toMatchObject({ kind: 'cidr', part: '10.1.0.0/24' })
  })
})
