-- Lists at scale: what a keyword is compared with and found by, the order of Chinese names, and an index for each
-- order that lists declare.

-- Names in the order that people expect: by pinyin, numbers by their size. A server without ICU orders them by code point.
do $$
begin
  create collation "chinese" (provider = icu, locale = 'zh-u-co-pinyin-kn');
exception when feature_not_supported then
  create collation "chinese" from "C";
end
$$;

-- A text as keywords see it: without letter case, full-width characters as half-width ones.
create function keyword_text(text) returns text language sql immutable strict parallel safe
return lower(normalize($1, nfkc));

-- Every piece of one or two characters of the texts. An index of trigrams cannot find a word of two characters.
create function keyword_grams(variadic texts text[]) returns text[] language sql immutable parallel safe
return (
  select coalesce(array_agg(distinct substr(word, at, length)), '{}')
  from unnest(texts) as given, keyword_text(given) as word, generate_series(1, 2) as length,
    generate_series(1, char_length(word) + 1 - length) as at
);

-- The pieces of a keyword that a text must have to contain it: those of two characters, or its only one.
create function keyword_probe(keyword text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct substr(word, at, 2)), '{}')
  from keyword_text(keyword) as word, generate_series(1, greatest(char_length(word) - 1, 1)) as at
);

-- Keeps the pieces of the columns that it is given. A generated column could not be: triggers compare whole rows. The pieces
-- are cut in an expression of their own, whose plan is kept from row to row.
create function keep_keyword() returns trigger language plpgsql as $$
declare
  written jsonb := to_jsonb(new);
  texts text[] := array(select written ->> field from unnest(tg_argv) as field);
begin
  new.keyword := keyword_grams(variadic texts);
  return new;
end
$$;

do $$
declare
  searched record;
begin
  for searched in
    select * from (values
      ('campus', '{name, code, address}'::text[]),
      ('building', '{name}'::text[]),
      ('classroom_tag', '{name}'::text[]),
      ('classroom_type', '{name}'::text[]),
      ('course_category', '{name}'::text[]),
      ('course_nature', '{name}'::text[]),
      ('course_property', '{name}'::text[]),
      ('course_type', '{name}'::text[]),
      ('credit_hour_type', '{name}'::text[]),
      ('furniture_type', '{name}'::text[]),
      ('grade', '{name}'::text[]),
      ('permission', '{key, name}'::text[]),
      ('role', '{name}'::text[]),
      ('semester', '{name}'::text[]),
      ('teacher_type', '{name}'::text[]),
      ('unit_category', '{name, english_name, short_name}'::text[]),
      ('unit_type', '{name}'::text[]),
      ('department', '{name}'::text[]),
      ('major', '{name}'::text[]),
      ('classroom', '{code, name}'::text[]),
      ('user', '{name, email, phone}'::text[]),
      ('teacher', '{code, name}'::text[]),
      ('teacher_preference', '{reason}'::text[]),
      ('student', '{code, name}'::text[]),
      ('administrative_class', '{name}'::text[]),
      ('course', '{code, name}'::text[]),
      ('teaching_class', '{code, name}'::text[]),
      ('teacher_qualification', '{remarks}'::text[])
    ) as searched ("table", "columns")
  loop
    execute format('alter table %I add column keyword text[] not null default %L', searched."table", '{}');
    -- Rows that are only given their pieces do not count as changed.
    execute format('alter table %1$I disable trigger %2$I', searched."table", searched."table" || '_touch');
    execute format('update %I set keyword = keyword_grams(%s)', searched."table", array_to_string(searched."columns", ', '));
    execute format('alter table %1$I enable trigger %2$I', searched."table", searched."table" || '_touch');
    execute format(
      'create trigger %I before insert or update of %s on %I for each row execute function keep_keyword(%s)',
      searched."table" || '_keyword', array_to_string(searched."columns", ', '), searched."table",
      (select string_agg(quote_literal(field), ', ') from unnest(searched."columns") as field)
    );
    execute format(
      'create index %I on %I using gin (keyword) with (gin_pending_list_limit = 256)', searched."table" || '_keyword', searched."table"
    );
  end loop;
end
$$;

