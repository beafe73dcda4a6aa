import { ImportSubject } from '../schema/enums.js';
import type { InstitutionRows } from '../services/import-tasks/whole-book.js';
import { meetingsText } from '../services/scheduling/curriculum/meeting-texts.js';
import { halves } from './teaching.js';
import type { DemoMeeting, DemoUniversity } from './model.js';

type Coded = { readonly code: string; readonly name: string };

/** The names of records by their codes. @throws Error when a name of an unknown code is asked for */
function names(records: readonly Coded[]): (code: string) => string {
  const byCode = new Map(records.map(({ code, name }) => [code, name]));
  return (code) => {
    const name = byCode.get(code);
    if (name === undefined) throw new Error(`The demo refers to "${code}", which it does not have.`);
    return name;
  };
}

/** A university as rows of the workbook with which any institution begins. */
export const institutionRows = (university: DemoUniversity): InstitutionRows => ({
  ...placeRows(university),
  ...peopleRows(university),
  ...teachingRows(university),
});

function placeRows(university: DemoUniversity): InstitutionRows {
  const campus = names(university.campuses);
  const department = names(university.departments);
  const campusOf = new Map(university.buildings.map((each) => [each.name, campus(each.campus)]));
  return {
    [ImportSubject.DEPARTMENTS]: university.departments.map((each) => ({
      ...each,
      parent: each.parent && department(each.parent),
    })),
    [ImportSubject.CAMPUSES]: university.campuses.map((each) => ({ ...each, isEnabled: true })),
    [ImportSubject.BELL_SEASONS]: university.bellSeasons,
    [ImportSubject.BUILDINGS]: university.buildings.map(({ name }) => ({ name, campus: campusOf.get(name) })),
    [ImportSubject.CLASSROOMS]: university.classrooms.map((each) => ({
      ...each,
      campus: campusOf.get(each.building),
      examinationCapacity: each.isExaminationRoom ? Math.floor(each.capacity / 2) : null,
      isEnabled: true,
      managingDepartment: each.managingDepartment && department(each.managingDepartment),
    })),
  };
}

function peopleRows(university: DemoUniversity): InstitutionRows {
  const department = names(university.departments);
  const major = names(university.majors);
  const administrativeClass = names(university.administrativeClasses);
  const placeOf = new Map(
    university.administrativeClasses.map(({ code, name, grade, ...each }) => [
      code,
      {
        administrativeClass: name,
        department: department(each.department),
        major: major(each.major),
        grade,
      },
    ]),
  );
  const ofDepartment = <R extends { readonly department: string }>(each: R): R => ({
    ...each,
    department: department(each.department),
  });
  return {
    [ImportSubject.TEACHERS]: university.teachers.map(ofDepartment),
    [ImportSubject.GRADES]: university.grades,
    [ImportSubject.MAJORS]: university.majors.map(ofDepartment),
    [ImportSubject.ADMINISTRATIVE_CLASSES]: university.administrativeClasses.map((each) => ({
      ...each,
      ...placeOf.get(each.code),
    })),
    [ImportSubject.CLASS_GROUPS]: university.classGroups.map(({ partition, students, ...each }) => ({
      ...each,
      administrativeClass: administrativeClass(each.administrativeClass),
      partitionName: partition,
      students: students.join(','),
    })),
    [ImportSubject.STUDENTS]: university.students.map((each) => ({
      ...each,
      ...placeOf.get(each.administrativeClass),
    })),
  };
}

function teachingRows(university: DemoUniversity): InstitutionRows {
  const department = names(university.departments);
  const administrativeClass = names(university.administrativeClasses);
  const semester = university.semester.name;
  return {
    [ImportSubject.COURSES]: university.courses.map(({ hours, classroomTypes, ...each }) => ({
      ...each,
      department: department(each.department),
      theoryHours: hours.theory,
      labHours: hours.lab,
      practiceHours: hours.practice,
      computerHours: hours.computer,
      theoryClassroomType: classroomTypes.theory,
      labClassroomType: classroomTypes.lab,
      practiceClassroomType: classroomTypes.practice,
      computerClassroomType: classroomTypes.computer,
    })),
    [ImportSubject.QUALIFICATIONS]: university.qualifications.filter(({ isApproved }) => isApproved),
    [ImportSubject.SEMESTERS]: [university.semester],
    [ImportSubject.CALENDAR_DAYS]: university.calendarDays.map((day) => ({ ...day, semester })),
    [ImportSubject.TEACHING_CLASSES]: university.teachingClasses.map(
      ({ groups, half, meetings, ...each }) => ({
        ...each,
        semester,
        department: department(each.department),
        administrativeClasses: half ? [] : groups.map(administrativeClass),
        classGroups: half ? groups.map((code) => `${administrativeClass(code)}/${halves}/${half}`) : [],
        meetings: meetingsText(meetings.map(writtenMeeting)),
      }),
    ),
    [ImportSubject.TEACHING_LINKS]: university.links,
    [ImportSubject.ENROLMENTS]: university.enrolments,
    [ImportSubject.PREFERENCES]: university.preferences.map((each) => ({ ...each, semester })),
  };
}

const writtenMeeting = ({ creditHourType: hours, classroomType: room, ...each }: DemoMeeting) => ({
  ...each,
  hours,
  room,
});
