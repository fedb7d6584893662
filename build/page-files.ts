import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { ROOT } from './paths.mjs'

/** What the first screen consists of: the frame and the place that is shown in it. */
const FIRST_SCREEN = ['src-renderer/main.ts', 'src-renderer/tools/ToolsPage.vue'].map((path) =>
  join(ROOT, path),
)

// They are imported through a file that names every part of their package, so that the imports alone would count them.
const DIALOGS =
  /reka-ui[\\/]dist[\\/](Dialog|FocusScope|DismissableLayer|Teleport|shared[\\/](bodyPointerEvents|useBodyScrollLock|useFocusGuards|useHideOthers))|node_modules[\\/](aria-hidden|defu)[\\/]/

/**
 * How the page is divided into files. Few of them: many small ones compress worse, and name each other.
 * The first group that fits takes a module and, unless a group before has it, all that it imports.
 */
export const PAGE_FILES: Rolldown.CodeSplittingGroup[] = [
  // The workers load these two, and nothing of the page itself.
  {
    name: 'read',
    test: /src-shared[\\/](parse-json|canonical-json)\.ts|src-renderer[\\/]gateway[\\/](output-text|verify-hash)\.ts|[\\/]call[\\/]fill-main\.ts/,
  },
  { name: 'table', test: /[\\/]batch[\\/]import[\\/](read-table|read-csv|table)\.ts/ },
  {
    name: 'validator',
    test: /src-shared[\\/]json-schema[\\/]|fault-words|validate-input|node_modules[\\/]ajv-formats[\\/]/,
  },
  {
    name: (id, context) => (!DIALOGS.test(id) && ofFirstScreen(id, context) ? 'first' : null),
    debugName: 'first',
  },
  { name: 'editor', test: /node_modules[\\/]@codemirror[\\/]|[\\/](plain-language|code-mirror)\.ts/ },
  { name: 'dialogs', test: /reka-ui|[\\/]dialogs[\\/]/, minShareCount: 2 },
  // What tells a pasted text and finds tools, and the two places that do nothing else.
  {
    name: 'search',
    test: /src-shared[\\/]kinds[\\/]|src-renderer[\\/](palette|quick|tools[\\/]search)[\\/]/,
  },
  // What the place Tools shows after an answer, and what the frame shows when it is asked for, or first of all.
  { name: 'later', test: /src-renderer[\\/](tools|shell|shortcuts|welcome)[\\/]/ },
  // What only the owner sees.
  { name: 'owner', test: /src-renderer[\\/](balance|settings|sources)[\\/]/ },
  // What was called, asked and said, which share their lists and their hashes.
  { name: 'record', test: /src-renderer[\\/](activity|memory|verify)[\\/]/ },
  // A table to enrich is opened from a batch, and the two are written with the same words.
  { name: 'batch', test: /src-renderer[\\/]batch[\\/](?!.*-worker\.)/ },
]

const reached = new WeakMap<object, Set<string>>()

function ofFirstScreen(id: string, context: Rolldown.ChunkingContext): boolean {
  const root = context.getModuleInfo(FIRST_SCREEN[0]!)
  if (root === null) return false
  let known = reached.get(root)
  if (!known) {
    known = new Set<string>()
    reached.set(root, known)
    const next = [...FIRST_SCREEN]
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      if (known.has(at)) continue
      known.add(at)
      next.push(...(context.getModuleInfo(at)?.importedIds ?? []))
    }
  }
  return known.has(id)
}
