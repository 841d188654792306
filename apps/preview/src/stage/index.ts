export { startStage } from './start-stage.tsx'
