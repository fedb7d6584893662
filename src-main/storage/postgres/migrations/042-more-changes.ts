import { toldTable } from './020-changes.ts'

/** Tells every gateway of changes of toolsets, recipes and providers, and of sources with their tools and secrets. */
export const moreChanges = `
${['toolset', 'recipe', 'provider'].map(toldTable).join('')}
INSERT INTO change VALUES ('source', 0);
CREATE FUNCTION tg_source_changed_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tg_changed_1('source', TG_TABLE_SCHEMA);
  RETURN NULL;
END $$;
${['source', 'source_tool', 'source_secret'].map(toldPart).join('')}`

function toldPart(table: string): string {
  return `
CREATE TRIGGER ${table}_is_told AFTER INSERT OR UPDATE OR DELETE ON ${table}
  FOR EACH STATEMENT EXECUTE FUNCTION tg_source_changed_1();`
}
