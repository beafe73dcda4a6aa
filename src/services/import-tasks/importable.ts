import { ImportSubject } from '../../schema/enums.js';
import { subjectServices, type SubjectService } from './subjects.js';
import { institutionImport } from './whole-book.js';

/** What imports each subject: a sheet, or the workbook of the whole institution. */
export const importServices: Record<
  ImportSubject,
  Pick<SubjectService, 'operations' | 'template' | 'run' | 'attempt' | 'marked' | 'export'>
> = {
  ...subjectServices,
  [ImportSubject.INSTITUTION]: institutionImport,
};
