/**
 * Prints the files of the manual as JSON: the bundler runs this in a process of its own, since it keeps every module
 * that it has once imported.
 */
import { writeOpenApi } from '../../src-main/gateway/openapi/write-openapi.ts'
import { ROUTES } from '../../src-main/gateway/routes/index.ts'
import { describeTools } from '../../src-main/registry/describe-tools.ts'
import { loadRegistry } from '../../src-main/registry/registry.ts'
import { readAllFacts } from '../../src-main/tools/all-facts.ts'
import { ROOT } from '../paths.mjs'
import { readHelp } from './read-help.ts'
import { manualFiles } from './site.ts'

const { tools } = await loadRegistry()
const words = new Map((await readAllFacts()).map(({ slug, searchWords }) => [slug, searchWords]))
const files = await manualFiles({
  root: ROOT,
  tools: await describeTools(tools),
  openApi: await writeOpenApi(ROUTES, tools),
  routes: ROUTES,
  readHelp,
  searchWordsOf: (slug) => words.get(slug) ?? [],
})
process.stdout.write(JSON.stringify([...files]))
