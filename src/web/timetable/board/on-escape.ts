import type { KeyboardEvent } from 'react';

/** Hears the key that leaves what was opened, unless it ends what an input method composes. */
export const onEscape =
  (leave: () => void) =>
  ({ key, nativeEvent }: KeyboardEvent): void => {
    if (key === 'Escape' && !nativeEvent.isComposing) leave();
  };
