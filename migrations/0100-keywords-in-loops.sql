-- Oldest release beside: 0.1.0
-- The pieces by which keywords find a record are cut in loops: as a statement, planned with every transaction,
-- they cost more than storing the row.
create or replace function keep_keyword() returns trigger language plpgsql as $$
declare
  written jsonb := to_jsonb(new);
  field text;
  word text;
  pieces text[] := '{}';
begin
  foreach field in array tg_argv loop
    word := keyword_text(written ->> field);
    continue when word is null;
    for at in 1 .. char_length(word) loop
      pieces := pieces || substr(word, at, 1);
      if at < char_length(word) then
        pieces := pieces || substr(word, at, 2);
      end if;
    end loop;
  end loop;
  new.keyword := array(select distinct unnest(pieces));
  return new;
end
$$;
