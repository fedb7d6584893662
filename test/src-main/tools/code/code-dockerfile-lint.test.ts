import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)

describe('code-dockerfile-lint', () => {
  // From the examples of hadolint's wiki: what each rule finds, and what it is content with.
  it.each([
    ['DL3001', 'RUN service nginx start', 'RUN nginx'],
    ['DL3002', 'USER root', 'USER root\nRUN id\nUSER app'],
    ['DL3003', 'RUN cd /usr && make', 'WORKDIR /usr\nRUN make'],
    ['DL3004', 'RUN sudo make', 'RUN make'],
    ['DL3008', 'RUN apt-get install -y python', 'RUN apt-get install -y python=2.7'],
    [
      'DL3009',
      'RUN apt-get update && apt-get install -y a=1',
      'RUN apt-get install -y a=1 && rm -rf /var/lib/apt/lists/*',
    ],
    ['DL3011', 'EXPOSE 80000', 'EXPOSE 65535'],
    ['DL3011', 'EXPOSE 8080-80', 'EXPOSE 80-8080/tcp $PORT'],
    ['DL3012', 'HEALTHCHECK CMD a\nHEALTHCHECK CMD b', 'HEALTHCHECK CMD a'],
    ['DL3013', 'RUN pip install --no-cache-dir django', 'RUN pip install --no-cache-dir django==1.9'],
    ['DL3013', 'RUN python3 -m pip install django', 'RUN pip install -r requirements.txt'],
    ['DL3014', 'RUN apt-get install a=1', 'RUN apt-get install -y a=1'],
    ['DL3015', 'RUN apt-get install -y a=1', 'RUN apt-get install -y --no-install-recommends a=1'],
    ['DL3016', 'RUN npm install express', 'RUN npm install express@4.1.1 && npm install'],
    ['DL3018', 'RUN apk add foo', 'RUN apk add --no-cache foo=1.0'],
    ['DL3019', 'RUN apk add foo=1.0', 'RUN apk add --no-cache foo=1.0'],
    ['DL3020', 'ADD requirements.txt /usr/', 'ADD https://a.example/x /usr/\nADD a.tar.gz /usr/'],
    ['DL3021', 'COPY a b /c', 'COPY a b /c/'],
    ['DL3022', 'COPY --from=build a /b', 'COPY --from=nginx:1 a /b'],
    ['DL3025', 'CMD my-service server', 'CMD ["my-service", "server"]'],
    ['DL3027', 'RUN apt install curl', 'RUN apt-get update'],
    ['DL3028', 'RUN gem install bundler', 'RUN gem install bundler:1.1'],
    [
      'DL3033',
      'RUN yum install -y httpd && yum clean all',
      'RUN yum install -y httpd-2.24.2 && yum clean all',
    ],
    ['DL3038', 'RUN dnf install httpd-2', 'RUN dnf install -y httpd-2'],
    ['DL3044', 'ENV A=b B=$A', 'ENV A=b\nENV B=$A'],
    ['DL3042', 'RUN pip install a==1', 'RUN pip install --no-cache-dir a==1'],
    ['DL3045', 'COPY a b', 'WORKDIR /x\nCOPY a b'],
    ['DL3047', 'RUN wget https://a.example/x', 'RUN wget -q https://a.example/x'],
    ['DL3010', 'COPY a.tar /b\nRUN tar -xf /b/a.tar', 'COPY a.tar /b\nRUN tar -cf /b/a.tar'],
    ['DL3016', 'RUN npm install @x/y', 'RUN npm install @x/y@1 ./z git+https://a.example/b.git#1'],
    ['DL3028', 'RUN gem i bundler', 'RUN gem i bundler -v 1.1'],
    ['DL3029', 'FROM --platform=linux/amd64 a:1', 'FROM --platform="${BUILDPLATFORM:-}" a:1'],
    ['DL3032', 'RUN yum clean all && yum install -y a-1', 'RUN yum install -y a-1 && yum clean all'],
    ['DL3033', 'RUN yum install -y a-$V', 'ARG V\nRUN yum install -y a-${V}'],
    ['DL3035', 'RUN zypper dup', 'RUN zypper in -y a=1'],
    ['DL3036', 'RUN zypper in -y a=1', 'RUN --mount=type=cache,target=/var/cache/zypp zypper in -y a=1'],
    ['DL3040', 'RUN microdnf up', 'RUN microdnf up && microdnf clean all'],
    ['DL3041', 'RUN dnf module install -y a', 'RUN dnf module install -y a:1'],
    ['DL3042', 'RUN pip install a==1', 'ENV PIP_NO_CACHE_DIR=1\nRUN pip install a==1'],
    ['DL3048', 'LABEL A=b', 'LABEL a.b-c=d "e"="f g"'],
    ['DL3062', 'RUN go install a.example/b@latest', 'RUN go install a.example/b@v1 && go run .'],
    ['DL3063', 'FROM a:1 AS context', 'FROM a:1 AS b'],
    ['DL3064', 'ARG GITHUB_TOKEN', 'ARG VERSION'],
    ['DL3065', 'FROM --platform=$TARGETPLATFORM a:1', 'FROM --platform=$BUILDPLATFORM a:1'],
    ['DL3067', 'COPY --from=a:1 / /', 'COPY --from=a:1 /b /'],
    ['DL3059', 'RUN a\nRUN b', 'RUN a && b\nRUN --network=none c\nCOPY d /e\nRUN f'],
    ['DL3060', 'RUN yarn install', 'RUN yarn install && yarn cache clean'],
    ['DL4001', 'RUN wget -q x\nRUN curl y', 'RUN curl x'],
    ['DL4003', 'CMD ["a"]\nCMD ["b"]', 'CMD ["a"]'],
    ['DL4004', 'ENTRYPOINT ["a"]\nENTRYPOINT ["b"]', 'ENTRYPOINT ["a"]'],
    ['DL4006', 'RUN curl x | wc -l', 'SHELL ["/bin/bash", "-o", "pipefail", "-c"]\nRUN curl x | wc -l'],
  ])('knows the rule %s of hadolint: %s', async (wanted, bad, good) => {
    const rulesOf = async (body: string): Promise<string[]> =>
      (await run('code-dockerfile-lint', { dockerfile: `FROM alpine:3.22\n${body}\n` })).findings.map(
        ({ rule }: { rule: string }) => rule,
      )
    expect(await rulesOf(bad)).toContain(wanted)
    expect(await rulesOf(good)).not.toContain(wanted)
  })

  it('reads continued lines, comments between them and here-documents', async () => {
    const dockerfile =
      'FROM alpine:3.22\nRUN echo a && \\\n  # why\n  sudo b\nRUN <<EOF\nsudo c\nEOF\nCMD ["a"]\n'
    const { findings } = await run('code-dockerfile-lint', { dockerfile })
    const sudo = findings.filter(({ rule }: { rule: string }) => rule === 'DL3004')
    expect(sudo.map(({ line }: { line: number }) => line)).toEqual([2, 5])
  })

  // What a shell would run, and nothing that it would not.
  it.each([
    ['RUN if true; then sudo a; fi', true],
    ['RUN A=b sudo c', true],
    ['RUN x=$(sudo a)', true],
    ['RUN echo `sudo a`', true],
    ['RUN (a && sudo b)', true],
    ['RUN ["sudo", "a"]', true],
    ['ONBUILD RUN sudo a', true],
    ['RUN a > sudo', false],
    ["RUN echo 'a && sudo b'", false],
    ['RUN echo "a; sudo b" # ; sudo c', false],
    ['RUN echo $((sudo))', false],
  ])('finds the commands of %s', async (line, isFound) => {
    const { findings } = await run('code-dockerfile-lint', { dockerfile: `FROM a:1\n${line}\n` })
    expect(findings.some(({ rule }: { rule: string }) => rule === 'DL3004')).toBe(isFound)
  })

  it('does not report what a comment of hadolint switches off', async () => {
    const rulesOf = async (dockerfile: string): Promise<string[]> =>
      (await run('code-dockerfile-lint', { dockerfile })).findings.map(({ rule }: { rule: string }) => rule)
    const one = '# hadolint ignore=DL3006,DL3002\nFROM a\nRUN sudo b\n'
    expect(await rulesOf(one)).toEqual(['DL3004'])
    expect(await rulesOf(`# hadolint global ignore=DL3004\n${one}`)).toEqual([])
  })

  it('counts what a stage leaves behind only if it is part of the image', async () => {
    const stage = 'FROM a:1 AS b\nRUN apt-get update\nRUN yarn install\n'
    const rulesOf = async (dockerfile: string): Promise<string[]> =>
      (await run('code-dockerfile-lint', { dockerfile })).findings.map(({ rule }: { rule: string }) => rule)
    expect(await rulesOf(`${stage}FROM c:1`)).not.toContain('DL3009')
    expect(await rulesOf(`${stage}FROM b`)).toEqual(expect.arrayContaining(['DL3009', 'DL3060']))
  })

  it('knows stages, digests, registries and variables', async () => {
    const lines = [
      'FROM a.b:5000/c AS Build',
      'FROM build',
      'FROM x@sha256:1',
      'FROM $IMAGE',
      'FROM scratch',
      'FROM y:latest',
    ]
    const { findings } = await run('code-dockerfile-lint', { dockerfile: lines.join('\n') })
    const untagged = findings.filter(({ rule }: { rule: string }) => /^DL300[67]$/.test(rule))
    expect(untagged.map(({ line }: { line: number }) => line)).toEqual([1, 6])
  })

  // The rules by their numbers in hadolint's documentation.
  it.each([
    ['FROM debian', 'DL3006'],
    ['FROM debian:latest', 'DL3007'],
    ['FROM a:1\nWORKDIR x', 'DL3000'],
    ['FROM a:1\nRUN apt-get update', 'DL3009'],
    ['FROM a:1 AS x\nFROM b:1 AS x', 'DL3024'],
    ['FROM a:1\nONBUILD FROM b:1', 'DL3043'],
    ['RUN x', 'DL3061'],
    ['FROM a:1\nMAINTAINER x', 'DL4000'],
  ])('numbers the rule that %j breaks %s', async (dockerfile, rule) => {
    const { findings } = await run('code-dockerfile-lint', { dockerfile })
    expect(findings).toContainEqual(expect.objectContaining({ rule }))
  })

  it('does not ask for clean lists of packages where they were not updated', async () => {
    const dockerfile = 'FROM a:1\nRUN apt-get install -y --no-install-recommends b=1'
    expect((await run('code-dockerfile-lint', { dockerfile })).findings).toEqual([])
  })

  // Catches: a search through all instructions for each of them.
  it('reads a long file in time', async () => {
    for (const line of ['COPY a b', 'RUN a', 'CMD a', `ENV ${'a=1 '.repeat(9)}`, 'RUN <<A']) {
      const dockerfile = `FROM alpine:3.22\n${`${line}\n`.repeat(4_000)}`
      expect((await run('code-dockerfile-lint', { dockerfile })).valid).toBe(true)
    }
  })
})
