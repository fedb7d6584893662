/**
 * Prints the packed manual: the bundler runs this in a process of its own, since it keeps every module
 * that it has once imported.
 */
import { writeOpenApi } from '../../src-main/gateway/openapi/write-openapi.ts'
import { ROUTES } from '../../src-main/gateway/routes/index.ts'
import { describeTools } from '../../src-main/registry/describe-tools.ts'
import { loadRegistry } from '../../src-main/registry/registry.ts'
import { ROOT } from '../paths.mjs'
import { readHelp } from './read-help.ts'
import { packedManual } from './pack-manual.ts'

const { tools } = await loadRegistry()
const manual = await packedManual({
  root: ROOT,
  tools: await describeTools(tools),
  openApi: await writeOpenApi(ROUTES, tools),
  routes: ROUTES,
  readHelp,
  // The bundler names the fonts: pairs of a family and a file.
  fonts: JSON.parse(process.argv[2] ?? '{}') as Record<string, string>,
})
process.stdout.write(manual)
