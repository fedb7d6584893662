import type { DescribedTool } from '../../src-main/registry/described-tool.ts'
import { SAMPLE_ADDRESS } from './api-samples.ts'
import { codeBlock, type DocPage } from './doc-page.ts'

/** The first page: install, call a tool and check its answer, and where to go from there. */
export function startPage(tools: readonly DescribedTool[]): DocPage {
  const curl = `curl -sS ${SAMPLE_ADDRESS}/v1/crypto-hash-sha256 -o answer.json \\
  -H "Authorization: Bearer $TOOLGATE_KEY" -H 'Content-Type: application/json' \\
  -d '{"text": "abc", "receipt": true}'
toolgate verify answer.json`
  const command = `toolgate call crypto-hash-sha256 abc --receipt --json > answer.json
toolgate verify answer.json`
  return {
    path: '',
    title: `${tools.length} tools on your own computer, one address`,
    summary: 'How to use Toolgate: guides, every tool, every request, every command and every error.',
    section: 'Start',
    group: null,
    markdown: [
      'Toolgate answers HTTP, MCP and the command line at `127.0.0.1:4777`. It needs no account. Every answer carries a hash that you can check.',
      '## Install',
      codeBlock('sh Checkout', 'npm start'),
      codeBlock('sh Package', 'npm install --global ./toolgate-0.1.0.tgz\ntoolgate'),
      'Both start the gateway and open its page; without a window they print a demo key with 200 credits. In a checkout, write `npm run --silent toolgate --` for `toolgate`. [Other ways to install](/docs/guides/install)',
      '## Call a tool, and check its answer',
      codeBlock('bash curl', curl),
      codeBlock('bash CLI', command),
      'The check needs no gateway and no network. [What a receipt proves, and what not](/docs/guides/receipts)',
      '## Where next',
      [
        '- **[Connect an agent](/docs/guides/mcp)** Claude, Cursor and others over MCP, with a key that has its own limit.',
        `- **[Find a tool](/docs/tools)** A page for each of the ${tools.length}: fields, price, the standard that it is held to.`,
        '- **[Handle errors](/docs/errors)** Every code, its status, what was charged, what to do next.',
      ].join('\n'),
    ].join('\n\n'),
  }
}
