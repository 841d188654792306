export { type Camera, centreOn, clearBox, type Edges, fitBox, lookInto, reveal, type Size, toPlan, toScreen, visibleBox } from './camera.ts'
export { createPilot, type Limits, type Pilot } from './pilot.ts'
