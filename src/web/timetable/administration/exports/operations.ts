import type { Named } from '../../board/operations.js';
import { operation } from '../../shell/operation.js';
import type { taskTexts } from '../../shell/texts.js';

export type Format = 'PDF' | 'XLSX' | 'CSV' | 'JSON' | 'ITC_2019' | 'ITC_2019_SOLUTION';
export type Pages = 'CLASSES' | 'TEACHERS' | 'CLASSROOMS' | 'DEPARTMENTS';

/** A file that is made in the background. */
export interface Export {
  readonly id: string;
  readonly format: Format;
  readonly status: keyof typeof taskTexts;
  readonly progress: number;
  readonly pagesRead: number;
  readonly failure: string | null;
  readonly path: string | null;
  readonly createdAt: string;
}

const EXPORT = /* GraphQL */ `
  fragment Exported on TimetableExport {
    id
    format
    status
    progress
    pagesRead
    failure
    path
    createdAt
  }
`;

/** The latest exports, and what a file may be of. */
export interface PageData {
  readonly exports: { readonly items: readonly Export[] };
  readonly semesters: readonly (Named & { readonly isCurrent: boolean })[];
  readonly departments: readonly Named[];
  /** The departments of whose records the reader may see more than the name; null: all. */
  readonly kinds: readonly { readonly departments: readonly string[] | null }[];
  readonly buildings: readonly Named[];
}

/** Tells them. */
export const exportsPage = operation<PageData>(/* GraphQL */ `
  query Exports {
    exports: timetableExports(size: 10) {
      items {
        ...Exported
      }
    }
    semesters: semesterOptions {
      id
      name
      isCurrent
    }
    departments: departmentOptions {
      id
      name
    }
    kinds: recordKinds {
      departments
    }
    buildings: buildingOptions {
      id
      name
    }
  }

  ${EXPORT}
`);

interface FileInput {
  semester?: string;
  pages?: Pages;
  department?: string;
  building?: string;
}

/** Has a file made. */
export const startExport = operation<{ task: Export }, { format: Format; input: FileInput }>(/* GraphQL */ `
  mutation StartExport($format: TimetableFileFormat!, $input: TimetableFileInput!) {
    task: startTimetableExport(format: $format, input: $input) {
      ...Exported
    }
  }

  ${EXPORT}
`);

/** An export as it goes on. */
export const exportLive = operation<{ task: Export }, { id: string }>(/* GraphQL */ `
  subscription ExportProgress($id: ID!) {
    task: timetableExport(id: $id) {
      ...Exported
    }
  }

  ${EXPORT}
`);

/** Ends an export early. */
export const cancelExport = operation<{ task: { readonly id: string } }, { id: string }>(/* GraphQL */ `
  mutation CancelExport($id: ID!) {
    task: cancelTimetableExport(id: $id) {
      id
    }
  }
`);
