module.exports = {
  'node-option': ['import=tsx'],
  extension: ['ts'],
  spec: ['tests/**/*.test.ts'],
  timeout: 10_000,
  forbidOnly: Boolean(process.env.CI),
};
