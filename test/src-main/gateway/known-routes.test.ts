import { H3 } from 'h3'
import { expect, it } from 'vitest'
import { KnownRoutes } from '../../../src-main/gateway/known-routes.ts'
import { ROUTES } from '../../../src-main/gateway/routes/index.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const NAMES = [
  'text-slugify',
  'recipe__one',
  'a',
  'stream',
  'batch',
  'usage',
  'a.b',
  'a%2fb',
  'a?b',
  '',
  '..',
]

it('routes that are found without the router are those that it finds, with the same parameters', async () => {
  const router = new H3({ silent: true })
  for (const route of ROUTES)
    router.on(
      route.method,
      route.path,
      ({ context }) => `${route.method} ${route.path} ${context.params?.slug ?? ''}`,
    )
  const paths = new Set(ROUTES.map(({ path }) => path))
  for (const path of paths) router.all(path, () => 'another method')
  const targets = [...paths].flatMap((path) => [path, `${path}/`, `${path}?a=b`])
  const tools = NAMES.flatMap((name) => [`/v1/${name}`, `/v1/stream/${name}`, `/v1/async/${name}`])
  const known = new KnownRoutes(ROUTES)
  let found = 0
  for (const method of METHODS)
    for (const target of [...targets, ...tools]) {
      const one = known.find(method, target)
      if (!one) continue
      found++
      const answer = await router.fetch(new Request(`http://127.0.0.1${target}`, { method }))
      const { route, params } = one
      expect(await answer.text(), `${method} ${target}`).toBe(
        `${route.method} ${route.path} ${params.slug ?? ''}`,
      )
    }
  const fixed = ROUTES.filter(({ path }) => !/[:*]/.test(path))
  expect(found).toBeGreaterThanOrEqual(fixed.length + 6)
})

it('an address with more than the name of a tool is left to the router', () => {
  const known = new KnownRoutes(ROUTES)
  for (const target of ['/v1/a%2fb', '/v1/a?b=c', '/v1/a/b', '/v1/', '/v1/../a', '/v1/tools'])
    expect(known.find('POST', target), target).toBeNull()
  expect(known.find('POST', '/v1/text-slugify')).toMatchObject({ params: { slug: 'text-slugify' } })
  expect(known.find('HEAD', '/v1/health')).toBeNull()
})
