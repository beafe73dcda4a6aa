import { inLanguage } from '../shell/in-language.js';

/** The texts of the start page. */
export const startTexts = inLanguage({
  title: { zh: '准备排课', en: 'Before scheduling' },
  semester: { zh: '学期', en: 'Semester' },
  current: { zh: '（当前）', en: ' (current)' },
  ready: { zh: '可以开始自动排课', en: 'A run can begin' },
  aboutReady: {
    zh: '排课所需的数据都已齐备',
    en: 'Everything that a run needs is in place',
  },
  notReady: {
    zh: (count: number) => `还缺 ${count} 项，补齐后才能自动排课`,
    en: (count: number) =>
      `${count} ${count === 1 ? 'thing is' : 'things are'} missing before a run can begin`,
  },
  passedOver: {
    zh: (count: number) => `另有 ${count} 项会被跳过，不妨碍排课`,
    en: (count: number) => `${count} more will be passed over by a run`,
  },
  blocking: { zh: '必须补齐', en: 'Needed' },
  skipped: { zh: '会跳过', en: 'Passed over' },
  mendIt: { zh: '去处理：', en: 'Fix it: ' },
  more: { zh: (count: number) => `另有 ${count} 项`, en: (count: number) => `and ${count} more` },
  which: { zh: (count: number) => `查看 ${count} 项`, en: (count: number) => `Show ${count}` },
  institution: { zh: '学校数据', en: 'The institution' },
  departments: { zh: '院系', en: 'Departments' },
  teachers: { zh: '教师', en: 'Teachers' },
  students: { zh: '学生', en: 'Students' },
  classes: { zh: '行政班', en: 'Classes' },
  classrooms: { zh: '教室', en: 'Classrooms' },
  courses: { zh: '课程', en: 'Courses' },
  teachingClasses: { zh: '教学班', en: 'Teaching classes' },
  addData: { zh: '导入数据', en: 'Import data' },
  timetable: { zh: '课表', en: 'Timetable' },
  notPublished: { zh: '尚未发布', en: 'Not published yet' },
  published: { zh: (date: string) => `已发布（${date}）`, en: (date: string) => `Published on ${date}` },
  unplaced: { zh: '未排课次', en: 'Unplaced meetings' },
  conflicts: { zh: '未处理的冲突', en: 'Open conflicts' },
  toRuns: { zh: '自动排课', en: 'Schedule' },
  toBoard: { zh: '打开排课板', en: 'Open the board' },
  toImport: { zh: (noun: string) => `导入${noun}`, en: (noun: string) => `Import ${noun.toLowerCase()}` },
  toPlan: { zh: '教学计划与校历', en: 'Plan and calendar' },
});
