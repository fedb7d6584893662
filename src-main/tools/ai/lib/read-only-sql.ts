const READS = /^(?:select|with|values|explain|show|describe|desc|table)\b/i
const WRITES = new RegExp(
  String.raw`\b(?:insert|update|delete|merge|upsert|into|drop|alter|create|truncate|grant|revoke|copy|call|exec(?:ute)?|` +
    String.raw`lock|nextval|setval|set_config|get_lock|load_extension|load_file|writefile|lo_\w+|dblink\w*|xp_\w+|sp_\w+|` +
    String.raw`pg_(?:\w*(?:terminate|cancel|reload|rotate|switch|write|advisory|import|drop|create)\w*))\b`,
  'i',
)
/** A comment inside another, which only some databases nest; one that MySQL runs; a quote behind a backslash. */
const READ_IN_TWO_WAYS = /\/\*(?:(?!\*\/)[^])*\/\*|\/\*[!+M]|\\['"`]/

const MYSQL = new Set(['mysql', 'mariadb'])

/**
 * True if every statement starts as a query and nothing in it may write: DML in a WITH, `SELECT … INTO`,
 * and functions that change something. What two databases would read differently is not read-only.
 * @param dialect as llm-sql-generate names it
 */
export function onlyReads(sql: string, dialect: string): boolean {
  if (READ_IN_TWO_WAYS.test(sql)) return false
  const statements = sql
    .replaceAll(notCodeOf(dialect), ' ')
    .split(';')
    .map((statement) => statement.trim().replace(/^[(\s]+/, ''))
    .filter((statement) => statement !== '')
  return statements.length > 0 && statements.every((one) => READS.test(one) && !WRITES.test(one))
}

// Texts, quoted names and comments. A sign that quotes nothing in a dialect must not hide the code after it.
function notCodeOf(dialect: string): RegExp {
  const isMysql = MYSQL.has(dialect)
  const parts = [
    String.raw`'(?:[^']|'')*'`,
    String.raw`"(?:[^"]|"")*"`,
    isMysql ? String.raw`--(?=\s|$)[^\n]*` : String.raw`--[^\n]*`,
    String.raw`\/\*[^]*?\*\/`,
    ...(dialect === 'postgresql' || dialect === 'duckdb' ? [String.raw`\$(\w*)\$[^]*?\$\1\$`] : []),
    ...(isMysql || dialect === 'bigquery' ? ['#[^\\n]*', '`[^`]*`'] : []),
    ...(dialect === 'sqlite' ? ['`[^`]*`', String.raw`\[[^\]]*\]`] : []),
    ...(dialect === 'sqlserver' ? [String.raw`\[(?:[^\]]|\]\])*\]`] : []),
  ]
  return new RegExp(parts.join('|'), 'g')
}
