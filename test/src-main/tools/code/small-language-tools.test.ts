import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)
const refusal = (path: string, message: RegExp) => ({
  name: 'InvalidInput',
  path,
  message: expect.stringMatching(message),
})

describe('code-regex-explain', () => {
  it('writes half of a character as an escape where a pattern splits it', async () => {
    const { tokens } = await run('code-regex-explain', { pattern: '😀*' })
    expect(tokens).toMatchObject([
      { text: '\\ud83d', meaning: 'the character "\\ud83d"' },
      { text: '\\ude00', meaning: 'the character "\\ude00"' },
      { text: '*' },
    ])
    expect((await run('code-regex-explain', { pattern: '😀*', flags: 'u' })).tokens[0].text).toBe('😀')
  })

  it.each([
    ['(?<=a)b', /what comes before is/],
    ['(?!a)', /what follows is not/],
    ['\\bcat\\b', /edge of a word/],
    ['(a)\\1', /same text as group 1/],
    ['a{2,}', /2 times or more/],
    ['/\\p{Lu}+/u', /Unicode property General_Category Lu|Unicode property Lu/],
    ['/[\\w--\\d]/v', /underscore but not a digit from 0 to 9/],
    ['[]', /no character is in this class/],
    ['[\\b\\t]', /one of the backspace, the tab/],
    ['\\cA', /the character U\+0001/],
    ['[^]', /any character, a line break too/],
    ['(?i:a)', /not kept, in which case does not count/],
    ['(?s:.)', /which \. is a line break, too\n {2}\. any character\n/],
    ['/(?-s:.)./s', /\n {2}\. any character except a line break\n[^]*\n\. any character$/],
    ['(?m:^)$', /\^ start of the text or of a line\n[^]*\$ end of the text$/],
    ['/[\\p{L}&&[a-f]]/v', /Unicode property .*L that is also one of "a" to "f"/],
    ['/[^[a-z]--[aeiou]--\\q{xy|z}]/v', /other than \(.* but not .* but not the texts "xy", "z"\)/],
    ['|a|', /nothing, or\na [^]*or nothing/],
    ['a{3}', /exactly 3 times$/],
  ])('explains %s', async (pattern, words) => {
    expect((await run('code-regex-explain', { pattern })).explanation).toMatch(words)
  })

  it('refuses a flag that is there twice, as JavaScript does', async () => {
    await expect(run('code-regex-explain', { pattern: 'a', flags: 'gig' })).rejects.toMatchObject({
      path: 'flags',
    })
  })

  it('writes every character of the pattern once', async () => {
    const pattern = '^(?:a|(b+?){2,3})[x-z\\d]*(?=end)\\k<n>(?<n>.)$'
    const { tokens } = await run('code-regex-explain', { pattern })
    expect(tokens.map(({ text }: { text: string }) => text).join('')).toBe(pattern)
  })

  it.each(['(', '[b-a]', 'a**', '(?<a>x)(?<a>y)'])('refuses %s', async (pattern) => {
    await expect(run('code-regex-explain', { pattern })).rejects.toMatchObject(
      refusal('pattern', /character \d+$/),
    )
  })
})

