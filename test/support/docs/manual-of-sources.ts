import { readHelp } from '../../../build/docs/read-help.ts'
import { manualFiles, manualPages } from '../../../build/docs/site.ts'
import { ROOT } from '../../../build/paths.mjs'
import { writeOpenApi } from '../../../src-main/gateway/openapi/write-openapi.ts'
import { ROUTES } from '../../../src-main/gateway/routes/index.ts'
import { describeTools } from '../../../src-main/registry/describe-tools.ts'
import { loadRegistry } from '../../../src-main/registry/registry.ts'

/** The files of the manual as the build would write them, by their address. */
export async function manualOfSources(): Promise<ReadonlyMap<string, string>> {
  const { tools } = await loadRegistry()
  const pages = await manualPages({
    root: ROOT,
    tools: await describeTools(tools),
    openApi: await writeOpenApi(ROUTES, tools),
    routes: ROUTES,
    readHelp,
    fonts: {},
  })
  return manualFiles(pages, { root: ROOT, fonts: {} })
}
