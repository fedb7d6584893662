const KINDS: Readonly<Record<string, string>> = {
  ViewStmt: 'create',
  IndexStmt: 'create',
  DefineStmt: 'create',
  CompositeTypeStmt: 'create',
  RuleStmt: 'create',
  RenameStmt: 'alter',
  VariableSetStmt: 'set',
  VariableShowStmt: 'show',
}

/** The kind of a statement, such as select or create, by the parser's name of its node. */
export function kindOf(node: string): string {
  const known = KINDS[node]
  if (known !== undefined) return known
  const [, verb] = /^(Create|Alter|Drop|Comment)/.exec(node) ?? []
  return (verb ?? node.replace(/Stmt$/, '')).toLowerCase()
}

/** What a statement does with the table that it is about. */
export function tableUse(node: string, body: Readonly<Record<string, unknown>>): string {
  if (node === 'CopyStmt') return body['is_from'] === true ? 'insert' : 'select'
  if (node === 'IndexStmt') return 'alter'
  return kindOf(node)
}

/** The members of a statement that name the columns which it writes. */
export const WRITTEN_TARGETS: Readonly<Record<string, readonly string[]>> = {
  InsertStmt: ['cols'],
  UpdateStmt: ['targetList'],
}

/** How a statement uses the columns that it writes. */
export function columnUse(node: string): string {
  return kindOf(node)
}
