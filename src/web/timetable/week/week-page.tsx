import { useState } from 'react';
import { usePath } from '../shell/router.js';
import { Empty } from '../shell/states.js';
import { useUser } from '../shell/user.js';
import { AllWeeks } from './all-weeks.js';
import type { Block } from './blocks.js';
import { Detail } from './detail.js';
import { OneWeek } from './one-week.js';
import { OwnerSearch } from './owner-search.js';
import { ownerIn } from './owners.js';
import { weekTexts } from './texts.js';

/** The week of me, a class, a teacher, a room or a course; or all weeks at once. */
export function WeekPage() {
  const { query } = usePath();
  const user = useUser();
  const [opened, setOpened] = useState<Block>();
  const owner = ownerIn(query);
  const role = user?.role.key;
  const hasOwn = role === 'STUDENT' || role === 'TEACHER';
  const of = owner?.kind ?? (role === 'TEACHER' ? 'teacher' : 'class');
  const Shown = query.get('view') === 'all' ? AllWeeks : OneWeek;
  return (
    <>
      <OwnerSearch hasOwn={hasOwn} owner={owner} />
      {owner || hasOwn ? (
        <Shown key={owner?.id} owner={owner} of={of} open={setOpened} />
      ) : (
        <Empty title={weekTexts.choose} />
      )}
      {opened && <Detail key={opened.key} block={opened} close={() => setOpened(undefined)} />}
    </>
  );
}
