import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { EnrolledStudent, Enrolment } from '../../entities/scheduling/enrolments.js';
import type { Row } from '../../schema/rows.js';
import type { Context } from '../../data/context.js';
import { enrolledStudent, enrolments } from '../../services/scheduling/enrolment/enrolments.js';
import { crudResolver } from '../crud.js';

@Resolver(() => Enrolment)
export class EnrolmentResolver extends crudResolver(enrolments) {
  @FieldResolver(() => EnrolledStudent, { description: 'The student who is enrolled.' })
  student(@Ctx() ctx: Context, @Root() { student }: Row<Enrolment>): Promise<EnrolledStudent> {
    return enrolledStudent(ctx, student);
  }
}
