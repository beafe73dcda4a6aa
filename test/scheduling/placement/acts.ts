/** What is done with a place. */
export type Act = 'propose' | 'edit draft' | 'edit published' | 'form' | 'publish' | 'run';

/** What an act makes of a rule that is broken; `run`: hard as refuse, soft as warn. */
export type Severity = 'refuse' | 'reason' | 'warn' | 'silent';
