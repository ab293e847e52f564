// The pattern of all tests stands in package.json: a `spec` here would be added to the files named on a command line.
module.exports = {
  'node-option': ['import=./tests/suites/typescript.js'],
  require: ['./tests/suites/hooks.ts'],
  extension: ['ts'],
  ignore: ['**/node_modules/**'],
  timeout: 180_000,
  forbidOnly: Boolean(process.env.CI),
};
