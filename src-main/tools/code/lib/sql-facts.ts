/** What a text of SQL statements does with which tables and columns. */
export interface SqlFacts {
  readonly statements: string[]
  readonly tables: { name: string; schema: string | null; use: string }[]
  readonly columns: { name: string; table: string | null; use: string }[]
  readonly ast: unknown
}
