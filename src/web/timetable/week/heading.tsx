import type { ReactNode } from 'react';
import { type Refusal, useQuery } from '../shell/client.js';
import { Link, usePath, withParameters } from '../shell/router.js';
import { SemesterPicker } from '../shell/semester-picker.js';
import { Actions } from './actions.js';
import type { Block } from './blocks.js';
import { me, ownerName, type Semester } from './operations.js';
import { kindName, type Owner } from './owners.js';
import { weekTexts } from './texts.js';

/** What is shown, and what can be done with it. On paper only the first line is left. */
export function Heading({
  owner,
  blocks,
  semester,
  title,
  children,
}: {
  owner?: Owner;
  blocks: readonly Block[];
  semester: Semester;
  title: string;
  children?: ReactNode;
}) {
  const path = usePath();
  const isAll = path.query.get('view') === 'all';
  return (
    <header className="week-head">
      <div className="week-title">
        <h1 dir="auto">
          <OwnerName owner={owner} blocks={blocks} />
        </h1>
        <p className="quiet">
          <bdi>{semester.name}</bdi> · {title}
        </p>
      </div>
      <div className="week-tools">
        {children}
        <nav className="switch" aria-label={weekTexts.views}>
          <Link to={withParameters(path, { view: undefined })} aria-current={isAll ? undefined : 'true'}>
            {weekTexts.oneWeek}
          </Link>
          <Link to={withParameters(path, { view: 'all' })} aria-current={isAll ? 'true' : undefined}>
            {weekTexts.allWeeks}
          </Link>
        </nav>
        <SemesterPicker semester={semester.id} />
        <Actions owner={owner} />
      </div>
    </header>
  );
}

/** The name of a teacher comes with the meetings, else from the names: records are not for everybody. */
function OwnerName({ owner, blocks }: { owner?: Owner; blocks: readonly Block[] }) {
  const kind = owner?.kind;
  const told = blocks
    .flatMap(({ teachers }) => teachers)
    .find((each) => each.teacher.id === owner?.id)?.teacher;
  const { data, error } = useQuery(
    ownerName,
    owner && !told
      ? {
          id: owner.id,
          isClass: kind === 'class',
          isRoom: kind === 'room',
          isCourse: kind === 'course',
          isTeacher: kind === 'teacher',
        }
      : undefined,
  );
  const own = useQuery(me, owner ? undefined : {}).data?.me;
  if (!owner) return [weekTexts.me, (own?.student ?? own?.teacher)?.name].filter(Boolean).join(' · ');
  if ((error as Refusal | undefined)?.codes?.includes('NOT_FOUND'))
    return weekTexts.unknown(kindName(owner.kind));
  const teacher = data?.teachers?.find(({ id }) => id === owner.id);
  return (told ?? data?.class ?? data?.room ?? data?.course ?? teacher)?.name ?? kindName(owner.kind);
}
