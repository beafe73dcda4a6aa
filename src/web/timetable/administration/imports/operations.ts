import { operation } from '../../shell/operation.js';
import type { Subject } from './subjects.js';

export interface WorkbookFile {
  readonly name: string;
  readonly dataUri: string;
}
export interface ImportTask {
  readonly id: string;
  readonly subject: Subject;
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  readonly isDryRun: boolean;
  readonly isTolerant: boolean;
  readonly progress: number;
  readonly rowsRead: number;
  readonly totalCount: number | null;
  readonly successCount: number | null;
  readonly failedCount: number | null;
  readonly failure: string | null;
  readonly createdAt: string;
}
export interface ImportFailure {
  readonly sheet: string;
  readonly row: number;
  readonly column: string | null;
  readonly heading: string | null;
  readonly value: string;
  readonly message: string;
}

const TASK = /* GraphQL */ `
  fragment Task on ImportTask {
    id
    subject
    status
    isDryRun
    isTolerant
    progress
    rowsRead
    totalCount
    successCount
    failedCount
    failure
    createdAt
  }
`;

/** The latest imports. */
export const importTasks = operation<{ tasks: { items: readonly ImportTask[] } }>(/* GraphQL */ `
  query ImportTasks {
    tasks: importTasks(size: 10) {
      items {
        ...Task
      }
    }
  }
  ${TASK}
`);

/** What the reader may import. */
export const importSubjects = operation<{ subjects: readonly Subject[] }>(/* GraphQL */ `
  query ImportSubjects {
    subjects: importSubjects
  }
`);

/** Begins to store a workbook, or only to check it. */
export const startImport = operation<
  { task: ImportTask },
  { subject: Subject; isDryRun: boolean; isTolerant: boolean; file: null }
>(/* GraphQL */ `
  mutation StartImport($subject: ImportSubject!, $file: Upload!, $isDryRun: Boolean!, $isTolerant: Boolean!) {
    task: startImport(subject: $subject, file: $file, isDryRun: $isDryRun, isTolerant: $isTolerant) {
      ...Task
    }
  }
  ${TASK}
`);

/** An import while it runs. */
export const importProgress = operation<{ task: ImportTask }, { id: string }>(/* GraphQL */ `
  subscription ImportProgress($id: ID!) {
    task: importTask(id: $id) {
      ...Task
    }
  }
  ${TASK}
`);

/** What came of an import: its failures, and the workbook with marks where they are. */
export const importOutcome = operation<
  {
    outcome: {
      failures: readonly ImportFailure[];
      notices: readonly ImportFailure[];
      marked: WorkbookFile | null;
    };
  },
  { id: string }
>(/* GraphQL */ `
  query ImportOutcome($id: ID!) {
    outcome: importTask(id: $id) {
      failures {
        ...Cell
      }
      notices {
        ...Cell
      }
      marked {
        name
        dataUri
      }
    }
  }

  fragment Cell on ImportFailure {
    sheet
    row
    column
    heading
    value
    message
  }
`);

/** Stops an import. */
export const cancelImport = operation<{ task: { id: string } }, { id: string }>(/* GraphQL */ `
  mutation CancelImport($id: ID!) {
    task: cancelImport(id: $id) {
      id
    }
  }
`);

const template = (field: string) =>
  operation<{ file: WorkbookFile }>(`query Template { file: ${field}ImportTemplate { name dataUri } }`);

/** The empty workbook of each subject. */
export const templates: Readonly<Record<Subject, ReturnType<typeof template>>> = {
  INSTITUTION: template('institution'),
  CAMPUSES: template('campuses'),
  BUILDINGS: template('buildings'),
  CLASSROOM_TYPES: template('classroomTypes'),
  FURNITURE_TYPES: template('furnitureTypes'),
  CLASSROOMS: template('classrooms'),
  DEPARTMENTS: template('departments'),
  GRADES: template('grades'),
  MAJORS: template('majors'),
  ADMINISTRATIVE_CLASSES: template('administrativeClasses'),
  TEACHERS: template('teachers'),
  STUDENTS: template('students'),
  COURSES: template('courses'),
  QUALIFICATIONS: template('teacherQualifications'),
  SEMESTERS: template('semesters'),
  BELL_SEASONS: template('bellSeasons'),
  CALENDAR_DAYS: template('calendarDays'),
  TEACHING_CLASSES: template('teachingClasses'),
  TEACHING_LINKS: template('teachingLinks'),
  CLASS_GROUPS: template('classGroups'),
  ENROLMENTS: template('enrolments'),
  PREFERENCES: template('teacherPreferences'),
};
