import { Resolver } from 'type-graphql';
import {
  Course,
  CourseCategory,
  CourseNature,
  CourseProperty,
  CourseType,
  CreditHourType,
} from '../entities/courses.js';
import {
  courseCategories,
  courseNatures,
  courseProperties,
  courseTypes,
  creditHourTypes,
} from '../services/courses.js';
import { courseImport, CourseInput, courses } from '../services/course-library.js';
import { crudResolver } from './crud.js';
import { importResolver } from './imports.js';

@Resolver(() => CourseNature)
export class CourseNatureResolver extends crudResolver({ service: courseNatures }) {}

@Resolver(() => CourseType)
export class CourseTypeResolver extends crudResolver({ service: courseTypes }) {}

@Resolver(() => CourseProperty)
export class CoursePropertyResolver extends crudResolver({ service: courseProperties }) {}

@Resolver(() => CourseCategory)
export class CourseCategoryResolver extends crudResolver({ service: courseCategories }) {}

@Resolver(() => CreditHourType)
export class CreditHourTypeResolver extends crudResolver({ service: creditHourTypes }) {}

@Resolver(() => Course)
export class CourseResolver extends crudResolver({ input: CourseInput, service: courses }) {}

@Resolver()
export class CourseImportResolver extends importResolver(courseImport) {}
