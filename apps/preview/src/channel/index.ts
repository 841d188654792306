export { type Channel, connectToStage, connectToWorkbench, type Measurement, type StageCommand, type StageEvent } from './channel.ts'
