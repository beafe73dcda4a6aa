/** Why the embedded PostgreSQL cannot run, for the person who started the program. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';

  /** `advice` is the remedy, printed on its own line. */
  constructor(message: string, advice?: string, cause?: unknown) {
    super(advice ? `${message}\nMaybe ${advice}` : message, cause === undefined ? undefined : { cause });
  }
}

/** The data folder belongs to another running process, which was not disturbed. */
export class DataFolderInUseError extends EmbeddedPostgresError {
  constructor(
    dataDir: string,
    readonly holderPid: number | null,
    startedAt: string | null,
  ) {
    const holder = holderPid === null ? 'another process' : `process ${holderPid}`;
    super(
      `The data folder ${dataDir} is in use by ${holder}${startedAt ? ` since ${startedAt}` : ''}.`,
      'stop that process first, or set DATA_DIR to another folder.',
    );
  }
}
