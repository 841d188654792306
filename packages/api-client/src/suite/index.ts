export { describeContract, type SuiteHost } from './contract-suite.ts'
