import { RoleKey } from '../../src/schema/enums.js';
import { roleOf, type CallerName } from './callers.js';

/**
 * Who may call what, written by hand from the contract and what people need, so that the declarations of the
 * product are held against something that is not themselves. A letter is a role: S 学生, T 教师, P 教务, A 管理员,
 * L 管理; `*` is everybody who is signed in, `-` anybody at all.
 */
const roles: Readonly<Record<string, RoleKey>> = {
  S: RoleKey.STUDENT,
  T: RoleKey.TEACHER,
  P: RoleKey.ACADEMIC_AFFAIRS,
  A: RoleKey.ADMINISTRATOR,
  L: RoleKey.LEADER,
};

/**
 * One record, its lists, its pick list, what creates, updates and deletes it; a dot where there is nothing to
 * call.
 */
const nouns: Readonly<Record<string, string>> = {
  'AdministrativeClass administrativeClasses': '*   *   *   PA PA PA',
  'BellSeason bellSeasons': '                 *   *   .   A  A  A ',
  'Building buildings': '                     A   A   *   A  A  A ',
  'Campus campuses': '                        *   A   *   A  A  A ',
  'Classroom classrooms': '                   *   *   *   A  A  A ',
  'ClassroomTag classroomTags': '             *   .   *   .  .  . ',
  'Change changes': '                         PA  PA  .   .  .  . ',
  'ChangePlan changePlans': '                 *   .   .   .  .  . ',
  'DateChange dateChanges': '                 *   *   .   .  .  . ',
  'DateRequest dateRequests': '               TPA TPA .   .  .  . ',
  'Conversation conversations': '             *   *   .   .  .  * ',
  'Conflict conflicts': '                     *   *   *   .  .  . ',
  'ClassGroup classGroups': '                 *   *   .   .  .  . ',
  'ClassPartition classPartitions': '         *   *   .   PA PA PA',
  'ClassroomType classroomTypes': '           *   A   *   A  A  A ',
  'Course courses': '                         *   *   *   PA PA PA',
  'CourseCategory courseCategories': '        *   .   *   .  .  . ',
  'CourseNature courseNatures': '             *   .   *   .  .  . ',
  'CourseProperty courseProperties': '        *   .   *   .  .  . ',
  'CourseType courseTypes': '                 *   .   *   .  .  . ',
  'CreditHourType creditHourTypes': '         *   .   *   .  .  . ',
  'Department departments': '                 *   *   *   A  A  A ',
  'Enrolment enrolments': '                   SPA SPA .   PA .  PA',
  'EnrolmentRound enrolmentRounds': '         *   *   .   PA PA PA',
  'FurnitureType furnitureTypes': '           *   A   *   A  A  A ',
  'Grade grades': '                           *   A   *   A  A  A ',
  'ImportTask importTasks': '                 PA  PA  .   .  .  . ',
  'InitialPasswordExport initialPasswordExports': '. A . . . .',
  'LoggedRequest loggedRequests': '           .   A   .   .  .  . ',
  'Major majors': '                           *   *   *   PA PA PA',
  'Permission permissions': '                 .   A   A   .  .  . ',
  'Role roles': '                             *   *   *   .  .  . ',
  'SchedulingTask schedulingTasks': '         PA  PA  .   .  .  . ',
  'Semester semesters': '                     *   *   *   A  A  A ',
  'Series seriesList': '                        PA  PA  .   .  .  . ',
  'Student students': '                       PA  PA  *   PA PA PA',
  'Teacher teachers': '                       PA  PA  *   PA PA PA',
  'TeacherPreference teacherPreferences': '   *   PA  PA  T  T  T ',
  'TeacherQualification teacherQualifications': 'TPA PA TPA PA PA PA',
  'TeacherType teacherTypes': '               PA  A   PA  A  A  A ',
  'TeachingClass teachingClasses': '          TPA PA  TPA PA PA PA',
  'TimetableExport timetableExports': '       PA  PA  .   .  .  . ',
  'Timetable timetables': '                   *   *   .   .  .  . ',
  'Notice notices': '                         *   *   .   .  .  . ',
  'WaitingPlace waitingPlaces': '             SPA SPA .   .  .  . ',
  'UnitCategory unitCategories': '            A   A   A   A  A  A ',
  'UnitType unitTypes': '                     A   A   A   A  A  A ',
  'User users': '                             A   A   .   A  A  A ',
};

