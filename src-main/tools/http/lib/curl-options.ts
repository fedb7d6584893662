/** The effect of a curl option on the request; `value: true` means that it consumes the next word. */
export interface CurlOption {
  readonly name: string
  readonly value: boolean
}

// The options of curl 8 that affect a request, by their long names; the second column is the short
// name.
const WITH_VALUE: readonly (readonly [string, string?])[] = [
  ['request', 'X'],
  ['header', 'H'],
  ['data', 'd'],
  ['data-ascii'],
  ['data-raw'],
  ['data-binary'],
  ['data-urlencode'],
  ['json'],
  ['form', 'F'],
  ['form-string'],
  ['user', 'u'],
  ['user-agent', 'A'],
  ['referer', 'e'],
  ['cookie', 'b'],
  ['cookie-jar', 'c'],
  ['url'],
  ['url-query'],
  ['proxy', 'x'],
  ['proxy-user', 'U'],
  ['max-time', 'm'],
  ['connect-timeout'],
  ['max-redirs'],
  ['output', 'o'],
  ['output-dir'],
  ['upload-file', 'T'],
  ['oauth2-bearer'],
  ['cert', 'E'],
  ['key'],
  ['cacert'],
  ['capath'],
  ['ciphers'],
  ['resolve'],
  ['connect-to'],
  ['interface'],
  ['dump-header', 'D'],
  ['write-out', 'w'],
  ['range', 'r'],
  ['continue-at', 'C'],
  ['time-cond', 'z'],
  ['speed-limit', 'Y'],
  ['speed-time', 'y'],
  ['limit-rate'],
  ['retry'],
  ['retry-delay'],
  ['retry-max-time'],
  ['config', 'K'],
  ['quote', 'Q'],
  ['aws-sigv4'],
  ['unix-socket'],
  ['noproxy'],
  ['trace'],
  ['trace-ascii'],
  ['stderr'],
  ['request-target'],
  ['proto'],
]

const WITHOUT_VALUE: readonly (readonly [string, string?])[] = [
  ['get', 'G'],
  ['head', 'I'],
  ['location', 'L'],
  ['location-trusted'],
  ['insecure', 'k'],
  ['compressed'],
  ['silent', 's'],
  ['show-error', 'S'],
  ['verbose', 'v'],
  ['include', 'i'],
  ['fail', 'f'],
  ['fail-with-body'],
  ['remote-name', 'O'],
  ['remote-header-name', 'J'],
  ['no-buffer', 'N'],
  ['progress-bar', '#'],
  ['globoff', 'g'],
  ['http1.0', '0'],
  ['http1.1'],
  ['http2'],
  ['http2-prior-knowledge'],
  ['http3'],
  ['tlsv1', '1'],
  ['tlsv1.2'],
  ['tlsv1.3'],
  ['ipv4', '4'],
  ['ipv6', '6'],
  ['basic'],
  ['digest'],
  ['ntlm'],
  ['negotiate'],
  ['anyauth'],
  ['disable', 'q'],
  ['path-as-is'],
  ['ssl-no-revoke'],
  ['keepalive'],
  ['no-keepalive'],
  ['raw'],
  ['tr-encoding'],
  ['create-dirs'],
  ['parallel', 'Z'],
]

const options = new Map<string, CurlOption>()
for (const [list, value] of [
  [WITH_VALUE, true],
  [WITHOUT_VALUE, false],
] as const)
  for (const [name, short] of list) {
    options.set(`--${name}`, { name, value })
    if (short !== undefined) options.set(`-${short}`, { name, value })
  }

/** Finds an option by a name such as `--header` or `-H`; undefined if it is not known. */
export function curlOption(name: string): CurlOption | undefined {
  return options.get(name)
}
