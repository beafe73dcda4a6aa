const NODE_MAJOR_MIN = 24;

/**
 * Ends the program with an explanation when it was not started on the Node.js that the project brings along.
 */
export function requireNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) return;
  const brought = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  console.error(
    `This program needs Node.js ${NODE_MAJOR_MIN}, but was started on ${process.version}.\n` +
      (process.platform === 'darwin'
        ? 'Maybe install it: on macOS the project does not bring it along.'
        : `Maybe start it through npm, for instance with "npm start": npm finds the Node.js that "npm ci" ` +
          `installs as the package ${brought}. If that package is missing, run "npm ci" again without ` +
          `--omit=optional.`),
  );
  process.exit(1);
}