create index "campus_created_at_order" on "campus" ("created_at", "id");
create index "campus_name_order" on "campus" ("name" collate "chinese", "id");
create index "campus_code_order" on "campus" ("code", "id");
create index "building_created_at_order" on "building" ("created_at", "id");
create index "building_name_order" on "building" ("name" collate "chinese", "id");
create index "furniture_type_created_at_order" on "furniture_type" ("created_at", "id");
create index "furniture_type_name_order" on "furniture_type" ("name" collate "chinese", "id");
create index "grade_created_at_order" on "grade" ("created_at", "id");
create index "grade_name_order" on "grade" ("name" collate "chinese", "id");
create index "grade_year_order" on "grade" ("year", "id");
create index "grade_start_date_order" on "grade" ("start_date", "id");
create index "permission_created_at_order" on "permission" ("created_at", "id");
create index "permission_key_order" on "permission" ("key", "id");
create index "permission_name_order" on "permission" ("name" collate "chinese", "id");
create index "role_created_at_order" on "role" ("created_at", "id");
create index "role_name_order" on "role" ("name" collate "chinese", "id");
create index "semester_created_at_order" on "semester" ("created_at", "id");
create index "semester_name_order" on "semester" ("name" collate "chinese", "id");
create index "semester_start_date_order" on "semester" ("start_date", "id");
create index "teacher_type_created_at_order" on "teacher_type" ("created_at", "id");
create index "teacher_type_name_order" on "teacher_type" ("name" collate "chinese", "id");
create index "timetable_created_at_order" on "timetable" ("created_at", "id");
create index "timetable_revision_order" on "timetable" ("revision", "id");
create index "timetable_soft_cost_order" on "timetable" ("soft_cost", "id");
create index "unit_category_created_at_order" on "unit_category" ("created_at", "id");
create index "unit_category_name_order" on "unit_category" ("name" collate "chinese", "id");
create index "unit_category_order_order" on "unit_category" ("order", "id");
create index "unit_type_created_at_order" on "unit_type" ("created_at", "id");
create index "unit_type_name_order" on "unit_type" ("name" collate "chinese", "id");
create index "unit_type_order_order" on "unit_type" ("order", "id");
create index "department_created_at_order" on "department" ("created_at", "id");
create index "department_code_order" on "department" ("code", "id");
create index "department_name_order" on "department" ("name" collate "chinese", "id");
create index "department_order_order" on "department" ("order", "id");
create index "department_established_on_order" on "department" ("established_on", "id");
create index "major_created_at_order" on "major" ("created_at", "id");
create index "major_name_order" on "major" ("name" collate "chinese", "id");
create index "major_code_order" on "major" ("code", "id");
create index "major_education_years_order" on "major" ("education_years", "id");
create index "classroom_created_at_order" on "classroom" ("created_at", "id");
create index "classroom_code_order" on "classroom" ("code", "id");
create index "classroom_name_order" on "classroom" ("name" collate "chinese", "id");
create index "classroom_capacity_order" on "classroom" ("capacity", "id");
create index "classroom_area_order" on "classroom" ("area", "id");
create index "user_created_at_order" on "user" ("created_at", "id");
create index "user_name_order" on "user" ("name", "id");
create index "user_email_order" on "user" ("email", "id");
create index "teacher_created_at_order" on "teacher" ("created_at", "id");
create index "teacher_code_order" on "teacher" ("code", "id");
create index "teacher_name_order" on "teacher" ("name" collate "chinese", "id");
create index "teacher_job_title_order" on "teacher" ("job_title" collate "chinese", "id");
create index "teacher_preference_created_at_order" on "teacher_preference" ("created_at", "id");
create index "teacher_preference_day_of_week_order" on "teacher_preference" ("day_of_week", "id");
create index "teacher_preference_period_order" on "teacher_preference" ("period", "id");
create index "teacher_preference_level_order" on "teacher_preference" ("level", "id");
create index "student_created_at_order" on "student" ("created_at", "id");
create index "student_code_order" on "student" ("code", "id");
create index "student_name_order" on "student" ("name" collate "chinese", "id");
create index "administrative_class_created_at_order" on "administrative_class" ("created_at", "id");
create index "administrative_class_code_order" on "administrative_class" ("code", "id");
create index "administrative_class_name_order" on "administrative_class" ("name" collate "chinese", "id");
create index "administrative_class_student_count_order" on "administrative_class" ("student_count", "id");
create index "scheduling_task_created_at_order" on "scheduling_task" ("created_at", "id");
create index "scheduling_task_finished_at_order" on "scheduling_task" ("finished_at", "id");
create index "course_created_at_order" on "course" ("created_at", "id");
create index "course_code_order" on "course" ("code", "id");
create index "course_name_order" on "course" ("name" collate "chinese", "id");
create index "course_total_hours_order" on "course" ("total_hours", "id");
create index "course_credits_order" on "course" ("credits", "id");
create index "teaching_class_created_at_order" on "teaching_class" ("created_at", "id");
create index "teaching_class_code_order" on "teaching_class" ("code", "id");
create index "teaching_class_name_order" on "teaching_class" ("name" collate "chinese", "id");
create index "teaching_class_student_count_order" on "teaching_class" ("student_count", "id");
create index "teacher_qualification_created_at_order" on "teacher_qualification" ("created_at", "id");
create index "teacher_qualification_level_order" on "teacher_qualification" ("level", "id");
create index "teacher_qualification_teach_years_order" on "teacher_qualification" ("teach_years", "id");
create index "teacher_qualification_approved_at_order" on "teacher_qualification" ("approved_at", "id");
