export { type Line, lineToStage, lineToWorkbench, type Measurement, type Order, type Report } from './channel.ts'
