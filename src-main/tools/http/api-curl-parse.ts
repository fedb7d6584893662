import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const pair = z.strictObject({ name: z.string().describe('Name'), value: z.string().describe('Value') })
const DEFAULTS = {
  form: [],
  auth: null,
  follow_redirects: false,
  insecure: false,
  timeout_seconds: null,
  proxy: null,
  warnings: [],
}

export default defineTool({
  slug: 'api-curl-parse',
  title: 'Parse a curl command',
  summary:
    'Turns a curl command into the request it makes: method, URL, headers, body, form fields, credentials.',
  searchWords: [
    'copy as curl',
    'curl to code',
    'command line request',
    'convert curl',
    'terminal command',
    'http request from curl',
    'postman',
    'import curl',
    'devtools',
    'read a curl line',
    'what does this curl do',
    'curl to json',
    'curl to fetch',
  ],
  category: 'HTTP & API',
  tier: 'compute',
  credits: 1,
  version: 6,
  cacheable: true,
  related: ['net-http-get'],
  mainField: 'command',
  takes: { command: ['curl'] },
  firstFor: ['curl'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    command: wellFormedText(100_000)
      .min(1)
      .describe(
        'The command as for a POSIX shell or Bash, also over several lines; nothing is sent or expanded',
      ),
  }),
  output: z.strictObject({
    method: z.string().describe('Method'),
    url: z.string().describe('URL with its query'),
    query: z.array(pair).describe('Parameters of the query, decoded'),
    headers: z.array(pair).describe('Headers that are sent, including those that options imply'),
    body: z
      .string()
      .nullable()
      .describe(
        'Body as text, or @ and the name of a file of -d; null if there is none and for multipart forms',
      ),
    body_kind: z
      .enum(['none', 'json', 'form', 'multipart', 'text', 'file'])
      .describe('The kind of body by its type; file if it is read from one'),
    form: z
      .array(
        z.strictObject({
          name: z.string().describe('Name of the part'),
          value: z.string().describe('Its value, or the name of the file'),
          file: z.boolean().describe('Whether it is a file'),
          content_type: z.string().nullable().describe('The type that the command gives it'),
          file_name: z.string().nullable().describe('What the part says its file is called'),
        }),
      )
      .describe('Parts of a multipart form'),
    auth: z
      .strictObject({
        user: z.string().describe('User name'),
        password: z.string().nullable().describe('Password, if the command contains it'),
      })
      .nullable()
      .describe('Credentials of -u'),
    follow_redirects: z.boolean().describe('Whether -L is set'),
    insecure: z.boolean().describe('Whether -k is set'),
    timeout_seconds: z.number().min(0).nullable().describe('Seconds of -m'),
    proxy: z.string().nullable().describe('Proxy of -x, or of an option for SOCKS with its scheme'),
    warnings: z.array(z.string()).describe('What is not in the answer, and why'),
  }),

  // What curl's manual says about these options.
  examples: [
    {
      title: 'JSON',
      input: { command: `curl -X PUT https://api.example.com/v1/a?x=1 -H 'Accept: */*' --json '{"n": 1}'` },
      output: {
        method: 'PUT',
        url: 'https://api.example.com/v1/a?x=1',
        query: [{ name: 'x', value: '1' }],
        headers: [
          { name: 'Accept', value: '*/*' },
          { name: 'Content-Type', value: 'application/json' },
        ],
        body: '{"n": 1}',
        body_kind: 'json',
        ...DEFAULTS,
      },
    },
    {
      title: 'A form, credentials, several lines',
      input: { command: 'curl -sSL -u ada:s3cret \\\n  -d a=1 -d "b=two words" \\\n  example.com/login' },
      output: {
        method: 'POST',
        url: 'http://example.com/login',
        query: [],
        headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
        body: 'a=1&b=two words',
        body_kind: 'form',
        ...DEFAULTS,
        auth: { user: 'ada', password: 's3cret' },
        follow_redirects: true,
      },
    },
    {
      title: 'Data in the query',
      input: { command: "curl -G https://example.com/s --data-urlencode 'q=a&b c'" },
      output: {
        method: 'GET',
        url: 'https://example.com/s?q=a%26b+c',
        query: [{ name: 'q', value: 'a&b c' }],
        headers: [],
        body: null,
        body_kind: 'none',
        ...DEFAULTS,
      },
    },
  ],

  handler: async ({ command }) => {
    const { toRequest } = await import('./lib/curl-request.ts')
    return toRequest(command)
  },
})
