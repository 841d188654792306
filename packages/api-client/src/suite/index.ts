export { fetchWithCookies } from './cookie-jar.ts'
export { describeContract } from './contract-suite.ts'
export type { SuiteHost } from './visitor.ts'
