import { defineCommand } from 'citty'
import { counted } from '../../../src-shared/counted.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { isRecord } from '../client/refused.ts'
import { decoded, readBytes } from '../input/read-text.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { print, printJson, say, table } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import {
  checkedRecipe,
  draftedRecipe,
  oneRecipe,
  recipeList,
  removedRecipe,
  triedRecipe,
} from './recipe-answers.ts'

const PATH = '/app/recipes'
const MAX_BYTES = 1024 * 1024
const file = {
  type: 'positional',
  required: true,
  description: 'A JSON file with its slug, title, summary, input, steps and output, or - for stdin',
} as const
const slug = {
  type: 'positional',
  required: true,
  description: 'Its slug, such as recipe__page-digest',
} as const

const list = defineClientCommand({
  name: 'list',
  description: 'Lists the recipes with their prices and states',
  run: async (client, { json }) => {
    const answer = await client.get(PATH)
    if (json) return printJson(answer)
    const rows = recipeList
      .parse(answer)
      .recipes.map((one) => [
        one.slug,
        one.state,
        one.steps,
        one.credits ?? '-',
        one.engine ?? '-',
        one.title,
      ])
    const none = 'No recipe is saved. toolgate recipes save FILE saves one.'
    print(rows.length > 0 ? table(['slug', 'state', 'steps', 'credits', 'engine', 'title'], rows) : none)
  },
})

const show = defineClientCommand({
  name: 'show',
  description: 'Prints a recipe as the JSON that save takes, and says why it is closed',
  args: { slug },
  run: async (client, { slug: wanted, json }) => {
    const answer = await client.get(pathOf(wanted))
    if (json) return printJson(answer)
    const { recipe } = oneRecipe.parse(answer)
    printJson({ slug: recipe.slug, ...recipe.recipe })
    for (const { id, tool } of recipe.closed_steps)
      say(`It cannot run now: ${tool}, the tool of its step ${id}, was changed, switched off or removed.`)
  },
})

const save = defineClientCommand({
  name: 'save',
  description: 'Saves a recipe, in place of a former one of its slug',
  args: { file },
  run: async (client, { file: from, json }) => {
    const { slug: wanted, recipe } = await recipeIn(from)
    const answer = await client.put(pathOf(wanted), recipe)
    if (json) return printJson(answer)
    const saved = oneRecipe.parse(answer).recipe
    const price = counted(saved.credits ?? 0, 'credit')
    print(
      `${saved.slug} is saved, version ${saved.version}: ${counted(saved.steps, 'step')}, ${price} a call.`,
    )
    if (process.stderr.isTTY) say(`Run it with toolgate call ${saved.slug}.`)
  },
})

const check = defineClientCommand({
  name: 'check',
  description: 'Says what a recipe would cost, without saving or running it',
  args: { file },
  run: async (client, { file: from, json }) => {
    const answer = await client.post(`${PATH}/check`, await recipeIn(from))
    if (json) return printJson(answer)
    const { credits, engine, is_pure: isPure, side_effects: changes, steps } = checkedRecipe.parse(answer)
    print(
      table(
        ['step', 'tool', 'credits'],
        steps.map((step) => [step.id, step.slug, step.credits]),
      ),
    )
    const again = isPure ? 'can be computed again to verify it' : 'cannot be computed again'
    print(`${counted(credits ?? 0, 'credit')} a call, engine ${engine ?? '-'}; ${again}.`)
    if (changes) print('It changes something besides giving an answer.')
  },
})

const tries = defineClientCommand({
  name: 'try',
  description: 'Runs a recipe that need not be saved, at its price, and shows what each step gave',
  args: {
    file,
    input: { type: 'string', description: 'The input as JSON', valueHint: 'JSON' },
  },
  run: async (client, { file: from, input = '{}', json }) => {
    const body = { ...(await recipeIn(from)), input: objectIn(input, '--input') }
    const answer = await client.post(`${PATH}/try`, body)
    const { ok, steps, credits_used: credits, data, error } = triedRecipe.parse(answer)
    if (json) printJson(answer)
    else {
      for (const step of steps) {
        const given = step.ok ? shortened(JSON.stringify(step.data)) : 'failed'
        print(`${step.id} (${step.slug}), ${step.ms} ms: ${given}`)
      }
      if (ok) printJson(data)
      else say(error?.message ?? 'A language model is missing; toolgate providers sets one up.')
      say(`${counted(credits, 'credit')} charged.`)
    }
    return ok ? EXIT.done : EXIT.failed
  },
})

const draft = defineClientCommand({
  name: 'draft',
  description:
    'Writes a recipe from calls in Activity: draft ID ID …, by their request ids, in their order',
  takes: 'words',
  run: async (client, { _: ids, json }) => {
    if (ids.length === 0)
      throw new UsageError('Name the calls by their request ids, as toolgate listen shows them.')
    const answer = await client.post(`${PATH}/draft`, { calls: ids })
    if (json) return printJson(answer)
    const { slug: named, recipe, links } = draftedRecipe.parse(answer)
    printJson({ slug: named, ...recipe })
    say(
      `${counted(links, 'value')} that a call took from another became ${links === 1 ? 'a link' : 'links'}.`,
    )
  },
})

const remove = defineClientCommand({
  name: 'remove',
  description: 'Removes a recipe; recipes that run it are closed by that',
  args: { slug },
  run: async (client, { slug: wanted, json }) => {
    const answer = await client.delete(pathOf(wanted))
    if (json) return printJson(answer)
    const { closed } = removedRecipe.parse(answer)
    print(`${wanted} is removed.`)
    if (closed.length > 0) say(`These run it and are closed now: ${closed.join(', ')}.`)
  },
})

/** `toolgate recipes`: chains of tools that are one tool. */
export const recipes = defineCommand({
  subCommands: { list, show, save, check, try: tries, draft, remove },
})

async function recipeIn(from: string): Promise<{ readonly slug: string; readonly recipe: object }> {
  const { slug: named, ...recipe } = objectIn(decoded(await readBytes(from, MAX_BYTES), from), from)
  if (typeof named !== 'string')
    throw new UsageError(`${from} has no "slug", such as "recipe__page-digest".`)
  return { slug: named, recipe }
}

function objectIn(text: string, from: string): Record<string, unknown> {
  let read: unknown
  try {
    read = parseJson(text)
  } catch (error) {
    throw new UsageError(`${from} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!isRecord(read)) throw new UsageError(`${from} is not an object.`)
  return read
}

function shortened(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199).toWellFormed()}…`
}

function pathOf(wanted: string): string {
  return `${PATH}/${encodeURIComponent(wanted)}`
}
