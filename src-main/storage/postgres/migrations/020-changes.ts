/**
 * Tells every gateway that something has changed of which each has a copy in memory: by a notice when it commits, and
 * by a version that they compare. The row of the version is locked until then, so versions are in the order of commits.
 */
export const changes = `
CREATE TABLE change (what text PRIMARY KEY, version bigint NOT NULL);
CREATE FUNCTION tg_changed_1(_what text, _schema text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE _version bigint;
BEGIN
  UPDATE change SET version = version + 1 WHERE what = _what RETURNING version INTO _version;
  PERFORM pg_notify('toolgate_' || _schema, 'changed ' || _what);
  RETURN _version;
END $$;

ALTER TABLE api_key ADD COLUMN version bigint NOT NULL DEFAULT 0;
CREATE INDEX api_key_by_version ON api_key (version);
INSERT INTO change VALUES ('api_key', 0);
CREATE FUNCTION tg_key_changed_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version = tg_changed_1(TG_TABLE_NAME, TG_TABLE_SCHEMA);
  RETURN NEW;
END $$;
CREATE TRIGGER api_key_has_version BEFORE INSERT OR UPDATE ON api_key
  FOR EACH ROW EXECUTE FUNCTION tg_key_changed_1();

CREATE FUNCTION tg_table_changed_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tg_changed_1(TG_TABLE_NAME, TG_TABLE_SCHEMA);
  RETURN NULL;
END $$;
${['setting', 'allowed_origin'].map(toldTable).join('')}`

/** Tells of each change of a table. */
export function toldTable(table: string): string {
  return `
INSERT INTO change VALUES ('${table}', 0);
CREATE TRIGGER ${table}_is_told AFTER INSERT OR UPDATE OR DELETE ON ${table}
  FOR EACH STATEMENT EXECUTE FUNCTION tg_table_changed_1();`
}
