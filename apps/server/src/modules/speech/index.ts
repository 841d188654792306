export { type Speaker, speechOf } from './speech.ts'
