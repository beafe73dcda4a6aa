import { inLanguage } from '../shell/in-language.js';

/** The texts of the administration. */
export const administrationTexts = inLanguage({
  sections: { zh: '管理', en: 'Administration' },
  exports: { zh: '导出', en: 'Exports' },
  records: { zh: '基础数据', en: 'Records' },
  imports: { zh: '导入', en: 'Imports' },
  semester: { zh: '学期与校历', en: 'Semester and calendar' },
  people: { zh: '首次登录', en: 'First sign-in' },
  more: {
    zh: '这些页面没有的查询与操作，都在这里：',
    en: 'Whatever else you may ask or change is in',
  },
  rounds: { zh: '选课轮次', en: 'Enrolment rounds' },

  latestImports: { zh: '最近的导入', en: 'Latest imports' },
  subject: { zh: '导入内容', en: 'What to import' },
  template: { zh: '下载模板', en: 'Template' },
  aboutTemplate: {
    zh: '先下载模板，填写后再上传',
    en: 'Download the template, fill it in, then upload it',
  },
  administratorsTemplate: {
    zh: '这份模板只有管理员能下载，请向管理员索取',
    en: 'Only administrators may download this template: please ask one for it',
  },
  workbook: { zh: '填好的工作簿（.xlsx，不超过 10 MiB）', en: 'The workbook (.xlsx, at most 10 MiB)' },
  isDryRun: { zh: '只检查，不保存', en: 'Check only, store nothing' },
  isTolerant: { zh: '跳过有错误的行', en: 'Skip rows with errors' },
  send: { zh: '上传', en: 'Upload' },
  dryRun: { zh: '只检查', en: 'Check only' },
  progress: { zh: '进度', en: 'Progress' },
  rowsRead: { zh: (rows: number) => `已读 ${rows} 行`, en: (rows: number) => `${rows} rows read` },
  cancel: { zh: '取消', en: 'Cancel' },
  outcome: {
    zh: (total: number, good: number, bad: number) => `共 ${total} 行，成功 ${good} 行，有误 ${bad} 行`,
    en: (total: number, good: number, bad: number) =>
      `${total} ${total === 1 ? 'row' : 'rows'}: ${good} good, ${bad} with errors`,
  },
  noRows: {
    zh: '工作簿里没有数据：请填在标题行下面的各行',
    en: 'The workbook holds no data: fill in the rows below the headings',
  },
  notStored: { zh: '检查通过，还没有保存。', en: 'Checked; nothing is stored yet.' },
  storeNow: { zh: '现在保存', en: 'Store it now' },
  sendAgain: {
    zh: '请重新上传，并取消“只检查，不保存”',
    en: 'Upload it again without “Check only, store nothing”',
  },
  marked: { zh: '下载标出错误的工作簿', en: 'The workbook with its errors marked' },
  failures: { zh: '需要改正', en: 'To correct' },
  notices: { zh: '请留意', en: 'Please note' },
  cell: { zh: '单元格', en: 'Cell' },
  heading: { zh: '列', en: 'Column' },
  value: { zh: '内容', en: 'Value' },
  reason: { zh: '原因', en: 'Reason' },

  semesterName: { zh: '学期名称', en: 'Name' },
  startDate: { zh: '开学日期', en: 'First day' },
  endDate: { zh: '结束日期', en: 'Last day' },
  endDateHint: { zh: '最后一个教学周的最后一天', en: 'The last day of the last teaching week' },
  periodsPerDay: { zh: '每天节数', en: 'Periods a day' },
  newSemester: { zh: '新建学期', en: 'New semester' },
  changeSemester: {
    zh: (name: string) => `更改或删除学期 ${name}`,
    en: (name: string) => `Change or delete ${name}`,
  },
  movesDates: {
    zh: '更改日期会移动这个学期的全部上课日期，已发布的课表也不例外。',
    en: 'Other dates move everything that is taught in this semester, also where it is published.',
  },
  deleteSemester: { zh: '删除学期', en: 'Delete the semester' },
  deletesSemester: {
    zh: '删除后无法恢复；已有教学班或课表的学期不会被删除。',
    en: 'It will be gone for good, unless there are teaching classes or timetables of it.',
  },
  create: { zh: '新建', en: 'Create' },
  weekCount: { zh: (weeks: number) => `${weeks} 周`, en: (weeks: number) => `${weeks} weeks` },
  currentSemester: { zh: '当前学期', en: 'Current' },
  makeCurrent: { zh: '设为当前学期', en: 'Make current' },
  makesCurrent: {
    zh: '所有人打开课表时将默认看到这个学期。',
    en: 'Everybody who opens a timetable will see that of this semester.',
  },
  calendar: { zh: '校历', en: 'Calendar' },
  proposed: { zh: '国家法定节假日与调休', en: 'Public holidays and make-up days' },
  previewProposal: { zh: '预览采用的结果', en: 'Preview adopting them' },
  calendarEffect: {
    zh: (moved: number, dropped: number, restored: number) =>
      `课次改期 ${moved} 次，停课 ${dropped} 次，恢复 ${restored} 次`,
    en: (moved: number, dropped: number, restored: number) =>
      `${moved} meetings move, ${dropped} fall out, ${restored} come back`,
  },
  apply: { zh: '采用', en: 'Apply' },
  noCalendarDays: { zh: '没有节假日或补课日', en: 'No holidays or make-up days' },
  holiday: { zh: '放假', en: 'Holiday' },
  makeUp: { zh: '补课', en: 'Make-up day' },
  follows: { zh: (date: string) => `按 ${date} 的课表`, en: (date: string) => `as on ${date}` },
  remove: { zh: (date: string) => `取消 ${date}`, en: (date: string) => `Remove ${date}` },
  newDay: { zh: '添加放假或补课日', en: 'Add a holiday or make-up day' },
  day: { zh: '日期', en: 'Date' },
  dayName: { zh: '名称（选填）', en: 'Name (optional)' },
  dayFollows: { zh: '补哪一天的课（选填）', en: 'Taught as on (optional)' },
  dayFollowsHint: { zh: '不填即放假', en: 'Left empty, nothing is taught' },
  times: { zh: '作息时间', en: 'Times of the periods' },
  whichTimes: { zh: '哪一套作息', en: 'Which times' },
  newTimes: { zh: '新增一套…', en: 'Add others…' },
  timesOf: {
    zh: (campus: string, day: string) => `自 ${day} 起 · ${campus}`,
    en: (campus: string, day: string) => `From ${day} · ${campus}`,
  },
  atFirst: {
    zh: (semester: string) => `（${semester} 开学时适用）`,
    en: (semester: string) => ` (in force when ${semester} begins)`,
  },
  campus: { zh: '校区', en: 'Campus' },
  everyCampus: { zh: '没有单独作息的校区', en: 'Campuses without times of their own' },
  removeTimes: { zh: '删除这一套', en: 'Remove these' },
  removesTimes: {
    zh: '此后按其他适用的作息上课，已发布课表中的上课时刻随之改变。',
    en: 'Others will be in force instead, and published meetings begin when those say.',
  },
  timesRemoved: { zh: '已删除', en: 'Removed' },
  startsOn: {
    zh: '从哪一天起适用（月-日，如夏季 05-01），直到下一套开始',
    en: 'In force from which day of the year (MM-DD, such as 05-01 for summer), until the next begin',
  },
  timesOfPeriods: { zh: '每行一节，如 08:00-08:45', en: 'One period a line, such as 08:00-08:45' },
  store: { zh: '保存', en: 'Store' },
  stored: { zh: '已保存', en: 'Stored' },

  plan: { zh: '教学计划', en: 'What is taught' },
  aboutPlan: {
    zh: '选择课程和必须上课的班级；预览会得出教学班，采用后保存。不选班级的是选修课。',
    en:
      'Choose courses and the classes that have to attend. The preview shows which teaching classes they ' +
      'make; applying stores them. Without classes a course is elective.',
  },
  course: { zh: '课程', en: 'Course' },
  weekHours: { zh: '每周节数', en: 'Periods a week' },
  startWeek: { zh: '从第几周', en: 'First week' },
  endWeek: { zh: '到第几周', en: 'Last week' },
  studentCount: { zh: '选修课预计人数', en: 'Expected students (elective)' },
  needsStudents: {
    zh: '选修课请填写预计人数；必修课请选择上课的行政班',
    en: 'Say how many students an elective expects, or choose the classes that have to attend',
  },
  classesOfCourse: { zh: '上课的行政班（可多选）', en: 'Classes (several may be chosen)' },
  addCourse: { zh: '加入计划', en: 'Add to the plan' },
  removeCourse: { zh: '移除', en: 'Remove' },
  elective: { zh: '选修', en: 'elective' },
  planned: {
    zh: (hours: number, from: number, to: number) => `每周 ${hours} 节，第 ${from}-${to} 周`,
    en: (hours: number, from: number, to: number) => `${hours} a week, weeks ${from}–${to}`,
  },
  planMakes: {
    zh: (count: number) => `将得出 ${count} 个教学班`,
    en: (count: number) => `This makes ${count} teaching ${count === 1 ? 'class' : 'classes'}`,
  },
  teachingClass: {
    zh: (students: number, hours: number) => `${students} 人，${hours} 学时`,
    en: (students: number, hours: number) => `${students} students, ${hours} periods`,
  },
  NEW: { zh: '新增', en: 'New' },
  CHANGED: { zh: '变更', en: 'Changed' },
  KEPT: { zh: '不变', en: 'Kept' },

  registerAt: {
    zh: '学生和教师在这个地址注册，可以写进通知：',
    en: 'Students and teachers register at this address, which may stand in letters:',
  },
  initialPasswords: { zh: '初始密码', en: 'Initial passwords' },
  aboutInitialPasswords: {
    zh: '选择一个行政班或一个院系，打印后发给尚未注册的学生和教师。重新生成后，先前发出的初始密码随即失效。',
    en:
      'Choose a class or a department, then print and hand out to those who have not registered yet. ' +
      'A new sheet voids the earlier one.',
  },
  ofClass: { zh: '行政班', en: 'Class' },
  ofDepartment: { zh: '院系', en: 'Department' },
  none: { zh: '（未选择）', en: '(none chosen)' },
  preview: { zh: '预览', en: 'Preview' },
  personCount: { zh: (count: number) => `共 ${count} 人。`, en: (count: number) => `${count} people.` },
  makeSheet: { zh: '生成并下载', en: 'Generate and download' },
  newUser: { zh: '新建教务或管理员账号', en: 'New account of academic affairs or an administrator' },
  departmentNeeded: {
    zh: '请选择教务负责的院系',
    en: 'Choose the department that a member of academic affairs plans for',
  },
  userName: { zh: '用户名', en: 'User name' },
  role: { zh: '角色', en: 'Role' },
  email: { zh: '电子邮箱', en: 'E-mail' },
  phone: { zh: '手机', en: 'Phone' },
  passwordOnce: { zh: '密码只显示这一次：', en: 'The password is shown only once:' },

  noRounds: { zh: '还没有选课轮次', en: 'No rounds yet' },
  newRound: { zh: '新建轮次', en: 'New round' },
  aboutRound: {
    zh: '对所有学生开放：教务的轮次含本人负责院系的选修教学班，管理员的含全校的。',
    en:
      'For all students: a round of academic affairs offers the electives of the department that they ' +
      'plan for, one of an administrator those of all.',
  },
  ofSemester: { zh: '学期', en: 'Semester' },
  roundName: { zh: '轮次名称', en: 'Name' },
  mode: { zh: '方式', en: 'Mode' },
  opensAt: { zh: '开始时间', en: 'Opens' },
  closesAt: { zh: '结束时间', en: 'Closes' },
  dropUntil: { zh: '退选截止', en: 'Drop until' },
  countMax: { zh: '最多门数', en: 'Courses at most' },
  creditsMax: { zh: '最多学分', en: 'Credits at most' },
  closeRound: { zh: '提前结束', en: 'Close now' },
  closesForGood: {
    zh: '学生将立即不能再选课，且不能重新开放。',
    en: 'Nobody will be able to enrol any more, and it cannot be opened again.',
  },
});
