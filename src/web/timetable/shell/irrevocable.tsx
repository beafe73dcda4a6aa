import { useState } from 'react';
import { shellTexts } from './texts.js';

/** A button for what nobody can take back: it says first what would happen, and acts on a second one. */
export function Irrevocable({ label, warning, act }: { label: string; warning: string; act: () => void }) {
  const [step, setStep] = useState<'asked' | 'left'>();
  if (step !== 'asked')
    return (
      <button type="button" autoFocus={step === 'left'} onClick={() => setStep('asked')}>
        {label}
      </button>
    );
  return (
    <span className="row" role="alert">
      {warning}
      <button type="button" className="primary" onClick={() => (setStep('left'), act())}>
        {label}
      </button>
      {/* A key that is held down, or pressed twice, does no harm. */}
      <button type="button" autoFocus onClick={() => setStep('left')}>
        {shellTexts.cancel}
      </button>
    </span>
  );
}
