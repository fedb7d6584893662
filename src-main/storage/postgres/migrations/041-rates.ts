/**
 * What gateways have been allowed of the limits of keys. It is not written to disk: after a crash of the server,
 * counting begins afresh, as in a gateway that is alone.
 */
export const rates = `
CREATE UNLOGGED TABLE rate (
  id text PRIMARY KEY,
  -- A window is counted in parts of so many milliseconds. Counts are those of the newest part, and of those before it.
  part_ms bigint NOT NULL CHECK (part_ms > 0),
  newest bigint NOT NULL,
  counts bigint[] NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);

-- Any span as long as the window touches at most _parts + 1 parts, and no more than the limit is given in those.
CREATE FUNCTION tg_permits_1(_id text, _limit bigint, _part_ms bigint, _parts int, _need bigint, _extra bigint,
  _unused bigint, _unused_of bigint)
RETURNS TABLE (given bigint, part bigint, left_ms bigint, used bigint, free_ms bigint, reset_ms bigint)
LANGUAGE plpgsql AS $$
DECLARE
  _row rate; _now bigint; _counts bigint[]; _place int; _leaving bigint := 0;
BEGIN
  SELECT * INTO _row FROM rate r WHERE r.id = _id FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO rate AS r VALUES (_id, _part_ms, 0, '{}') ON CONFLICT DO NOTHING;
    SELECT * INTO _row FROM rate r WHERE r.id = _id FOR UPDATE;
  END IF;
  -- Behind the lock, so that whoever comes later has the later time.
  _now := floor(extract(epoch FROM clock_timestamp()) * 1000);
  part := _now / _part_ms;
  _counts := _row.counts;
  IF _row.part_ms <> _part_ms THEN
    -- The window has changed: what the new one still has of the old one counts as if it were of now.
    SELECT ARRAY[coalesce(sum(c.count), 0)::bigint] INTO _counts FROM unnest(_row.counts) WITH ORDINALITY AS c (count, n)
      WHERE (_row.newest - c.n + 2) * _row.part_ms > _now - _parts * _part_ms;
  ELSIF _row.newest > part + _parts THEN
    -- The clock was set back.
    _counts := '{}';
  ELSIF _row.newest > part THEN
    part := _row.newest;
  ELSE
    _counts := array_fill(0::bigint, ARRAY[least(part - _row.newest, _parts + 1)::int]) || _counts;
  END IF;
  _counts := _counts[1:_parts + 1];
  _counts := _counts || array_fill(0::bigint, ARRAY[_parts + 1 - cardinality(_counts)]);
  IF _unused > 0 AND _unused_of BETWEEN part - _parts AND part THEN
    _place := part - _unused_of + 1;
    _counts[_place] := greatest(0, _counts[_place] - _unused);
  END IF;
  SELECT sum(c) INTO used FROM unnest(_counts) AS c;
  given := greatest(0, least(_need + _extra, _limit - used));
  used := used + given;
  _counts[1] := _counts[1] + given;
  UPDATE rate r SET part_ms = _part_ms, newest = part, counts = _counts WHERE r.id = _id;
  left_ms := (part + 1) * _part_ms - _now;
  free_ms := 0;
  reset_ms := 0;
  FOR _place IN REVERSE _parts + 1..1 LOOP
    CONTINUE WHEN _counts[_place] = 0;
    -- From this moment on, it is before any window.
    IF reset_ms = 0 THEN reset_ms := (part - _place + _parts + 2) * _part_ms - _now; END IF;
    EXIT WHEN used < _limit;
    _leaving := _leaving + _counts[_place];
    free_ms := (part - _place + _parts + 2) * _part_ms - _now;
    EXIT WHEN used - _leaving < _limit;
  END LOOP;
  RETURN NEXT;
END $$;
`
