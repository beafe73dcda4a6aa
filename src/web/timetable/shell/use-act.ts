import { useState } from 'react';
import { type FieldProblem, Refusal } from './client.js';

interface State {
  readonly isBusy: boolean;
  readonly failure?: string;
  /** What of it is about single fields. */
  readonly problems?: readonly FieldProblem[];
}

/** Does something that may be refused, and knows whether it is under way and what was said against it. */
export function useAct(): State & { act: (run: () => Promise<unknown>) => Promise<void> } {
  const [state, setState] = useState<State>({ isBusy: false });
  const act = async (run: () => Promise<unknown>) => {
    setState({ isBusy: true });
    try {
      await run();
      setState({ isBusy: false });
    } catch (error) {
      const problems = error instanceof Refusal ? error.problems : undefined;
      setState({ isBusy: false, failure: (error as Error).message, problems });
    }
  };
  return { act, ...state };
}