describe('semver', () => {
  it('orders as SemVer 2.0.0, section 11, lists them', async () => {
    const order = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
    ]
    for (let n = 1; n < order.length; n++)
      expect(await run('code-semver-compare', { a: order[n - 1], b: order[n] })).toMatchObject({
        relation: 'older',
      })
    const { matching } = await run('semver-range-resolve', {
      range: '*',
      versions: order,
      include_prerelease: true,
    })
    expect(matching).toEqual(order.toReversed())
  })

  // Catches: numbers of a prerelease that are equal as floats.
  it('tells long numbers of a prerelease apart in a range', async () => {
    const versions = [
      '1.0.0-9007199254740992',
      '1.0.0-9007199254740993',
      '1.0.0-12345678901234567891',
      '1.0.0',
    ]
    const resolve = async (range: string) => {
      const { best, lowest, matching } = await run('semver-range-resolve', { range, versions })
      return [best, lowest, (matching as string[]).length]
    }
    expect(await resolve('>1.0.0-9007199254740992 <1.0.0')).toEqual([versions[2], versions[1], 2])
    expect(await resolve('1.0.0-9007199254740993')).toEqual([versions[1], versions[1], 1])
    expect(await resolve('<=1.0.0-12345678901234567890')).toEqual([versions[1], versions[0], 2])
  })

  it('resolves as node-semver does where numbers are short', async () => {
    const { default: semver } = await import('semver')
    const numbers = fc.constantFrom('0.0.0', '0.1.2', '1.0.0', '1.2.3', '1.2.4', '2.0.0')
    const tails = fc.constantFrom('', '', '-0', '-a', '-a.1', '-a.10', '-2', '+b')
    const version = fc.tuple(numbers, tails).map((parts) => parts.join(''))
    const bound = fc
      .tuple(
        fc.constantFrom('', '>', '>=', '<', '<=', '=', '^', '~'),
        fc.oneof(version, fc.constantFrom('*', '1', '1.2.x')),
      )
      .map((parts) => parts.join(''))
    const range = fc
      .array(fc.array(bound, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
      .map((sets) => sets.map((set) => set.join(' ')).join(' || '))
    await fc.assert(
      fc.asyncProperty(
        range,
        fc.uniqueArray(version),
        fc.boolean(),
        async (range, versions, includePrerelease) => {
          const fits = versions.filter((one) => semver.satisfies(one, range, { includePrerelease }))
          const { matching } = await run('semver-range-resolve', {
            range,
            versions,
            include_prerelease: includePrerelease,
          })
          expect(matching).toEqual(semver.rsort(fits))
        },
      ),
      { seed: 7, numRuns: 200 },
    )
  })

  it.each(['v1.2.3', '1.2', '01.2.3', ' 1.2.3', '1.2.3-', '1.2.3+', '99999999999999999999.0.0', 'latest'])(
    'refuses %j',
    async (a) => {
      await expect(run('code-semver-compare', { a, b: '1.0.0' })).rejects.toMatchObject({ path: 'a' })
    },
  )
})

describe('the OpenAPI tools', () => {
  const info = { title: 'T', version: '1' }
  const ok = { responses: { 200: { description: 'ok' } } }

  it('read neither files nor the network, and say what they left out', async () => {
    for (const ref of ['file:///etc/passwd', '/etc/passwd', 'http://127.0.0.1:1/a.json', './a.yaml']) {
      const spec = { openapi: '3.1.0', info, paths: { '/a': { $ref: ref } } }
      const { warnings } = await run('code-openapi-validate', { spec })
      expect(warnings).toEqual([{ path: '/paths/~1a', message: expect.stringContaining(ref) }])
    }
  })

  it.each([
    [
      {
        openapi: '3.1.0',
        info,
        paths: { '/a': { get: { ...ok, operationId: 'x' }, put: { ...ok, operationId: 'x' } } },
      },
      /operationId "x"/,
    ],
    [{ openapi: '3.1.0', info, paths: { '/a': { get: { responses: {} } } } }, /needs at least one/],
    [
      {
        openapi: '3.0.3',
        info,
        paths: {},
        components: { schemas: { A: { $ref: '#/components/schemas/B' } } },
      },
      /does not exist/,
    ],
    [{ swagger: '2.0', info, paths: { '/a': { get: {} } } }, /responses/],
    [{ openapi: '9.0.0', info, paths: {} }, /version/i],
    [{ openapi: 3.1, info, paths: {} }, /quotes/],
    // Catches: a version that cannot be written as a text.
    [{ openapi: { toString: null }, info, paths: {} }, /quotes/],
    [{ info, paths: {} }, /needs the field openapi/],
    [{ openapi: '3.1.0', info, paths: { '/a/{x}': {}, '/a/{y}': {} } }, /same path as/],
    [
      { openapi: '3.1.0', info, paths: { '/a': { get: { ...ok, security: [{ key: [] }] } } } },
      /security scheme key/,
    ],
    [{ swagger: '2.0', info, paths: {}, security: [{ key: [] }] }, /security scheme key/],
    [{ hello: 1 }, /./],
  ])('find what is wrong with %j', async (spec, message) => {
    const { valid, errors } = await run('code-openapi-validate', { spec })
    expect(valid).toBe(false)
    expect(errors[0].message).toMatch(message)
  })

  it('bring along the definitions that a schema refers to, also in a circle', async () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } }
    const body = {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
    }
    const spec = {
      openapi: '3.0.3',
      info,
      paths: { '/n': { post: { ...ok, operationId: 'add node!', requestBody: body } } },
      components: { schemas: { Node: node } },
    }
    const { tools } = await run('openapi-to-tools', { spec })
    expect(tools[0]).toEqual({
      name: 'add_node',
      description: 'POST /n',
      inputSchema: {
        type: 'object',
        properties: { body: { $ref: '#/$defs/Node' } },
        required: ['body'],
        $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
      },
    })
  })

  it('refuse text that is not a document, and a bomb of aliases', async () => {
    await expect(run('code-openapi-validate', { spec: 'a: [' })).rejects.toMatchObject(
      refusal('spec', /YAML/),
    )
    const bomb = [
      'a: &a [x]',
      ...Array.from(
        { length: 9 },
        (_, n) =>
          `b${n}: &b${n} [${Array(10)
            .fill(n ? `*b${n - 1}` : '*a')
            .join()}]`,
      ),
    ]
    await expect(run('code-openapi-validate', { spec: bomb.join('\n') })).rejects.toMatchObject({
      path: 'spec',
    })
  })
})

describe('code-semver-bump', () => {
  // node-semver's increments.
  it.each([
    ['3.0.0-alpha.beta.5.4', 'prerelease', 'alpha.beta', '3.0.0-alpha.beta.5.5'],
    ['3.0.0-alpha.beta.gamma', 'prerelease', 'alpha.beta', '3.0.0-alpha.beta.0'],
    ['1.0.0', 'prepatch', 'alpha.1.1a', '1.0.1-alpha.1.1a.0'],
  ])('takes %s by a %s of %s to %s', async (version, release, identifier, next) => {
    expect(await run('code-semver-bump', { version, release, identifier })).toMatchObject({ version: next })
  })

  it.each(['a..b', '.a', 'a.01', '01', 'a_b', ''])('refuses the identifier %j', async (identifier) => {
    await expect(
      run('code-semver-bump', { version: '1.0.0', release: 'prerelease', identifier }),
    ).rejects.toThrow(/identifier/)
  })

  it('writes no number that SemVer readers refuse', async () => {
    const version = '9007199254740991.0.0'
    await expect(run('code-semver-bump', { version, release: 'major' })).rejects.toThrow(/9007199254740991/)
  })
})

describe('code-sql-format', () => {
  it('says what is nested too deeply in words of its own', async () => {
    await expect(run('code-sql-format', { sql: '('.repeat(20_000) })).rejects.toThrow(
      'The SQL is nested too deeply',
    )
  })
})
