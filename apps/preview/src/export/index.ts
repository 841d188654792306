export { type PlanFormat, planFormats, save, writePlanFile } from './plan-files.ts'
