import { inLanguage } from '../../shell/in-language.js';

/** What can be imported, in the order in which an institution enters it. */
export const subjects = [
  'INSTITUTION',
  'CAMPUSES',
  'BUILDINGS',
  'CLASSROOM_TYPES',
  'FURNITURE_TYPES',
  'CLASSROOMS',
  'DEPARTMENTS',
  'GRADES',
  'MAJORS',
  'ADMINISTRATIVE_CLASSES',
  'TEACHERS',
  'STUDENTS',
  'COURSES',
  'QUALIFICATIONS',
  'SEMESTERS',
  'BELL_SEASONS',
  'CALENDAR_DAYS',
  'TEACHING_CLASSES',
  'TEACHING_LINKS',
  'CLASS_GROUPS',
  'ENROLMENTS',
  'PREFERENCES',
] as const;
export type Subject = (typeof subjects)[number];

/** The names of the subjects. */
export const subjectNames = inLanguage({
  INSTITUTION: { zh: '全部数据（一个工作簿）', en: 'Everything (one workbook)' },
  CAMPUSES: { zh: '校区', en: 'Campuses' },
  BUILDINGS: { zh: '教学楼', en: 'Buildings' },
  CLASSROOM_TYPES: { zh: '教室类型', en: 'Classroom types' },
  FURNITURE_TYPES: { zh: '桌椅类型', en: 'Furniture types' },
  CLASSROOMS: { zh: '教室', en: 'Classrooms' },
  DEPARTMENTS: { zh: '院系', en: 'Departments' },
  GRADES: { zh: '年级', en: 'Grades' },
  MAJORS: { zh: '专业', en: 'Majors' },
  ADMINISTRATIVE_CLASSES: { zh: '行政班', en: 'Classes' },
  TEACHERS: { zh: '教师', en: 'Teachers' },
  STUDENTS: { zh: '学生', en: 'Students' },
  COURSES: { zh: '课程', en: 'Courses' },
  QUALIFICATIONS: { zh: '任课资格', en: 'Qualifications' },
  SEMESTERS: { zh: '学期', en: 'Semesters' },
  BELL_SEASONS: { zh: '作息时间', en: 'Times of periods' },
  CALENDAR_DAYS: { zh: '校历', en: 'Calendar' },
  TEACHING_CLASSES: { zh: '教学班', en: 'Teaching classes' },
  TEACHING_LINKS: { zh: '教学班关系', en: 'Links of teaching classes' },
  CLASS_GROUPS: { zh: '班级分组', en: 'Groups of classes' },
  ENROLMENTS: { zh: '选课名单', en: 'Enrolments' },
  PREFERENCES: { zh: '教师时间意愿', en: 'Wishes of teachers' },
});
