import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { bodyOf, receiver } from '../../../support/network/receiver.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { toolContext } from '../../../support/tools/tool-context.ts'
import { testOutbound } from '../../../support/network/test-outbound.ts'

async function site(answer: RequestListener) {
  const { origin, connections } = await receiver(answer)
  const outbound = testOutbound({ allowedOrigins: new Set([origin]) })
  const run = async (slug: string, path: string, input: object = {}): Promise<Json> =>
    await runTool(slug, { url: `${origin}${path}`, ...input }, toolContext({ outbound }))
  return { origin, connections, run }
}

const jumping: RequestListener = (request, response) => {
  const step = Number(/^\/(\d+)$/.exec(request.url ?? '')?.[1] ?? -1)
  if (step > 0) response.writeHead(302, { location: `/${step - 1}` }).end()
  else if (request.url === '/in')
    response.writeHead(301, { location: 'http://169.254.169.254/latest/' }).end()
  else if (request.url === '/odd') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
  else response.end(JSON.stringify({ method: request.method, key: request.headers.authorization ?? null }))
}

describe('net-http-get', () => {
  it('follows redirects one by one, and lists them', async () => {
    const { origin, run } = await site(jumping)
    expect(await run('net-http-get', '/2')).toMatchObject({
      status: 200,
      url: `${origin}/0`,
      redirects: [
        { url: `${origin}/2`, status: 302 },
        { url: `${origin}/1`, status: 302 },
      ],
      json: { method: 'GET' },
    })
    expect(await run('net-http-get', '/2', { max_redirects: 0 })).toMatchObject({
      status: 302,
      redirects: [],
    })
    await expect(run('net-http-get', '/9', { max_redirects: 3 })).rejects.toThrow(/more than 3 times/)
  })

  it.each(['/in', '/odd'])('follows no redirect to a place that it may not reach (%s)', async (path) => {
    const { run } = await site(jumping)
    await expect(run('net-http-get', path)).rejects.toMatchObject({ name: 'InvalidInput', path: 'url' })
  })

  it('carries no secret to another origin', async () => {
    const other = await receiver(jumping)
    const first = await receiver((_, response) =>
      response.writeHead(307, { location: `${other.origin}/` }).end(),
    )
    const outbound = testOutbound({ allowedOrigins: new Set([first.origin, other.origin]) })
    const input = { url: first.origin, headers: { Authorization: 'Bearer secret' } }
    expect(await runTool('net-http-get', input, toolContext({ outbound }))).toMatchObject({
      json: { key: null },
    })
  })

  it('gives bytes that are not text in base64, and cuts them at the cap', async () => {
    const { run } = await site((_, response) => response.end(Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2])))
    expect(await run('net-http-get', '/')).toMatchObject({ body: '/9j/AAEC', body_encoding: 'base64' })
    const long = await site((_, response) => response.end('€'.repeat(100)))
    expect(await long.run('net-http-get', '/', { max_bytes: 10 })).toMatchObject({
      body: '€€€',
      body_encoding: 'text',
      body_truncated: true,
    })
  })

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://localhost/',
    'ftp://example.com/',
    'http://user:pw@example.com/',
  ])('refuses %s', async (url) => {
    for (const slug of [
      'net-http-get',
      'net-http-post',
      'net-http-status',
      'net-robots-txt',
      'file-download',
      'sense-url-content',
      'sense-url-meta',
      'sense-url-links',
      'sense-url-feed',
    ])
      await expect(runTool(slug, { url })).rejects.toMatchObject({ name: 'InvalidInput', path: 'url' })
  })
})

describe('net-http-post', () => {
  const echo: RequestListener = async (request, response) => {
    const { method, headers } = request
    response.end(JSON.stringify({ method, type: headers['content-type'], body: await bodyOf(request) }))
  }

  it.each([
    [{ json: { a: 'ü' } }, { method: 'POST', type: 'application/json', body: '{"a":"ü"}' }],
    [{ json: null }, { body: 'null' }],
    [{ form: { a: '1 2', b: '&' } }, { type: 'application/x-www-form-urlencoded', body: 'a=1+2&b=%26' }],
    [
      { body: 'plain', method: 'PUT' },
      { method: 'PUT', type: 'text/plain; charset=utf-8', body: 'plain' },
    ],
    [{ body: '<a/>', headers: { 'Content-Type': 'application/xml' } }, { type: 'application/xml' }],
    [{ method: 'DELETE' }, { method: 'DELETE', body: '' }],
  ])('sends %j', async (input, json) => {
    const { run } = await site(echo)
    expect(await run('net-http-post', '/', input)).toMatchObject({ status: 200, json })
  })

  it.each([
    [{ json: 1, body: '1' }, 'body'],
    [{ method: 'GET', body: '1' }, 'method'],
  ])('refuses %j before it sends anything', async (input, path) => {
    const { run, connections } = await site(echo)
    await expect(run('net-http-post', '/', input)).rejects.toMatchObject({ path })
    expect(connections()).toBe(0)
  })

  it('follows no redirect', async () => {
    const { run } = await site(jumping)
    expect(await run('net-http-post', '/1')).toMatchObject({ status: 302 })
  })
})

