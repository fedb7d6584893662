import { hasSqlDetails, loadModule, parseSync } from 'libpg-query'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { columnUse, kindOf, tableUse, WRITTEN_TARGETS } from './postgres-words.ts'
import type { SqlFacts } from './sql-facts.ts'

type Tree = Readonly<Record<string, unknown>>

/** What a part of a statement can see: tables by alias (null for a subquery and the like), and WITH queries. */
interface Scope {
  readonly sources: ReadonlyMap<string, string | null>
  readonly queries: ReadonlySet<string>
  readonly outputs: ReadonlySet<string>
  /** Whether a name without a table can only belong to the one source. */
  readonly isAlone: boolean
}

/** Members of a tree that leave what is in them in the same clause. */
const KEEPS_CLAUSE = new Set(['A_Expr', 'SortBy', 'node'])
/** Where a statement defines columns of a table. */
const DEFINES = new Set(['tableElts', 'def'])
/** The two sides of a join, or of a UNION and the like. */
const SIDES = new Set(['larg', 'rarg'])
const EMPTY: Scope = { sources: new Map(), queries: new Set(), outputs: new Set(), isAlone: true }

/**
 * The facts of PostgreSQL statements, read by PostgreSQL's own parser.
 * @throws InvalidInput with line and column
 */
export async function parsePostgres(sql: string): Promise<Omit<SqlFacts, 'ast'> & { ast: unknown }> {
  await loadModule()
  const ast = parsed(sql)
  // Each statement is one member, named after its kind.
  const statements = (ast.stmts ?? []).flatMap(({ stmt }) => Object.entries((stmt ?? {}) as Tree))
  const reader = new Reader()
  // The body of a statement is always an object.
  for (const [name, body] of statements) reader.statement(name, body as Tree, EMPTY)
  return {
    statements: statements.map(([name]) => kindOf(name)),
    tables: [...reader.tables.values()],
    columns: [...reader.columns.values()],
    ast,
  }
}

function parsed(sql: string) {
  try {
    return parseSync(sql)
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidInput('sql', 'The statements are nested too deeply')
    if (!hasSqlDetails(error)) throw error
    const before = [...sql]
      .slice(0, error.sqlDetails?.cursorPosition ?? 0)
      .join('')
      .split('\n')
    const where = ` on line ${before.length}, column ${[...before.at(-1)!].length + 1}`
    const isTooMuch = error.message.startsWith('memory exhausted')
    const what = isTooMuch ? 'it is nested too deeply' : error.message
    throw new InvalidInput(
      'sql',
      `This is not valid postgresql: ${what.slice(0, 200)}${where}`.toWellFormed(),
    )
  }
}

class Reader {
  readonly tables = new Map<string, SqlFacts['tables'][number]>()
  readonly columns = new Map<string, SqlFacts['columns'][number]>()

