import { Component, type ReactNode } from 'react';
import { Empty } from './states.js';
import { shellTexts } from './texts.js';

/** Keeps a fault of one area, or a part that could not be loaded, from taking the whole page along. */
export class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <Empty title={shellTexts.broken}>
        <p>{this.state.error.message}</p>
        <button type="button" onClick={() => location.reload()}>
          {shellTexts.reload}
        </button>
      </Empty>
    );
  }
}
