/**
 * Full-text search over session memory. Words are stemmed as in SQLite's index, none is left out, and their marks are
 * taken off, so that `cafe` finds `café`. The owner is a word of each entry, which no text can have because of its
 * equals sign, so a search reads only one key's entries.
 */
export const memorySearch = `
CREATE TEXT SEARCH DICTIONARY word_stem (TEMPLATE = snowball, LANGUAGE = english);
CREATE TEXT SEARCH CONFIGURATION words (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION words
  ALTER MAPPING FOR asciiword, asciihword, hword_asciipart, word, hword, hword_part WITH word_stem;

-- Whatever joins words for the parser, as in addresses, paths and numbers, separates them here.
CREATE FUNCTION tg_words_1(_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(normalize(translate(_text, '!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~', repeat(' ', 32)), NFD),
    '[\u0300-\u036f]', '', 'g')
$$;
-- The first 64 Ki characters of a value are searched. JSON's own escapes belong to no word.
CREATE FUNCTION tg_memory_text_1(_value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(left(_value, 65536), '\\\\[\\\\nrt]', ' ', 'g')
$$;
ALTER TABLE memory ADD COLUMN search tsvector GENERATED ALWAYS AS (
  array_to_tsvector(ARRAY['=' || key_id])
  || setweight(to_tsvector('words', tg_words_1(key)), 'A')
  || setweight(to_tsvector('words', tg_words_1(tags)), 'B')
  || to_tsvector('words', tg_words_1(tg_memory_text_1(value)))) STORED;
CREATE INDEX memory_by_words ON memory USING gin (search);
`
