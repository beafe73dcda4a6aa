import { useSyncExternalStore } from 'react';
import { session } from '../../session.js';

/** The roles as the schema names them. */
export type RoleKey = 'STUDENT' | 'TEACHER' | 'LEADER' | 'ACADEMIC_AFFAIRS' | 'ADMINISTRATOR';

/** Who is signed in. */
export interface User {
  readonly name: string;
  readonly role: { readonly key: RoleKey; readonly name: string };
}

/** Who is signed in, or was until the session ended under what is shown; else undefined. */
export function useUser(): User | undefined {
  return useSyncExternalStore(
    session.listen,
    () => (session.ended() ?? session.get()?.user ?? undefined) as User | undefined,
  );
}

/** Whether the session has ended under what is shown. */
export const useIsEnded = (): boolean => useSyncExternalStore(session.listen, () => Boolean(session.ended()));

/** Whether the reader plans timetables. */
export function useIsPlanner(): boolean {
  const role = useUser()?.role.key;
  return role === 'ACADEMIC_AFFAIRS' || role === 'ADMINISTRATOR';
}
