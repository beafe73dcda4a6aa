import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/dist/**', 'node_modules/**', 'data/**'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      'no-console': 'error',
      // The one place that may verify tokens pins algorithm, issuer and audience.
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'jsonwebtoken', message: 'Use services/accounts/tokens.ts.' }] },
      ],
    },
  },
  { files: ['src/services/accounts/tokens.ts', 'test/**'], rules: { 'no-restricted-imports': 'off' } },
  { files: ['scripts/**', '**/src/cli/**', '**/bench/**'], rules: { 'no-console': 'off' } },
);
