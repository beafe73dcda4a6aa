-- Oldest release beside: 0.1.0
-- Majors and classes are found by their codes, too, as students and teachers are by theirs.
do $$
declare
  searched text;
begin
  foreach searched in array array['major', 'administrative_class'] loop
    execute format('drop trigger %I on %I', searched || '_keyword', searched);
    execute format(
      'create trigger %I before insert or update of code, name on %I for each row execute function keep_keyword(%L, %L)',
      searched || '_keyword', searched, 'code', 'name'
    );
    -- Rows that are only given their pieces do not count as changed.
    execute format('alter table %I disable trigger %I', searched, searched || '_touch');
    execute format('update %I set keyword = keyword_grams(code, name)', searched);
    execute format('alter table %I enable trigger %I', searched, searched || '_touch');
  end loop;
end
$$;
