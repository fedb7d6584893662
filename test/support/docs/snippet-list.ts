/** What is done with a block of a document that is not simply run from its first line to its end. */
export interface SnippetRule {
  readonly document: string
  /** What the block starts with. */
  readonly begins: string
}

/** A block that is not run. */
export interface UnrunSnippet extends SnippetRule {
  readonly reason: string
}

/** The blocks that no test runs, each with the reason. Of a script, what can be checked without running it is. */
export const UNRUN: readonly UnrunSnippet[] = [
  rule(
    'README.md',
    'npm start',
    'It opens a window and does not end; test/build and test/e2e start the same.',
  ),
  rule('README.md', 'npm test', 'It is this very run.'),
  rule('README.md', 'npm run package ', 'npm run package -- --check makes the package and installs it.'),
  rule('CONTRIBUTING.md', 'git clone', 'The tests need no internet.'),
  rule('/docs/index.md', 'npm start', 'As in README.md.'),
  rule('/docs/index.md', 'npm install --global', 'As in README.md.'),
  rule('docs/install.md', 'npm install --global', 'npm run package -- --check installs the package.'),
  rule('docs/install.md', 'tar -xzf', 'npm run package -- --check unpacks the archive and runs it.'),
  rule(
    'docs/install.md',
    'sudo dpkg',
    'npm run package -- --check installs it, and this needs the rights of root.',
  ),
  rule('docs/install.md', 'docker compose', 'No container engine is at hand.'),
  rule(
    'docs/install.md',
    'toolgate service install',
    'It changes the services of the machine; test/src-main/command-line/service has them.',
  ),
  rule(
    'docs/install.md',
    'toolgate service remove',
    'It changes the services and the packages of the machine.',
  ),
  rule(
    'docs/scale-out.md',
    'export TOOLGATE_OWNER_KEY',
    'No PostgreSQL is at this address; test/src-main/instance/postgres starts gateways on one.',
  ),
  rule(
    'docs/scale-out.md',
    'toolgate migrate',
    'No PostgreSQL is at this address; test/src-main/instance/migration moves an instance there and back.',
  ),
  rule(
    'docs/sources.md',
    'toolgate sources add',
    'npm would download a server; test/src-main/extensions/npm-packages.test.ts adds one.',
  ),
]

/** A gateway that a block starts in the foreground: it is stopped once it has printed this. */
export const UNTIL: readonly (SnippetRule & { readonly printed: string })[] = [
  { document: 'README.md', begins: 'npm run --silent serve', printed: '"event":"ready"' },
  { document: 'docs/guides/operations.md', begins: 'toolgate serve', printed: '"event":"ready"' },
  { document: 'docs/guides/webhooks.md', begins: 'toolgate serve', printed: 'Stop with Ctrl-C' },
]

/** Blocks in languages that nothing runs, with what holds them. */
export const HELD: readonly UnrunSnippet[] = [
  rule(
    'docs/sources.md',
    '{\n  "commands"',
    'test/src-main/extensions/command/commands.test.ts asks for these commands.',
  ),
  rule('docs/guides/mcp.md', 'const { rows }', 'test/src-main/mcp/run-code.test.ts runs it.'),
  rule('README.md', '{\n  "ok": true', 'test/docs.test.ts compares it with the answer of the gateway.'),
  rule('docs/architecture.md', 'graph TD', 'It is a drawing.'),
  rule('docs/architecture.md', 'socket', 'It is a drawing.'),
]

function rule(document: string, begins: string, reason: string): UnrunSnippet {
  return { document, begins, reason }
}
