export { remindOfEvenings } from './remind.ts'