describe('net-http-status', () => {
  it('asks with HEAD, and again with GET where HEAD is refused', async () => {
    const methods: unknown[] = []
    const { run } = await site((request, response) => {
      methods.push(request.method)
      response.writeHead(request.method === 'HEAD' ? 405 : 204).end()
    })
    expect(await run('net-http-status', '/')).toMatchObject({
      status: 204,
      status_text: 'No Content',
      ok: true,
      method: 'GET',
    })
    expect(methods).toEqual(['HEAD', 'GET'])
  })
})

describe('net-robots-txt', () => {
  // RFC 9309, 5.1 and 2.2.2: the longest match decides, and Allow where both are as long.
  const robots = [
    'User-Agent: *',
    'Disallow: *.gif$',
    'Disallow: /example/',
    'Allow: /publications/',
    'User-Agent: foobot',
    'Disallow:/',
    'Allow:/example/page.html',
    'Allow:/example/allowed.gif',
    'Crawl-delay: 2',
    'Sitemap: https://example.com/sitemap.xml',
  ].join('\n')

  it('never forbids robots.txt itself', async () => {
    for (const status of [200, 503]) {
      const { run } = await site((_, response) =>
        response.writeHead(status).end('User-agent: *\nDisallow: /'),
      )
      expect(await run('net-robots-txt', '/robots.txt')).toMatchObject({
        allowed: true,
        line: null,
        reason: expect.stringContaining('RFC 9309, 2.2.2'),
      })
      expect(await run('net-robots-txt', '/robots.txt.bak')).toMatchObject({ allowed: false })
    }
  })

  it.each([
    ['/example/page.html', 'foobot', true],
    ['/example/other.html', 'foobot', false],
    ['/example/page.html', 'other', false],
    ['/publications/a', 'other', true],
    ['/a.gif', 'other', false],
    ['/', 'other', true],
  ])('%s for %s: %s', async (path, agent, allowed) => {
    const { run } = await site((_, response) => response.end(robots))
    expect(await run('net-robots-txt', path, { agent })).toMatchObject({
      allowed,
      sitemaps: ['https://example.com/sitemap.xml'],
    })
  })

  it.each([
    [404, true],
    [403, true],
    [503, false],
  ])('treats status %i as RFC 9309 says', async (status, allowed) => {
    const { run } = await site((_, response) => response.writeHead(status).end())
    expect(await run('net-robots-txt', '/a')).toMatchObject({ allowed, status, line: null })
  })
})

describe('net-url-parse and net-cidr-contains', () => {
  it.each([
    ['https://a.github.io/', { public_suffix: 'github.io', domain: 'a.github.io', subdomain: null }],
    [
      'https://bücher.example/%zz#%zz',
      { host: 'xn--bcher-kva.example', segments: ['%zz'], fragment: '%zz' },
    ],
    ['http://[2001:db8::1]:80/', { host: '[2001:db8::1]', is_ip: true, port: 80, domain: null }],
  ])('takes %s apart', async (url, parts) => {
    expect(await runTool('net-url-parse', { url })).toMatchObject(parts)
  })

  // WPT's urltestdata.json.
  it.each([
    ['http://user:pass@example.org:21/smth', 'http://user:pass@example.org:21/smth'],
    ['file:///test?test#test', 'file:///test?test'],
  ])('takes an empty URL for the base %s', async (base, href) => {
    expect(await runTool('net-url-parse', { url: '', base })).toMatchObject({ href })
  })

  it('says that a relative URL needs a base', async () => {
    await expect(runTool('net-url-parse', { url: '/a' })).rejects.toMatchObject({ path: 'url' })
  })

  it.each([
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['::ffff:0:0/96', '10.1.2.3', false],
    ['10.0.0.0/31', '10.0.0.1', true],
    ['10.0.0.0/24', '10.0.0.0/23', false],
    ['::/0', 'fe80::1', true],
    ['192.0.2.7', '192.0.2.7', true],
    ['2001:db8::/127', '2001:db8::2', false],
  ])('%s holds %s: %s', async (cidr, ip, contained) => {
    expect(await runTool('net-cidr-contains', { cidr, ips: [ip] })).toMatchObject({
      all_contained: contained,
    })
  })

  it.each([
    ['10.0.0.0/33', '10.0.0.1', 'cidr'],
    ['10.0.0.0/08', '10.0.0.1', 'cidr'],
    ['10.0.0/8', '10.0.0.1', 'cidr'],
    ['fe80::1%eth0/64', '10.0.0.1', 'cidr'],
    ['10.0.0.0/8', '10.0.0.256', 'ips.0'],
    ['10.0.0.0/8', '010.0.0.1', 'ips.0'],
  ])('refuses %s with %s', async (cidr, ip, path) => {
    await expect(runTool('net-cidr-contains', { cidr, ips: [ip] })).rejects.toMatchObject({ path })
  })
})
