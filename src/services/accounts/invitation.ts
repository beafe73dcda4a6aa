import type { SignIn } from '../../entities/accounts.js';
import type { Student, Teacher } from '../../entities/people.js';
import { markBlank } from '../../data/rows.js';
import type { Row } from '../../schema/rows.js';
import type { PersonNumber } from './initial-password.js';

/** The identifier of nothing. */
const none = '00000000-0000-0000-0000-000000000000';

/** What every record has, of none. */
const nothing = {
  id: none,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  version: 1,
  name: '',
  isMale: false,
};

/**
 * The answer to a first sign-in: that registration is needed. Existing clients read from the record which
 * kind of person registers with which number; all else of it is blank, because an initial password proves
 * little.
 */
export const invitation = ({ isStudent, number }: PersonNumber): SignIn => ({
  user: null,
  student: isStudent ? markBlank(studentOf(number)) : null,
  teacher: isStudent ? null : markBlank(teacherOf(number)),
  token: null,
  needsRegistration: true,
});

const studentOf = (code: string): Row<Student> => ({
  ...nothing,
  code,
  grade: none,
  department: none,
  major: none,
  administrativeClass: null,
  isGraduated: false,
  user: null,
});

const teacherOf = (code: string): Row<Teacher> => ({
  ...nothing,
  code,
  englishName: '',
  ethnic: '',
  department: none,
  type: none,
  phone: null,
  email: null,
  jobTitle: null,
  description: null,
  weeklyPeriodsMax: null,
  dailyPeriodsMax: null,
  forbiddenTimes: null,
  user: null,
});