  statement(kind: string, body: Tree, outer: Scope): void {
    const scope = scopeOf(body, outer)
    for (const [key, value] of Object.entries(body)) {
      if (isTree(value) && (key === 'relation' || key === 'view' || key === 'rel'))
        this.#table(value, tableUse(kind, body), scope)
      else if (WRITTEN_TARGETS[kind]?.includes(key)) this.#targets(kind, body, value, scope)
      else if (kind === 'TruncateStmt' && key === 'relations')
        this.#each(value, 'RangeVar', 'truncate', scope)
      else if (kind === 'DropStmt' && key === 'objects') this.#dropped(body, value)
      else if (SIDES.has(key) && isTree(value))
        this.statement('SelectStmt', value, { ...outer, queries: scope.queries })
      else
        this.#walk(
          value,
          kind === 'InsertStmt' && key === 'selectStmt' ? withoutSources(scope) : scope,
          key,
        )
    }
    if (kind === 'DeleteStmt') this.#column('*', nameIn(body['relation']), 'delete')
  }

  // The parts of a statement that are not statements.
  #walk(value: unknown, scope: Scope, key: string): void {
    if (Array.isArray(value)) for (const one of value) this.#walk(one, scope, key)
    if (!isTree(value)) return
    for (const [name, member] of Object.entries(value)) {
      if (!isTree(member)) this.#walk(member, scope, name)
      else if (name === 'ColumnDef' && DEFINES.has(key)) this.#defined(member, scope)
      else if (name === 'ColumnRef') this.#reference(member, scope, key)
      else if (name === 'RangeVar' || name === 'rel')
        this.#table(member, name === 'rel' ? 'create' : 'select', scope)
      // What is in FROM or WITH sees no tables beside it.
      else if (name === 'CommonTableExpr' || (name === 'RangeSubselect' && member['lateral'] !== true))
        this.#walk(member, withoutSources(scope), name)
      else if (/Stmt$/.test(name)) this.statement(name, member, scope)
      else if (SIDES.has(name) && 'limitOption' in member) this.statement('SelectStmt', member, scope)
      else this.#walk(member, scope, KEEPS_CLAUSE.has(name) ? key : name)
    }
    if (key === 'JoinExpr')
      for (const one of namesIn(value['usingClause'])) this.#column(one, null, 'select')
    if (typeof value['name'] === 'string' && key === 'IndexElem')
      this.#column(value['name'], null, 'select')
  }

  #targets(kind: string, body: Tree, value: unknown, scope: Scope): void {
    const table = nameIn(body['relation'])
    for (const one of Array.isArray(value) ? value : []) {
      const target = isTree(one) && isTree(one['ResTarget']) ? one['ResTarget'] : {}
      if (typeof target['name'] === 'string') this.#column(target['name'], table, columnUse(kind))
      this.#walk(target['val'], scope, 'val')
    }
  }

  #each(value: unknown, wrapper: string, use: string, scope: Scope): void {
    for (const one of Array.isArray(value) ? value : [])
      if (isTree(one) && isTree(one[wrapper])) this.#table(one[wrapper], use, scope)
  }

  #dropped({ removeType }: Tree, value: unknown): void {
    if (!/TABLE|VIEW/.test(String(removeType))) return
    for (const one of Array.isArray(value) ? value : []) {
      const names = isTree(one) && isTree(one['List']) ? namesIn(one['List']['items']) : []
      const name = names.at(-1)
      if (name !== undefined) this.#addTable(name, names.at(-2) ?? null, 'drop')
    }
  }

  #table(range: Tree, use: string, { queries }: Scope): void {
    const { relname: name, schemaname: schema, catalogname: catalog } = range
    if (typeof name !== 'string' || (schema === undefined && queries.has(name))) return
    const owners = [catalog, schema].filter((owner) => typeof owner === 'string')
    this.#addTable(name, owners.join('.') || null, use)
  }

  #addTable(name: string, schema: string | null, use: string): void {
    this.tables.set(JSON.stringify([use, schema, name]), { name, schema, use })
  }

  #reference({ fields }: Tree, scope: Scope, key: string): void {
    const { sources, outputs } = scope
    const names = namesIn(fields)
    const name = names.at(-1)
    if (name === undefined) return
    const qualifier = names.at(-2)
    if (qualifier === undefined && outputs.has(name) && /^(?:sortClause|groupClause)$/.test(key)) return
    const table =
      qualifier === undefined
        ? onlySource(scope)
        : sources.has(qualifier)
          ? sources.get(qualifier)!
          : qualifier
    this.#column(name, table, 'select')
  }

  #defined(column: Tree, scope: Scope): void {
    if (typeof column['colname'] === 'string') this.#column(column['colname'], onlySource(scope), 'create')
    this.#walk(column['constraints'], scope, 'constraints')
  }

  #column(name: string, table: string | null, use: string): void {
    this.columns.set(JSON.stringify([use, table, name]), { name, table, use })
  }
}

// The sources and WITH queries of a statement, besides those around it.
function scopeOf(body: Tree, outer: Scope): Scope {
  const queries = new Set(outer.queries)
  const clause = isTree(body['withClause']) ? body['withClause'] : {}
  for (const one of Array.isArray(clause['ctes']) ? clause['ctes'] : []) {
    const query =
      isTree(one) && isTree(one['CommonTableExpr']) ? one['CommonTableExpr']['ctename'] : undefined
    if (typeof query === 'string') queries.add(query)
  }
  const own = new Map<string, string | null>()
  const add = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(add)
    if (!isTree(value)) return
    const { relname, alias, schemaname } = value
    const other = isTree(alias) ? alias['aliasname'] : undefined
    if (typeof relname === 'string') {
      const isTable = schemaname !== undefined || !queries.has(relname)
      return void own.set(typeof other === 'string' ? other : relname, isTable ? relname : null)
    }
    if (typeof other === 'string') own.set(other, null)
    for (const part of ['RangeVar', 'JoinExpr', 'RangeSubselect', 'RangeFunction', 'larg', 'rarg'])
      add(value[part])
  }
  for (const part of ['fromClause', 'usingClause', 'relation', 'sourceRelation']) add(body[part])
  if (isTree(body['onConflictClause'])) own.set('excluded', nameIn(body['relation']))
  const isAlone = outer.sources.size === 0 && !own.has('excluded')
  const outputs = new Set<string>()
  for (const one of Array.isArray(body['targetList']) ? body['targetList'] : [])
    if (isTree(one) && isTree(one['ResTarget']) && typeof one['ResTarget']['name'] === 'string')
      outputs.add(one['ResTarget']['name'])
  return { sources: new Map([...outer.sources, ...own]), queries, outputs, isAlone }
}

/** The table to which a name without one can only belong. */
function onlySource({ sources, isAlone }: Scope): string | null {
  return isAlone && sources.size === 1 ? [...sources.values()][0]! : null
}

function withoutSources(scope: Scope): Scope {
  return { ...scope, sources: new Map() }
}

// The parts of a name such as schema.table.column; a star is a part.
function namesIn(list: unknown): string[] {
  return (Array.isArray(list) ? list : []).flatMap((one) => {
    if (!isTree(one)) return []
    if ('A_Star' in one) return ['*']
    const text = isTree(one['String']) ? one['String']['sval'] : undefined
    return typeof text === 'string' ? [text] : []
  })
}

function nameIn(range: unknown): string | null {
  return isTree(range) && typeof range['relname'] === 'string' ? range['relname'] : null
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
