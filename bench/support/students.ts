/** Parts of Chinese names; family name, first and second part of the given name are drawn by arithmetic. */
const names = {
  family: '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡',
  first: '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰建国志红海燕文斌建军丹春梅',
  second: '华文玉建志晓海春红云梅兰英婷宇欣佳思雪琳浩然博轩子涵一诺雨桐梓萱俊熙语嫣',
};

const nth = (part: string, index: string): string =>
  `(string_to_array('${part}', null))[1 + (${index}) % ${[...part].length}]`;

/**
 * Sets of rows that make an institution with so many students, in 20 departments: one statement for each
 * table. Every name is possible, every 30th has only two characters.
 */
export const studentsSql = (count: number): string => `
  insert into unit_category (id, name) values (gen_random_uuid(), '测试类别');
  insert into unit_type (id, name) values (gen_random_uuid(), '测试办别');
  insert into department (id, code, name, established_on, category_id, type_id)
    select gen_random_uuid(), 'SEED' || i, '测试学院' || i, '2000-01-01',
      (select id from unit_category where name = '测试类别'), (select id from unit_type where name = '测试办别')
    from generate_series(1, 20) i;
  insert into major (id, code, name, department_id, education_years, training_level)
    select gen_random_uuid(), 'M' || code, '测试专业' || code, id, 4, '本科' from department where code like
    'SEED%';
  insert into grade (id, name, year, start_date) values (gen_random_uuid(), '测试年级', 1999, '1999-09-01');
  insert into student (id, code, name, is_male, grade_id, department_id, major_id, created_at, updated_at)
    select gen_random_uuid(), '2026' || lpad(i::text, 8, '0'),
      ${nth(names.family, 'i::bigint * 7919')} || ${nth(names.first, 'i::bigint * 104729 / 7')}
        || case when i % 30 = 0 then '' else ${nth(names.second, 'i::bigint * 15485863 / 11')} end,
      i % 2 = 0, (select id from grade where name = '测试年级'), m.department_id, m.id, moment, moment
    from generate_series(1, ${count}) i
    join (select id, department_id, row_number() over (order by code) as n from major where code like
    'MSEED%') m
      on m.n = 1 + i % 20,
    lateral (select '2026-01-01'::timestamptz + i * interval '1 second' as moment) clock;
`;
