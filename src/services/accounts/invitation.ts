import type { SignIn } from '../../entities/accounts.js';
import type { Student, Teacher } from '../../entities/people.js';
import { markBlank } from '../../data/rows.js';
import type { Row } from '../../schema/rows.js';
import type { PersonNumber } from './initial-password.js';

/** The nil UUID, in place of references. */
const nilId = '00000000-0000-0000-0000-000000000000';

/** Blank values of the common fields. */
const blankFields = {
  id: nilId,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  version: 1,
  name: '',
  isMale: false,
};

/**
 * The answer to a first sign-in, which asks for registration. Existing clients take the kind of person and
 * the number from the record; everything else is blank, because an initial password is weak proof of
 * identity.
 */
export const invitation = ({ isStudent, number }: PersonNumber): SignIn => ({
  user: null,
  student: isStudent ? markBlank(studentOf(number)) : null,
  teacher: isStudent ? null : markBlank(teacherOf(number)),
  token: null,
  needsRegistration: true,
  needsNewName: false,
});

const studentOf = (code: string): Row<Student> => ({
  ...blankFields,
  code,
  grade: nilId,
  department: nilId,
  major: nilId,
  administrativeClass: null,
  groups: [],
  isGraduated: false,
  user: null,
});

const teacherOf = (code: string): Row<Teacher> => ({
  ...blankFields,
  code,
  englishName: '',
  ethnic: '',
  department: nilId,
  type: nilId,
  phone: null,
  email: null,
  jobTitle: null,
  description: null,
  weeklyPeriodsMax: null,
  dailyPeriodsMax: null,
  forbiddenTimes: null,
  user: null,
});
