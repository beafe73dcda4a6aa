import { useState } from 'react';

/** Does something that may be refused, and knows whether it is under way and what was said against it. */
export function useAct(): {
  act: (run: () => Promise<unknown>) => Promise<void>;
  isBusy: boolean;
  failure?: string;
} {
  const [state, setState] = useState<{ isBusy: boolean; failure?: string }>({ isBusy: false });
  const act = async (run: () => Promise<unknown>) => {
    setState({ isBusy: true });
    try {
      await run();
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, failure: (error as Error).message });
    }
  };
  return { act, ...state };
}
