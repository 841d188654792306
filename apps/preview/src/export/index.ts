export { drawSvg } from './draw-svg.ts'
export { type PlanFormat, planFormats, save, writePlanFile } from './plan-files.ts'