/** Operations beside those of the nouns, by who may call them. */
const others: readonly (readonly [callers: string, operations: string])[] = [
  ['-', 'initialisation initialise site'],
  ['-', 'confirmEmail refreshTokens register requestPasswordReset resetPassword signIn'],
  ['*', 'changePassword currentDepartmentGrant currentSemester latestSchedulingResult me node signOut'],
  ['*', 'noticeState noticesChanged markNoticesRead noticePreferences setNoticePreferences'],
  ['*', 'datedMeetings calendarLinks createCalendarLink revokeCalendarLink'],
  ['A', 'changeCalendar proposedCalendarDays'],
  ['A', 'calendarDaysImportTemplate importCalendarDays calendarDaysExport'],
  ['A', 'bellSeasonsImportTemplate importBellSeasons bellSeasonsExport'],
  ['*', 'bellSchedule assistantChat renameConversation sendToAssistant updateProfile'],
  ['PA', 'applyChangePlan'],
  ['T', 'requestDateChange withdrawDateRequest'],
  ['PA', 'reviewDateRequest'],
  ['TPA', 'substitutes'],
  ['T', 'applyForTeacherQualification myTeacherPreferences teacherDashboard'],
  ['S', 'studentDashboard'],
  ['TA', 'teacherTimetable'],
  ['SA', 'studentTimetable'],
  ['PA', 'academicDashboard auditLog exportInitialPasswords timetableFigures'],
  [
    'PA',
    'cancelImport cancelScheduling cancelTimetableExport importSubjects publishTimetable recordKinds ' +
      'retryScheduling startImport startScheduling startTimetableExport storeTaskResult',
  ],
  [
    'PA',
    'archiveDraft createDraft discardDraft rehearsePublishing resolveDraft restoreDraft rollBackTimetable ' +
      'timetableChanges timetableDiff',
  ],
  ['PA', 'changeTimetable moveMeeting swapMeetings assignRoom assignTeacher undoChange redoChange'],
  ['PA', 'lockMeeting unlockMeeting placeMeeting takeOutMeeting retireMeeting'],
  ['PA', 'dismissConflicts ignoreConflict reopenConflict resolveConflict'],
  ['PA', 'scheduleDepartment schedulingReport ownSchedulingTasks schedulableCourses schedulingWishes'],
  ['PA', 'createSeries retireSeries seriesOptions updateSeries'],
  ['*', 'commonFreeTimes freeRooms'],
  ['PA', 'freeTeachers possiblePlaces repair seriesProposal suggestions whyNot'],
  ['PA', 'closeEnrolmentRound reopenEnrolmentRound'],
  [
    'SPA',
    'dropEnrolment enrol joinWaitingList leaveWaitingList lotteryDraw myEnrolmentRounds offers rankWishes ' +
      'waitingPlacesChanged',
  ],
  ['PA', 'departmentTeachingClasses enrolmentsImportTemplate importEnrolments'],
  ['PA', 'applySemesterPlan combineTeachingClasses copySemester planSemester readiness splitTeachingClass'],
  ['PA', 'moveStudentsToGroups classGroupsImportTemplate importClassGroups classGroupsExport'],
  ['PA', 'setFurtherTeachers createTeachingLink deleteTeachingLink'],
  ['PA', 'importTeachingLinks teachingLinksImportTemplate teachingLinksExport'],
  ['PAT', 'teachingLink teachingLinks teachingLinksConnection'],
  ['PA', 'teacherQualificationsImportTemplate importTeacherQualifications'],
  ['PA', 'disableStudentAccount disableTeacherAccount reviewTeacherQualification'],
  ['PA', 'importCourses importStudents importTeachers studentsImportTemplate teachersImportTemplate'],
  ['A', 'administratorDashboard changeAccount confirmPhone runtimeInfo setCurrentSemester systemInfo'],
  ['A', 'setDepartmentGrants'],
  ['A', 'importBuildings importCampuses importClassrooms coursesImportTemplate'],
  ['A', 'buildingsImportTemplate campusesImportTemplate classroomsImportTemplate updateBellSchedule'],
  ['A', 'importDepartments importGrades importClassroomTypes importFurnitureTypes importSemesters'],
  ['A', 'departmentsImportTemplate gradesImportTemplate semestersImportTemplate'],
  ['A', 'classroomTypesImportTemplate furnitureTypesImportTemplate'],
  ['PA', 'importMajors importAdministrativeClasses importTeachingClasses importTeacherPreferences'],
  ['PA', 'majorsImportTemplate administrativeClassesImportTemplate'],
  ['PA', 'teachingClassesImportTemplate teacherPreferencesImportTemplate'],
  ['A', 'institutionImportTemplate importInstitution institutionExport'],
  ['A', 'departmentsExport gradesExport semestersExport classroomTypesExport furnitureTypesExport'],
  ['A', 'campusesExport buildingsExport classroomsExport'],
  ['PA', 'majorsExport administrativeClassesExport teachingClassesExport teacherPreferencesExport'],
  ['PA', 'coursesExport studentsExport teachersExport teacherQualificationsExport enrolmentsExport'],
  ['TPA', 'setTeacherPreferences'],
  ['PA', 'copyTeacherPreferences'],
];

/** Who may call each operation, in letters. */
const expected = new Map<string, string>([
  ...Object.entries(nouns).flatMap(([names, cells]) => {
    const [noun, plural] = names.split(' ');
    const [one, list, options, create, update, remove] = cells.trim().split(/\s+/);
    const singular = noun[0].toLowerCase() + noun.slice(1);
    return [
      [singular, one],
      [plural, list],
      [`${plural}Connection`, list],
      [`${singular}Options`, options],
      [`create${noun}`, create],
      [`update${noun}`, update],
      [`delete${noun}`, remove],
    ].filter(([, callers]) => callers !== '.') as [string, string][];
  }),
  ...others.flatMap(([callers, operations]) =>
    operations.split(' ').map((operation): [string, string] => [operation, callers]),
  ),
]);

/** Every operation for which it is said who may call it. */
export const expectedOperations: readonly string[] = [...expected.keys()].sort();

/** Whether the caller ought to be let call the operation. */
export function ought(operation: string, caller: CallerName): boolean {
  const callers = expected.get(operation);
  if (callers === undefined) throw new Error(`Nobody said who may call "${operation}".`);
  const role = roleOf[caller];
  if (callers === '-') return true;
  return role !== null && (callers === '*' || [...callers].some((letter) => roles[letter] === role));
}
